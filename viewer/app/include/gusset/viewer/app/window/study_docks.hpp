#pragma once
#include <QDockWidget>
#include <QMainWindow>
#include <functional>
#include <optional>

#include "gusset/viewer/app/explain/compare_panel.hpp"
#include "gusset/viewer/app/what_if/sweep_view.hpp"
#include "gusset/viewer/app/what_if/what_if_panel.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/state/session.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"

class QVBoxLayout;

namespace gusset::viewer {

/// The docks in which traces are compared and played again. They are hidden until they are asked for.
class StudyDocks {
 public:
  StudyDocks(QMainWindow& window, Session& session, unsigned threads);

  WhatIfPanel& what_if() { return *what_if_; }
  ComparePanel& compare() { return *compare_; }
  SweepView* sweep() { return sweep_; }
  Comparisons& comparisons() { return comparisons_; }
  /// Puts the view of sweeps into a layout, where it takes the timeline's place while a sweep is open.
  void host_sweeps(QVBoxLayout& layout, QWidget& timeline);
  /// After each picture of a sweep.
  std::function<void()> sweep_shown;
  /// Other traces may be open.
  void refresh();
  bool shows_sweep() const { return sweep_ != nullptr && !sweep_->isHidden(); }
  bool busy() const { return what_if_->busy() || comparisons_.busy() || (sweep_ && sweep_->busy()); }
  std::function<void()> busy_changed;
  /// Whether a trace was predicted here and goes with the window.
  bool is_temporary(const std::filesystem::path& path) const {
    return what_if_->runner().owns(path) || (sweep_ && sweep_->owns(path));
  }

  /// Selects the same task in the next trace; says so where there is none. Where that is not known yet, as
  /// soon as it is.
  void go_to_twin();
  /// What a task's report says of the other traces.
  std::optional<ReportSection> twins_of(TaskReference task);
  /// More is known of what twins_of tells.
  std::function<void()> twins_changed;

 private:
  QDockWidget* add(QMainWindow& window, const QString& title, const QKeySequence& key, QWidget* content);

  QMainWindow& window_;
  Session& session_;
  Comparisons comparisons_;
  bool wants_twin_ = false;
  WhatIfPanel* what_if_ = nullptr;
  ComparePanel* compare_ = nullptr;
  SweepView* sweep_ = nullptr;
};

}  // namespace gusset::viewer
