#include "gusset/viewer/app/explain/reasons_docks.hpp"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace gusset::viewer {

ReasonsDocks::ReasonsDocks(QMainWindow& window, Session& session, TimelineView& view, DetailsPanel& details)
    : window_(window),
      session_(session),
      view_(view),
      details_(details),
      reasons_(session),
      arrows_(session),
      sources_(session, window) {
  verdict_ = new VerdictPanel(session_, reasons_, &window_);
  dock("Verdict", verdict_, Qt::TopDockWidgetArea);
  path_ = new CriticalPathPanel(session_, reasons_, &window_);
  path_dock_ = hidden_dock("Critical path", path_);
  QObject::connect(path_dock_, &QDockWidget::visibilityChanged, path_, [this](bool visible) {
    if (visible) reasons_.path().need_all();
  });
  idle_ = new IdlePanel(session_, reasons_, &window_);
  idle_dock_ = hidden_dock("Idle time", idle_);
  QObject::connect(idle_dock_, &QDockWidget::visibilityChanged, idle_, [this](bool visible) {
    if (visible) reasons_.idle().need_all();
  });
  statistics_ = new StatisticsPanel(session_, view_, &window_);
  statistics_dock_ = dock("Statistics", statistics_, Qt::BottomDockWidgetArea);
  statistics_dock_->hide();
  QObject::connect(statistics_dock_, &QDockWidget::visibilityChanged, statistics_,
                   [this](bool visible) { statistics_->set_watched(visible); });
  reasons_.events.idle_changed = [this] { idle_->refresh(); };
  reasons_.events.path_changed = [this] { path_->refresh(); };
  reasons_.events.verdict_changed = [this] { verdict_->refresh(); };
  reasons_.events.shapes_changed = [this] { view_.redecorate(); };
  reasons_.events.selection_to_reveal = [this] {
    if (session_.selection().state().origin != SelectionOrigin::timeline) view_.reveal();
  };
  reasons_.events.why_changed = [this] {
    details_.refresh();
    const bool is_painted = reasons_.why() != nullptr;  // the chain says what came last, in a blue of its own
    view_.show_waited_for(!is_painted);
    arrows_.mark_last(!is_painted);
  };
  details_.first_sections = [this]() -> std::vector<ReportSection> {
    const std::optional<TaskReference> task = reasons_.why_task();
    if (!task || !session_.document()->has(*task)) return {};
    const LoadedTrace& loaded = session_.document()->panel(task->panel);
    if (const WhyFacts* why = reasons_.why()) return {why_section(loaded, *why)};
    return {{"Why only now? " + task_name(loaded, task->task), {{"", {{"Looking…", {}}}, false}}}};
  };
  reasons_.events.children_changed = [this] { details_.refresh(); };
  details_.children = [this](std::size_t panel) { return reasons_.children(panel); };
  details_.open_source = [this](const SourcePlace& place) { sources_.open(place); };
  add_why_button();
  view_.marked_set = [this] { return reasons_.marked_set(); };
  view_.decorations.push_back(
      [this](const Timeline& timeline, Picture& picture) { reasons_.decorate(timeline, picture); });
  view_.decorations.push_back(
      [this](const Timeline& timeline, Picture& picture) { arrows_.decorate(timeline, picture); });
  view_.decoration_tooltip = [this](const Timeline& timeline, Pointer pointer) {
    return arrows_.tooltip_at(timeline, pointer);
  };
  arrows_.shapes_changed = [this] { view_.redecorate(); };
  arrows_.links_changed = [this] { details_.refresh(); };
  details_.messages = [this](TaskReference task) { return arrows_.messages_of(task); };
}

QDockWidget* ReasonsDocks::dock(const QString& title, QWidget* content, Qt::DockWidgetArea area) {
  auto* widget = new QDockWidget(title, &window_);
  widget->setObjectName(title);
  widget->setWidget(content);
  window_.addDockWidget(area, widget);
  return widget;
}

QDockWidget* ReasonsDocks::hidden_dock(const QString& title, QWidget* content) {
  QDockWidget* widget = dock(title, content, Qt::RightDockWidgetArea);
  // The legend stays in sight: it names the colours of what these tables are about.
  if (auto* details = window_.findChild<QDockWidget*>("Details")) window_.tabifyDockWidget(details, widget);
  widget->hide();
  return widget;
}

