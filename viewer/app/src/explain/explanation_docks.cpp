#include "gusset/viewer/app/explain/explanation_docks.hpp"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "gusset/viewer/app/widgets/docks.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

ExplanationDocks::ExplanationDocks(QMainWindow& window, Session& session, TimelineView& view,
                                   DetailsPanel& details, Explanations& explanations, Arrows& arrows,
                                   Comparisons& comparisons)
    : window_(window),
      session_(session),
      view_(view),
      explanations_(explanations),
      arrows_(arrows),
      comparisons_(comparisons) {
  verdict_ = new VerdictPanel(session_, explanations_, &window_);
  add_dock(window, "Verdict", verdict_, Qt::TopDockWidgetArea);
  path_ = new CriticalPathPanel(session_, explanations_, &window_);
  path_dock_ = add_tab(window, "Critical path", path_);
  idle_ = new IdlePanel(session_, explanations_, &window_);
  idle_dock_ = add_tab(window, "Idle time", idle_);
  statistics_ = new StatisticsPanel(session_, view_, explanations_, arrows_, &window_);
  statistics_dock_ = add_dock(window, "Statistics", statistics_, Qt::BottomDockWidgetArea);
  statistics_dock_->hide();
  add_why_button(details);
  connections_ = {explanations_.why_changed.connect([this] {
                    // The chain already marks the last predecessor, in a similar blue.
                    const bool is_drawn = explanations_.why() != nullptr;
                    view_.show_waited_for(!is_drawn);
                    arrows_.mark_last(!is_drawn);
                    if (!explanations_.why_task()) end_why();
                  }),
                  comparisons_.changed.connect([this] {
                    if (wants_why_) ask_why();
                  }),
                  view_.messages_requested.connect([this] {
                    statistics_->show_messages();
                    bring_to_front(statistics_dock_);
                  }),
                  verdict_->panel_requested.connect(
                      [this](std::size_t panel, const NextPanel& next) { show_panel(panel, next); }),
                  // Starts computing only once the trace is visible.
                  view_.picture_shown.connect([this] {
                    explanations_.outlines().need_all();
                    explanations_.off_core().need_all();
                    if (computes_verdict) explanations_.verdict().need_all();
                  })};
}

void ExplanationDocks::add_view_actions(Actions& actions, QMenu& menu) {
  const auto add = [&](const QString& text, const QString& id, const QString& key, auto run) {
    QAction* action = actions.add_checkable(menu, text, id, key, {});
    QObject::connect(action, &QAction::triggered, &window_, run);
    return action;
  };
  add("&Critical path", "critical path", "C", [this](bool is_shown) {
    explanations_.show_path(is_shown);
    show_with_overlay(path_dock_, is_shown);
  });
  add("&Idle causes", "idle causes", "I", [this](bool is_shown) {
    explanations_.show_idle(is_shown);
    show_with_overlay(idle_dock_, is_shown);
  });
  QAction* of_selection = add("A&rrows of the selection", "arrows", "E", [this](bool is_shown) {
    arrows_.show({is_shown, arrows_.shown().messages});
  });
  QAction* messages = add("&Messages between nodes", "messages", "Shift+E", [this](bool are_shown) {
    arrows_.show({arrows_.shown().of_selection, are_shown});
  });
  const auto check = [this, of_selection, messages] {
    of_selection->setChecked(arrows_.shown().of_selection);
    messages->setChecked(arrows_.shown().messages);
  };
  connections_.push_back(arrows_.shown_changed.connect(check));
  check();
  actions.add(menu, "&Statistics of the range", "statistics", "Shift+S", [this] {
    statistics_dock_->setVisible(!statistics_dock_->isVisible());
    statistics_dock_->raise();
  });
}

void ExplanationDocks::add_why_button(DetailsPanel& details) {
  auto* dock = window_.findChild<QDockWidget*>("Details");
  if (dock == nullptr) return;
  auto* whole = new QWidget(dock);
  why_button_ = named(new QToolButton(whole), "why button");
  why_button_->setText("Why not earlier?");
  why_button_->setToolTip("Show or hide the chain of tasks that the selected task waited for (Y)");
  QObject::connect(why_button_, &QToolButton::clicked, &window_, [this] { ask_why(); });
  auto* layout = tight_column(whole, 0);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 6, 8, 0);
  bar->addWidget(why_button_);
  bar->addStretch();
  layout->addLayout(bar);
  layout->addWidget(&details);
  dock->setWidget(whole);
}

