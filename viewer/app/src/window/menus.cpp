#include "menus.hpp"

#include <QAction>
#include <QActionGroup>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenu>
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "gusset/viewer/app/widgets/docks.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "gusset/viewer/model/timeline/navigation.hpp"
#include "widgets/qt_helpers.hpp"

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

bool are_pinned(const Timeline& timeline, const std::vector<RowReference>& rows) {
  return !rows.empty() && std::all_of(rows.begin(), rows.end(),
                                      [&](const RowReference& row) { return timeline.is_pinned(row); });
}

// `wanted` holds the last request, and receives the new one.
void ask_for_rows(QMainWindow& window, TimelineView& view, QString& wanted) {
  auto* dialog = named(new QInputDialog(&window), "rows dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Filter rows");
  dialog->setLabelText("Part of a worker or node name, or a busy share such as busy<50% or busy>=90%:");
  dialog->setTextValue(wanted);
  QObject::connect(dialog, &QInputDialog::textValueSelected, &window,
                   [&window, &view, &wanted](const QString& text) {
                     wanted = text.trimmed();  // kept for correction even if it is invalid
                     if (const auto error = view.filter_rows_by(wanted.toStdString()))
                       warn(window, "Filter rows", *error);
                   });
  dialog->open();
}

}  // namespace

Connections fill_edit_menu(QMainWindow& window, Actions& actions, Session& session, TimelineView& view,
                           MarksPanel& marks) {
  QMenu& menu = actions.menu("&Edit");
  QAction* undo =
      actions.add_always(menu, "&Undo", "undo edit", "Ctrl+Z", [&session] { session.undo_edit(); });
  QAction* redo = actions.add_always(menu, "&Redo", "redo edit", "Ctrl+Shift+Z; Ctrl+Y",
                                     [&session] { session.redo_edit(); });
  menu.addSeparator();
  actions.add(menu, "&Mark this time", "mark", "M", [&window, &session, &view, &marks] {
    const std::int64_t time_ns = view.place_for_mark();
    session.edit(with_mark(session.edits(), {time_ns, ""}));
    bring_to_front(window.findChild<QDockWidget*>("Marks"));
    marks.write_note_at(time_ns);
  });
  const auto refresh = [&session, undo, redo] {
    undo->setEnabled(session.can_undo_edit());
    redo->setEnabled(session.can_redo_edit());
  };
  refresh();
  return {session.document_changed.connect(refresh), session.marks_changed.connect(refresh)};
}

void fill_go_menu(Actions& actions, Session& session, TimelineView& view, FindBar& find,
                  WhatIfDocks& what_if_docks) {
  QMenu& menu = actions.menu("&Go");
  actions.add(menu, "&Find tasks…", "find", "Ctrl+F; /", [&find] { find.start(); });
  actions.add(menu, "Find &next", "find next task", "F3; Ctrl+G", [&find] { find.step(Step::next); });
  actions.add(menu, "Find pre&vious", "find previous task", "Shift+F3; Ctrl+Shift+G",
              [&find] { find.step(Step::previous); });
  actions.add(menu, "Select all &found", "select all found", {}, [&find] { find.select_all(); });
  menu.addSeparator();
  // Arrow keys belong to the focused widget, so these apply only in the timeline.
  const auto arrow = [&](const QString& text, const QString& id, const QString& key,
                         std::function<void()> run) {
    QAction* action = actions.add(menu, text, id, key, std::move(run));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    view.addAction(action);
  };
  arrow("&Next task in the row", "next task", "Right", [&view] { view.select_in_row(1); });
  arrow("&Previous task in the row", "previous task", "Left", [&view] { view.select_in_row(-1); });
  arrow("Task in the row &above", "row above", "Up", [&view] { view.select_across_rows(-1); });
  arrow("Task in the row &below", "row below", "Down", [&view] { view.select_across_rows(1); });
  menu.addSeparator();
  actions.add(menu, "Predecessor that ended &last", "predecessor", "[",
              [&session] { step_in_graph(session, Step::previous); });
  actions.add(menu, "Successor that began &first", "successor", "]",
              [&session] { step_in_graph(session, Step::next); });
  actions.add(menu, "&Same task in the next trace", "same task", "T",
              [&what_if_docks] { what_if_docks.go_to_match(); });
  menu.addSeparator();
  menu.addAction(&what_if_docks.schedule().search_action());
  menu.addSeparator();
}

