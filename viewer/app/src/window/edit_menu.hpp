#pragma once
#include "gusset/viewer/app/timeline/marks_panel.hpp"
#include "gusset/viewer/app/widgets/actions.hpp"

namespace gusset::viewer {

/// The menu Edit: undo and redo of marks and colours, and marking a time.
class EditMenu {
 public:
  EditMenu(QMainWindow& window, Actions& actions, Session& session, TimelineView& view, MarksPanel& marks);

 private:
  void refresh();

  Session& session_;
  QAction* undo_ = nullptr;
  QAction* redo_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