void ReasonsDocks::add_view_actions(QMenu& menu, const AddAction& add) {
  path_action_ = add(menu, "&Critical path", "critical path", {QKeySequence("C")}, [this] {
    reasons_.show_path(path_action_->isChecked());
    if (!path_action_->isChecked()) return;
    path_dock_->show();
    path_dock_->raise();
  });
  path_action_->setCheckable(true);
  idle_action_ = add(menu, "&Idle causes", "idle causes", {QKeySequence("I")}, [this] {
    reasons_.show_idle(idle_action_->isChecked());
    if (!idle_action_->isChecked()) return;
    idle_dock_->show();
    idle_dock_->raise();
  });
  idle_action_->setCheckable(true);
  arrows_action_ = add(menu, "A&rrows of the selection", "arrows", {QKeySequence("E")}, [this] {
    arrows_.show({arrows_action_->isChecked(), arrows_.shown().messages});
  });
  arrows_action_->setCheckable(true);
  arrows_action_->setChecked(arrows_.shown().of_selection);
  messages_action_ = add(menu, "&Messages between nodes", "messages", {QKeySequence("Shift+E")}, [this] {
    arrows_.show({arrows_.shown().of_selection, messages_action_->isChecked()});
  });
  messages_action_->setCheckable(true);
  arrows_.shown_changed = [this] {
    arrows_action_->setChecked(arrows_.shown().of_selection);
    messages_action_->setChecked(arrows_.shown().messages);
    if (shown_changed) shown_changed();
  };
  add(menu, "&Statistics of the range", "statistics", {QKeySequence("Shift+S")}, [this] {
    statistics_dock_->setVisible(!statistics_dock_->isVisible());
    statistics_dock_->raise();
  });
}

void ReasonsDocks::add_why_button() {
  auto* dock = window_.findChild<QDockWidget*>("Details");
  if (dock == nullptr) return;
  auto* whole = new QWidget(dock);
  why_button_ = new QToolButton(whole);
  why_button_->setObjectName("why button");
  why_button_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  auto* layout = new QVBoxLayout(whole);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 6, 8, 0);
  bar->addWidget(why_button_);
  bar->addStretch();
  layout->addLayout(bar);
  layout->addWidget(&details_);
  dock->setWidget(whole);
}

void ReasonsDocks::add_go_actions(QMenu& menu, const AddAction& add) {
  add(menu, "Next task of the same &type", "next of type", {QKeySequence(".")},
      [this] { step_to_same_type(Step::next); });
  add(menu, "Pre&vious task of the same type", "previous of type", {QKeySequence(",")},
      [this] { step_to_same_type(Step::previous); });
  why_action_ = add(menu, "&Why only now?", "why", {QKeySequence("Y")}, [this] { ask_why(); });
  why_action_->setToolTip("Paints what the selected task waited for, back to its root; again: no longer (Y)");
  why_button_->setDefaultAction(why_action_);
  subscription_ = session_.selection().subscribe([this](const SelectionState&) { update_actions(); });
  menu.addSeparator();
}

void ReasonsDocks::update_actions() {
  if (why_action_ == nullptr) return;  // the window is being made
  const std::optional<TaskReference> task = session_.selection().state().task();
  why_action_->setEnabled(task && session_.document()->has(*task));
}

// The answer is read in the details: it must not stand behind another panel.
void ReasonsDocks::ask_why() {
  reasons_.ask_why();
  auto* dock = window_.findChild<QDockWidget*>("Details");
  if (!reasons_.why_task() || dock == nullptr) return;
  dock->show();
  dock->raise();
}

void ReasonsDocks::step_to_same_type(Step step) {
  const std::shared_ptr<const Document> document = session_.document();
  const std::optional<TaskReference> task = session_.selection().state().task();
  const auto next = task ? neighbour_of_type(*document, *task, step) : first_task(*document);
  if (next) session_.selection().select_task(*next, document->row_of(*next), SelectionOrigin::command);
}

void ReasonsDocks::picture_shown() {
  reasons_.outlines().need_all();
  if (looks_for_verdict) reasons_.verdict().need_all();
}

void ReasonsDocks::document_changed() {
  reasons_.document_changed();
  arrows_.document_changed();
  statistics_->document_changed();
  // Colours may be others though the traces are the same.
  verdict_->refresh();
  path_->refresh();
  idle_->refresh();
  if (path_dock_->isVisible()) reasons_.path().need_all();
  if (idle_dock_->isVisible()) reasons_.idle().need_all();
}

}  // namespace gusset::viewer