Connections fill_rows_menu(QMainWindow& window, Actions& actions, Session& session, TimelineView& view) {
  QMenu& menu = actions.menu("&Rows");
  const auto wanted = std::make_shared<QString>();  // the last requested rows
  auto* group = new QActionGroup(&window);
  std::vector<std::pair<RowOrder, QAction*>> orders;
  const auto order = [&](const QString& text, const QString& id, RowOrder rows) {
    QAction* action = actions.add_checkable(menu, text, id, {}, [&view, rows] { view.order_rows(rows); });
    action->setChecked(rows == RowOrder::recorded);
    group->addAction(action);
    orders.emplace_back(rows, action);
  };
  order("Sort as &recorded", "rows as recorded", RowOrder::recorded);
  order("Sort by &name", "rows by name", RowOrder::by_name);
  order("Sort &busiest first", "rows by busy share", RowOrder::by_busy);
  menu.addSeparator();
  actions.add(menu, "F&ilter rows…", "only rows of", {},
              [&window, &view, wanted] { ask_for_rows(window, view, *wanted); });
  actions.add(menu, "Show only rows l&ess than half busy", "rows busy less than half", {},
              [&view] { view.filter_rows_by("busy<50%"); });
  actions.add(menu, "Show &all rows", "all rows", {}, [&view] { view.show_all_rows(); });
  menu.addSeparator();
  QAction* pin = actions.add_checkable(
      menu, "&Pin the selected row to the top", "pin row", {},
      [&session, &view] {
        const std::vector<RowReference>& rows = session.selection().state().rows;
        view.pin(rows, !are_pinned(view.timeline(), rows));
      },
      Actions::Needs::nothing);
  QAction* unpin =
      actions.add_always(menu, "&Unpin all rows", "unpin rows", {}, [&view] { view.unpin_all(); });
  menu.addSeparator();
  QAction* fold = actions.add_checkable(
      menu, "&Fold all nodes", "fold all", "Ctrl+T",
      [&view] { view.fold_all(!view.timeline().all_folded()); }, Actions::Needs::nothing);
  menu.addSeparator();
  actions.add(menu, "&Taller rows", "taller rows", "Ctrl+Down", [&view] { view.scale_rows(1.25); });
  actions.add(menu, "S&horter rows", "shorter rows", "Ctrl+Up", [&view] { view.scale_rows(0.8); });
  actions.add(menu, "Fit rows to &window", "fit rows", "Ctrl+0", [&view] { view.fit_rows(); });
  menu.addSeparator();
  QAction* tracks = actions.add_checkable(menu, "Trac&ks above the rows", "tracks", "K", [&session] {
    session.tracks().show(!session.tracks().are_shown());
  });
  QAction* boxes = actions.add_checkable(menu, "Tasks as bo&xes", "boxes", "X", [&view] {
    const bool are_boxes = view.timeline().shape() == TaskShape::box;
    view.set_shape(are_boxes ? TaskShape::triangle : TaskShape::box);
  });
  QAction* sub_rows = actions.add_checkable(menu, "&Sub-rows for nested tasks", "sub-rows", "H", [&view] {
    view.show_sub_rows(!view.timeline().shows_sub_rows());
  });
  QAction* names =
      actions.add_checkable(actions.menu("&View"), "Na&mes in tasks", "names in tasks", {},
                            [&view] { view.show_task_names(!view.timeline().shows_task_names()); });
  const auto refresh = [&session, &view, orders, pin, unpin, fold, tracks, boxes, sub_rows, names] {
    const Timeline& timeline = view.timeline();
    const std::vector<RowReference>& selected = session.selection().state().rows;
    pin->setEnabled(!selected.empty());
    pin->setChecked(are_pinned(timeline, selected));
    unpin->setEnabled(timeline.pinned_rows() > 0);
    fold->setEnabled(timeline.has_nodes_to_fold());
    fold->setChecked(timeline.all_folded());
    for (const auto& [rows, action] : orders) {
      if (!timeline.arrangements().empty()) action->setChecked(timeline.row_options(0).order == rows);
    }
    tracks->setChecked(session.tracks().are_shown());
    boxes->setChecked(timeline.shape() == TaskShape::box);
    sub_rows->setChecked(timeline.shows_sub_rows());
    names->setChecked(timeline.shows_task_names());
  };
  refresh();
  return {view.document_shown.connect(refresh), view.view_changed.connect(refresh),
          session.selection().changed.connect([refresh](const SelectionState&) { refresh(); })};
}

}  // namespace gusset::viewer
