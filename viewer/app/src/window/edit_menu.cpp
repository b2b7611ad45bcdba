#include "edit_menu.hpp"

#include <QAction>
#include <QMenu>

#include "gusset/viewer/app/widgets/docks.hpp"

namespace gusset::viewer {

EditMenu::EditMenu(QMainWindow& window, Actions& actions, Session& session, TimelineView& view,
                   MarksPanel& marks)
    : session_(session) {
  QMenu& menu = actions.menu("&Edit");
  undo_ = actions.add(
      menu, "&Undo", "undo edit", {QKeySequence("Ctrl+Z")}, [this] { session_.undo_edit(); },
      Actions::Needs::nothing);
  redo_ = actions.add(
      menu, "&Redo", "redo edit", {QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")},
      [this] { session_.redo_edit(); }, Actions::Needs::nothing);
  menu.addSeparator();
  actions.add(menu, "&Mark this time", "mark", {QKeySequence("M")}, [this, &window, &view, &marks] {
    const std::int64_t time_ns = view.place_for_mark();
    session_.edit(with_mark(session_.edits(), {time_ns, ""}));
    bring_up(window.findChild<QDockWidget*>("Marks"));
    marks.write_note_at(time_ns);
  });
  connections_ = {session.document_changed.connect([this] { refresh(); }),
                  session.marks_changed.connect([this] { refresh(); })};
  refresh();
}

void EditMenu::refresh() {
  undo_->setEnabled(session_.can_undo_edit());
  redo_->setEnabled(session_.can_redo_edit());
}

}  // namespace gusset::viewer
