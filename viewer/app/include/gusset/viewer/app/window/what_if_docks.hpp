#pragma once
#include <QMainWindow>

#include "gusset/viewer/app/explain/compare_panel.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/app/what_if/schedule_panel.hpp"
#include "gusset/viewer/app/what_if/sweep_view.hpp"
#include "gusset/viewer/app/what_if/what_if_panel.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/explain/explanations.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QVBoxLayout;

namespace gusset::viewer {

/// The docks that compare, simulate and schedule traces. They stay hidden until the user asks for them.
class WhatIfDocks {
 public:
  /// `centre` is the layout that contains the timeline. The sweep view takes the timeline's place while a
  /// sweep is open.
  WhatIfDocks(QMainWindow& window, QVBoxLayout& centre, Session& session, TimelineView& timeline,
              Explanations& explanations, Comparisons& comparisons, unsigned threads);

  WhatIfPanel& what_if() { return *what_if_; }
  SchedulePanel& schedule() { return *schedule_; }
  ComparePanel& compare() { return *compare_; }
  SweepView& sweep() { return *sweep_; }
  bool shows_sweep() const { return !sweep_->isHidden(); }
  /// Whether a trace was predicted here; such a trace is deleted with the window.
  bool is_temporary(const std::filesystem::path& path) const {
    return what_if_->runner().owns(path) || schedule_->runner().owns(path) || sweep_->owns(path);
  }

  /// Simulates the first graph that has not run on that many workers, and shows the What-if panel.
  void play_graph(unsigned workers, const std::string& policy);
  /// Selects the same task in the next trace, and reports if there is none. Waits if the counterparts are not
  /// known yet.
  void go_to_match();

 private:
  void host_sweeps(QVBoxLayout& centre);
  void outline_counterparts();

  QMainWindow& window_;
  Session& session_;
  TimelineView& timeline_;
  Comparisons& comparisons_;
  bool wants_match_ = false;
  WhatIfPanel* what_if_ = nullptr;
  SchedulePanel* schedule_ = nullptr;
  ComparePanel* compare_ = nullptr;
  SweepView* sweep_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
