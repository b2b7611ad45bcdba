#pragma once
#include <QList>
#include <QMainWindow>
#include <QString>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include "gusset/traces/answers/csv.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"

class QMenu;

namespace gusset::viewer {

/// Copies and exports the window's tables as CSV: through each table's context menu, through keys while it
/// has the focus, and through a menu. Jobs make and write the tables.
class CsvExports {
 public:
  /// Captures a table's content for a job that makes the CSV; empty if the table is empty.
  using Job = std::function<traces::CsvTable()>;
  using MakeJob = std::function<std::optional<Job>()>;

  /// Errors go to `failed` of `jobs`.
  CsvExports(QMainWindow& window, Actions& actions, QMenu& menu, JobRunner& jobs);

  /// `name` is the table's name, for example "statistics". A widget may have several tables; keys use the
  /// first one while the widget or one of its children has the focus.
  void add(const QString& name, QWidget& widget, MakeJob make_job);

  /// Both report the number of lines in the status bar, or that there is nothing to copy or export.
  void copy(const QString& name);
  void export_to(const QString& name, const std::filesystem::path& path);

 private:
  std::optional<QString> focused();
  std::optional<Job> job_for(const QString& name);
  void ask_for_file(const QString& name);

  QMainWindow& window_;
  Actions& actions_;
  QMenu& menu_;
  JobRunner& jobs_;
  std::map<QString, MakeJob> tables_;
  std::map<const QWidget*, QString> table_of_widget_;
};

}  // namespace gusset::viewer
