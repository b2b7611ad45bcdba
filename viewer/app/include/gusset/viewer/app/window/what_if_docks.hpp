#pragma once
#include <QMainWindow>

#include "gusset/viewer/app/explain/compare_panel.hpp"
#include "gusset/viewer/app/what_if/sweep_view.hpp"
#include "gusset/viewer/app/what_if/what_if_panel.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QVBoxLayout;

namespace gusset::viewer {

/// The docks in which traces are compared and played again. They are hidden until they are asked for.
class WhatIfDocks {
 public:
  /// `centre` has the timeline in it, whose place the view of sweeps takes while a sweep is open.
  WhatIfDocks(QMainWindow& window, QVBoxLayout& centre, Session& session, QWidget& timeline,
              Comparisons& comparisons, unsigned threads);

  WhatIfPanel& what_if() { return *what_if_; }
  ComparePanel& compare() { return *compare_; }
  SweepView& sweep() { return *sweep_; }
  bool shows_sweep() const { return !sweep_->isHidden(); }
  /// Whether a trace was predicted here and goes with the window.
  bool is_temporary(const std::filesystem::path& path) const {
    return what_if_->runner().owns(path) || sweep_->owns(path);
  }

  /// Selects the same task in the next trace; says so where there is none. Where that is not known yet, as
  /// soon as it is.
  void go_to_twin();

 private:
  void host_sweeps(QVBoxLayout& centre, QWidget& timeline);

  QMainWindow& window_;
  Session& session_;
  Comparisons& comparisons_;
  bool wants_twin_ = false;
  WhatIfPanel* what_if_ = nullptr;
  ComparePanel* compare_ = nullptr;
  SweepView* sweep_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
