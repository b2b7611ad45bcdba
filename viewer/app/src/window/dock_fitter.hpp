#pragma once
#include <QObject>
#include <vector>

class QDockWidget;
class QMainWindow;
class QRect;
class QWidget;

namespace gusset::viewer {

/// Keeps the panels inside a small window. If they need more room than the window has, docks share one place
/// as tabs: first the docks of one area, then also those above and below the timeline. The window itself
/// never grows.
class DockFitter : public QObject {
 public:
  /// `window` already has all its docks.
  explicit DockFitter(QMainWindow& window);

  /// Puts docks into tabs until the panels fit, or until all docks share one place.
  void fit();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool lacks_room(Qt::Orientation orientation) const;
  bool stack_neighbours(Qt::DockWidgetArea area, Qt::Orientation orientation);
  bool move_to_right(Qt::DockWidgetArea area);
  void stack(QDockWidget& moved, QDockWidget& place);
  void note_shown(QDockWidget* dock);
  void fit_soon();

  QMainWindow& window_;
  std::vector<QDockWidget*> shown_;  ///< in the order in which they came to the front
  bool is_fitting_soon_ = false;
};

/// Moves and shrinks a window that is not shown yet into the available part of its `screen`,
/// with room for its title bar.
void fit_to_screen(QWidget& window, const QRect& screen);

}  // namespace gusset::viewer