void ExplanationDocks::add_go_actions(Actions& actions, QMenu& menu) {
  actions.add(menu, "Next task of the same &type", "next of type", ".",
              [this] { step_to_same_type(Step::next); });
  actions.add(menu, "Pre&vious task of the same type", "previous of type", ",",
              [this] { step_to_same_type(Step::previous); });
  why_action_ = actions.add_always(menu, "&Why not earlier?", "why", "Y", [this] { ask_why(); });
  connections_.push_back(session_.selection().changed.connect([this] {
    enable_why();
    show_details_of_click();
  }));
  connections_.push_back(session_.document_changed.connect([this] { enable_why(); }));
  enable_why();
  menu.addSeparator();
}

void ExplanationDocks::enable_why() {
  const std::optional<TaskReference> task = session_.selection().state().task();
  why_action_->setEnabled(task && session_.document()->has(*task));
  why_button_->setEnabled(why_action_->isEnabled());
}

// Details behind another tab come to the front; closed ones stay closed.
void ExplanationDocks::show_details_of_click() {
  const SelectionState& state = session_.selection().state();
  auto* dock = window_.findChild<QDockWidget*>("Details");
  const bool is_clicked = state.origin == SelectionOrigin::timeline && state.task();
  if (is_clicked && dock != nullptr && !dock->isHidden()) dock->raise();
}

bool ExplanationDocks::select_in_schedule() {
  const std::shared_ptr<const Document> document = session_.document();
  const std::optional<TaskReference> task = session_.selection().state().task();
  const std::optional<std::size_t> schedule = newest_schedule(*document);
  if (!task || !document->has(*task) || !document->panel(task->panel).is_graph_only() || !schedule)
    return true;
  if (!comparisons_.knows_matches(std::min(task->panel, *schedule), std::max(task->panel, *schedule)))
    return false;
  if (const std::optional<TaskReference> match = comparisons_.match(*task, *schedule))
    session_.selection().select_task(*match, document->row_of(*match), SelectionOrigin::command);
  return true;
}

// Shows the details, since the answer appears there.
void ExplanationDocks::ask_why() {
  wants_why_ = !select_in_schedule();
  if (wants_why_) return;
  explanations_.ask_why();
  if (!explanations_.why_task()) return;
  auto* dock = window_.findChild<QDockWidget*>("Details");
  if (session_.appearance().is_projected && dock->isHidden()) opened_details_ = true;
  bring_to_front(dock);
}

// The projector has no room for details without an answer.
void ExplanationDocks::end_why() {
  if (std::exchange(opened_details_, false) && session_.appearance().is_projected)
    window_.findChild<QDockWidget*>("Details")->hide();
}

// An overlay shows its panel, and closes it again if it was closed before.
void ExplanationDocks::show_with_overlay(QDockWidget* dock, bool is_shown) {
  if (is_shown) {
    if (dock->isHidden()) opened_.insert(dock);
    bring_to_front(dock);
  } else if (opened_.erase(dock) > 0) {
    dock->hide();
  }
}

// Shows an overlay as its action does, and its panel.
void ExplanationDocks::switch_on(const char* overlay, QDockWidget* dock) {
  auto* const action = window_.findChild<QAction*>(overlay);
  if (!action->isChecked()) action->trigger();
  bring_to_front(dock);
}

void ExplanationDocks::show_panel(std::size_t panel, const NextPanel& next) {
  switch (next.kind) {
    case NextPanel::Kind::idle:
      return switch_on("idle causes", idle_dock_);
    case NextPanel::Kind::critical_path:
      return switch_on("critical path", path_dock_);
    case NextPanel::Kind::why: {
      const TaskReference task{panel, *next.task};
      const std::shared_ptr<const Document> document = session_.document();
      if (!document->has(task)) return;
      session_.selection().select_task(task, document->row_of(task), SelectionOrigin::command);
      if (explanations_.why_task() != task) ask_why();
      return bring_to_front(window_.findChild<QDockWidget*>("Details"));
    }
    case NextPanel::Kind::statistics:
      if (!next.by.empty()) statistics_->group_by(qt_text(next.by));
      return bring_to_front(statistics_dock_);
    case NextPanel::Kind::speedup:
      return bring_to_front(window_.findChild<QDockWidget*>("Speedup"));
    case NextPanel::Kind::compare:
      return bring_to_front(window_.findChild<QDockWidget*>("Compare"));
    case NextPanel::Kind::schedule:
      return bring_to_front(window_.findChild<QDockWidget*>("Schedule"));
  }
}

void ExplanationDocks::step_to_same_type(Step step) {
  const std::shared_ptr<const Document> document = session_.document();
  const std::optional<TaskReference> task = session_.selection().state().task();
  const auto next = task ? neighbour_of_type(*document, *task, step) : first_task(*document);
  if (next) session_.selection().select_task(*next, document->row_of(*next), SelectionOrigin::command);
}

}  // namespace gusset::viewer
