#pragma once
#include <QMainWindow>

#include "gusset/viewer/app/timeline/find_bar.hpp"
#include "gusset/viewer/app/timeline/legend_panel.hpp"
#include "gusset/viewer/app/timeline/marks_panel.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"

namespace gusset::viewer {

/// The menus of right clicks on the timeline's tasks, rows, marks and range, and on the marks' table. They
/// run the same commands as the menu bar where there is one.
class ContextMenus {
 public:
  ContextMenus(QMainWindow& window, Session& session, TimelineView& view, FindBar& find, MarksPanel& marks);

 private:
  void show(const Hit& hit, QPointF at, QPoint on_screen);
  void add_task(QMenu& menu, TaskReference task);
  void add_row(QMenu& menu, const Hit& hit);
  void add_range(QMenu& menu);
  void add_mark(QMenu& menu, std::size_t mark);
  void add_view(QMenu& menu);
  void add_action(QMenu& menu, const QString& id);
  std::optional<std::size_t> mark_at(QPointF at) const;
  QMenu* new_menu(QWidget& parent) const;

  QMainWindow& window_;
  Session& session_;
  TimelineView& view_;
  FindBar& find_;
  MarksPanel& marks_;
  Connections connections_;
};

}  // namespace gusset::viewer
