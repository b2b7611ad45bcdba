#include "go_menu.hpp"

#include <QAction>
#include <QMenu>

#include "gusset/viewer/model/timeline/navigation.hpp"

namespace gusset::viewer {
namespace {

void step_in_graph(Session& session, Step step) {
  const std::optional<TaskReference> task = session.selection().state().task();
  const traces::TaskGraph* graph = task ? session.graph(task->panel) : nullptr;
  if (graph == nullptr) return;
  const std::shared_ptr<const Document> document = session.document();
  const auto next = neighbour_in_graph(*document, *graph, *task, step);
  if (next) session.selection().select_task(*next, document->row_of(*next), SelectionOrigin::command);
}

}  // namespace

void fill_go_menu(Actions& actions, Session& session, TimelineView& view, FindBar& find,
                  WhatIfDocks& studies) {
  QMenu& menu = actions.menu("&Go");
  actions.add(menu, "&Find tasks…", "find", {QKeySequence("Ctrl+F"), QKeySequence("/")},
              [&find] { find.start(); });
  actions.add(menu, "Find &next", "find next task", {QKeySequence("F3"), QKeySequence("Ctrl+G")},
              [&find] { find.step(Step::next); });
  actions.add(menu, "Find pre&vious", "find previous task",
              {QKeySequence("Shift+F3"), QKeySequence("Ctrl+Shift+G")},
              [&find] { find.step(Step::previous); });
  actions.add(menu, "Select all &found", "select all found", {}, [&find] { find.select_all(); });
  menu.addSeparator();
  // Arrows belong to whatever has the focus; only the timeline's are ours.
  const auto arrow = [&](const QString& text, const QString& id, Qt::Key key, std::function<void()> run) {
    QAction* action = actions.add(menu, text, id, {QKeySequence(key)}, std::move(run));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    view.addAction(action);
  };
  arrow("&Next task in the row", "next task", Qt::Key_Right, [&view] { view.select_in_row(1); });
  arrow("&Previous task in the row", "previous task", Qt::Key_Left, [&view] { view.select_in_row(-1); });
  arrow("Task in the row &above", "row above", Qt::Key_Up, [&view] { view.select_across_rows(-1); });
  arrow("Task in the row &below", "row below", Qt::Key_Down, [&view] { view.select_across_rows(1); });
  menu.addSeparator();
  actions.add(menu, "Predecessor that ended &last", "predecessor", {QKeySequence("[")},
              [&session] { step_in_graph(session, Step::previous); });
  actions.add(menu, "Successor that began &first", "successor", {QKeySequence("]")},
              [&session] { step_in_graph(session, Step::next); });
  actions.add(menu, "&Same task in the next trace", "same task", {QKeySequence("T")},
              [&studies] { studies.go_to_twin(); });
  menu.addSeparator();
}

}  // namespace gusset::viewer
