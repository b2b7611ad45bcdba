#pragma once
#include <QMainWindow>
#include <set>

#include "gusset/viewer/app/explain/critical_path_panel.hpp"
#include "gusset/viewer/app/explain/details_panel.hpp"
#include "gusset/viewer/app/explain/idle_panel.hpp"
#include "gusset/viewer/app/explain/statistics_panel.hpp"
#include "gusset/viewer/app/explain/verdict_panel.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/explain/explanations.hpp"
#include "gusset/viewer/model/timeline/navigation.hpp"

class QDockWidget;
class QToolButton;
class QMenu;

namespace gusset::viewer {

/// The explanations in the window: their docks, their actions, and what they draw over the timeline.
class ExplanationDocks {
 public:
  ExplanationDocks(QMainWindow& window, Session& session, TimelineView& view, DetailsPanel& details,
                   Explanations& explanations, Arrows& arrows, Comparisons& comparisons);

  /// Adds the timeline overlays to the View menu.
  void add_view_actions(Actions& actions, QMenu& menu);

  /// Adds navigation between tasks to the Go menu.
  void add_go_actions(Actions& actions, QMenu& menu);

  VerdictPanel& verdict() { return *verdict_; }
  CriticalPathPanel& path() { return *path_; }
  IdlePanel& idle() { return *idle_; }
  StatisticsPanel& statistics() { return *statistics_; }
  Arrows& arrows() { return arrows_; }

  /// Whether opening a trace computes its verdict.
  bool computes_verdict = true;

 private:
  /// Puts the "Why" button above the details.
  void add_why_button(DetailsPanel& details);
  void step_to_same_type(Step step);
  void ask_why();
  /// Of a graph that has not run, selects the selected task in its newest schedule. False while it is unknown
  /// which task that is; ask_why() then runs again.
  bool select_in_schedule();
  void end_why();
  void show_panel(std::size_t panel, const NextPanel& next);
  void show_with_overlay(QDockWidget* dock, bool is_shown);
  void switch_on(const char* overlay, QDockWidget* dock);
  void enable_why();
  void show_details_of_click();

  QMainWindow& window_;
  Session& session_;
  TimelineView& view_;
  Explanations& explanations_;
  Arrows& arrows_;
  Comparisons& comparisons_;
  VerdictPanel* verdict_ = nullptr;
  CriticalPathPanel* path_ = nullptr;
  QDockWidget* path_dock_ = nullptr;
  IdlePanel* idle_ = nullptr;
  QDockWidget* idle_dock_ = nullptr;
  StatisticsPanel* statistics_ = nullptr;
  QDockWidget* statistics_dock_ = nullptr;
  QToolButton* why_button_ = nullptr;
  QAction* why_action_ = nullptr;
  std::set<QDockWidget*> opened_;  ///< by overlays that are shown
  bool wants_why_ = false;         ///< once it is known which task of the schedule is meant
  bool opened_details_ = false;    ///< to show an answer while the projector is on
  Connections connections_;
};

}  // namespace gusset::viewer
