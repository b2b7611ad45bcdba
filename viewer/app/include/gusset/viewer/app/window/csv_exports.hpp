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

/// Copies and exports the window's tables as CSV: by each table's context menu, by keys where it has the
/// focus, and by a menu. Tables are made and written by jobs.
class CsvExports {
 public:
  /// Takes what a table shows, for a job to make the CSV of; nothing where it shows nothing.
  using Job = std::function<traces::CsvTable()>;
  using Take = std::function<std::optional<Job>()>;

  /// The jobs' `failed` tells what went wrong.
  CsvExports(QMainWindow& window, Actions& actions, QMenu& menu, JobRunner& jobs);

  /// `name` says what the table is of: "statistics". A widget may have several; keys mean the first one where
  /// the widget, or what is in it, has the focus.
  void add(const QString& name, QWidget& widget, Take take);

  /// Both tell in the status bar how many lines there were, or that there is nothing.
  void copy(const QString& name);
  void export_to(const QString& name, const std::filesystem::path& path);

 private:
  std::optional<QString> focused();
  std::optional<Job> taken(const QString& name);
  void ask_for_file(const QString& name);

  QMainWindow& window_;
  Actions& actions_;
  QMenu& menu_;
  JobRunner& jobs_;
  std::map<QString, Take> tables_;
  std::map<const QWidget*, QString> of_widget_;
};

}  // namespace gusset::viewer
