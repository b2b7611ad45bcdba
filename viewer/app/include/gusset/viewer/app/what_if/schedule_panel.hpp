#pragma once
#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "gusset/viewer/app/what_if/schedule_runner.hpp"
#include "gusset/viewer/app/what_if/what_if_runner.hpp"
#include "gusset/viewer/model/explain/explanations.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QAction;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTreeWidget;

namespace gusset::viewer {

/// Searches for a better schedule of a trace's tasks. Shows the answer, and the found schedule as a trace
/// below the open ones. A line in both traces marks the time that no schedule can beat.
class SchedulePanel : public QWidget {
 public:
  /// Does not offer traces that belong to `others`, since moving a slider removes them.
  SchedulePanel(Session& session, Explanations& explanations, const WhatIfRunner& others, unsigned threads,
                QWidget* parent = nullptr);

  ScheduleRunner& runner() { return runner_; }
  bool busy() const { return runner_.busy(); }
  /// Starts a search with the settings of the form.
  QAction& search_action() { return *search_; }
  /// The settings of the form.
  ScheduleSearch search() const;
  /// The answer's table; nothing if there is none.
  std::optional<traces::CsvTable> csv() const;
  /// Copies the found schedule to a file, and reports the result in the panel.
  void save_schedule(const std::filesystem::path& to);
  /// Passes a notice after a schedule was saved.
  Signal<const std::string&> saved;

 private:
  void make_form();
  QWidget* make_buttons();
  QWidget* make_report();
  void refresh();
  void list_traces();
  void choose(const std::filesystem::path& file);
  unsigned threads_to_start_from() const;
  void follow_shown_schedule();
  void start();
  void show_progress(const ScheduleProgress& progress);
  void show_answer(const ScheduleRunner::Answer& answer);
  void fail(const std::string& message);
  void forget_answer();
  void remove_found();
  void show_bounds();
  void show_state();
  QString report_html() const;
  QString command_html() const;
  void ask_where_to_save();
  void copy_command();
  std::shared_ptr<const LoadedTrace> original() const;

  Session& session_;
  Explanations& explanations_;
  const WhatIfRunner& others_;
  ScheduleRunner runner_;
  std::filesystem::path file_;  ///< the trace whose tasks to schedule; empty for none
  std::shared_ptr<const traces::Trace> trace_;
  std::optional<FoundScheduleFacts> found_;
  unsigned started_from_ = 0;  ///< the number of threads that the form last took from the traces
  ScheduleFiles files_;        ///< of the found schedule; empty if it has none
  std::string message_;        ///< why there is no answer
  std::string saved_;          ///< where the schedule was saved, or why not

  QComboBox* traces_ = nullptr;
  QSpinBox* threads_ = nullptr;
  QSpinBox* seconds_ = nullptr;
  QComboBox* durations_ = nullptr;
  QAction* search_ = nullptr;
  QPushButton* start_ = nullptr;
  QPushButton* stop_ = nullptr;
  QPushButton* copy_ = nullptr;
  QPushButton* save_ = nullptr;
  QPushButton* remove_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QLabel* progress_text_ = nullptr;
  QLabel* report_ = nullptr;
  QTreeWidget* table_ = nullptr;
  QLabel* command_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
