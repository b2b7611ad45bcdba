#pragma once
#include <QObject>
#include <string>

#include "gusset/viewer/app/timeline/alignment_menu.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"

class QActionGroup;

namespace gusset::viewer {

/// The View menu: the visible range, its undo, and the alignment and colours of traces.
class ViewMenu : public QObject {
 public:
  ViewMenu(QMainWindow& window, Actions& actions, Session& session, TimelineView& view,
           Comparisons& comparisons);

  Signal<> theme_changed;

  /// Colours tasks by a key. Returns false if no open trace has that key.
  bool colour_by(const std::string& key);
  /// Adds the actions that show the window's docks.
  void add_docks(const QMainWindow& window);

 private:
  void add_themes(Actions& actions, QMainWindow& window);
  void list_colours();
  void update_undo();

  Session& session_;
  TimelineView& view_;
  QMenu& menu_;
  QAction* undo_ = nullptr;
  QAction* redo_ = nullptr;
  QMenu* colours_ = nullptr;
  QActionGroup* colour_group_ = nullptr;
  std::unique_ptr<AlignmentMenu> alignment_;
  Connections connections_;
};

}  // namespace gusset::viewer
