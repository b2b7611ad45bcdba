#pragma once
#include <QMainWindow>
#include <functional>

#include "gusset/viewer/app/explain/critical_path_panel.hpp"
#include "gusset/viewer/app/explain/details_panel.hpp"
#include "gusset/viewer/app/explain/idle_panel.hpp"
#include "gusset/viewer/app/explain/source_opener.hpp"
#include "gusset/viewer/app/explain/statistics_panel.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/app/explain/verdict_panel.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/timeline/navigation.hpp"
#include "gusset/viewer/model/explain/reasons.hpp"

class QDockWidget;
class QToolButton;
class QMenu;

namespace gusset::viewer {

/// The parts of the window that say why: their docks, actions and what they draw over the timeline.
class ReasonsDocks {
 public:
  /// Makes an action of a menu (text, object name, key).
  using AddAction = std::function<QAction*(QMenu&, const QString&, const QString&, const QList<QKeySequence>&,
                                           std::function<void()>)>;

  /// Makes the docks.
  ReasonsDocks(QMainWindow& window, Session& session, TimelineView& view, DetailsPanel& details);

  /// Adds what is shown over the timeline to the View menu.
  void add_view_actions(QMenu& menu, const AddAction& add);

  /// Adds ways from task to task to the Go menu.
  void add_go_actions(QMenu& menu, const AddAction& add);

  VerdictPanel& verdict() { return *verdict_; }
  CriticalPathPanel& path() { return *path_; }
  IdlePanel& idle() { return *idle_; }
  StatisticsPanel& statistics() { return *statistics_; }
  Reasons& reasons() { return reasons_; }
  Arrows& arrows() { return arrows_; }

  /// Which arrows are drawn is another. May be empty.
  std::function<void()> shown_changed;

  /// To be told of SessionEvents.
  void document_changed();
  /// After actions that need an open trace were switched on or off.
  void update_actions();
  /// After each frame: what is looked for on opening begins once the trace can be seen.
  void picture_shown();
  /// Whether the verdict is looked for on opening.
  bool looks_for_verdict = true;
  void view_changed() { statistics_->view_changed(); }
  void graph_ready(std::size_t panel) {
    reasons_.graph_ready(panel);
    arrows_.graph_ready();
  }

 private:
  /// A dock that stands as a tab where the legend does, and is hidden until it is asked for.
  QDockWidget* hidden_dock(const QString& title, QWidget* content);
  /// Puts the button above the details.
  void add_why_button();
  void step_to_same_type(Step step);
  void ask_why();
  QDockWidget* dock(const QString& title, QWidget* content, Qt::DockWidgetArea area);

  QMainWindow& window_;
  Session& session_;
  TimelineView& view_;
  DetailsPanel& details_;
  Reasons reasons_;
  Arrows arrows_;
  SourceOpener sources_;
  VerdictPanel* verdict_ = nullptr;
  CriticalPathPanel* path_ = nullptr;
  QDockWidget* path_dock_ = nullptr;
  QAction* path_action_ = nullptr;
  IdlePanel* idle_ = nullptr;
  QDockWidget* idle_dock_ = nullptr;
  QAction* idle_action_ = nullptr;
  QAction* arrows_action_ = nullptr;
  QAction* messages_action_ = nullptr;
  StatisticsPanel* statistics_ = nullptr;
  QDockWidget* statistics_dock_ = nullptr;
  QToolButton* why_button_ = nullptr;
  QAction* why_action_ = nullptr;
  Selection::Subscription subscription_;
};

}  // namespace gusset::viewer
