#pragma once
#include <QList>
#include <QMainWindow>
#include <QString>
#include <QTimer>
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
  /// Whether a table is known at any time, or only after its panel has been shown.
  enum class Known { always, once_shown };

  /// Errors go to `failed` of `jobs`. `is_busy` tells whether the window computes something.
  CsvExports(QMainWindow& window, Actions& actions, QMenu& menu, JobRunner& jobs,
             std::function<bool()> is_busy);

  /// `name` is the table's name, for example "statistics". A widget may have several tables; keys use the
  /// first one while the widget or one of its children has the focus. `if_empty` says how to get a table, for
  /// users who ask for an empty one.
  void add(const QString& name, QWidget& widget, MakeJob make_job, const QString& if_empty,
           Known known = Known::always);
  /// Changes what the menus and messages call a table: the title says what it shows now.
  void set_title(const QString& name, const QString& title);

  /// All report the number of lines in the status bar, or why there is nothing to copy or export. If the
  /// table is only known after its panel has been shown, they show the panel and wait.
  void copy(const QString& name);
  void export_to(const QString& name, const std::filesystem::path& path);
  /// Exports to a file that the user chooses.
  void ask_for_file(const QString& name);

 private:
  struct Source {
    QWidget* widget = nullptr;
    MakeJob make_job;
    QString if_empty;
    Known known = Known::always;
    QString title;
    QAction* copy = nullptr;
    QAction* save = nullptr;
  };
  using UseJob = std::function<void(Job)>;

  std::optional<QString> focused();
  /// Passes the table's job on as soon as the table is known.
  void with_job(const QString& name, UseJob use);
  void look_again();
  void say_empty(const Source& source);

  QMainWindow& window_;
  Actions& actions_;
  QMenu& menu_;
  JobRunner& jobs_;
  std::function<bool()> is_busy_;
  std::map<QString, Source> tables_;
  std::map<const QWidget*, QString> table_of_widget_;
  QString awaited_;  ///< the table that is being computed
  UseJob use_awaited_;
  int idle_looks_ = 0;  ///< how often the awaited table was missing although nothing was being computed
  QTimer look_soon_;
};

}  // namespace gusset::viewer
