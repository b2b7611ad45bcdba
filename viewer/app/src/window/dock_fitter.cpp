#include "window/dock_fitter.hpp"

#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <QStyle>
#include <QTabBar>
#include <QTimer>
#include <algorithm>
#include <vector>

namespace gusset::viewer {
namespace {

constexpr QSize min_window{400, 300};
constexpr double largest_share = 0.45;  // of the window's width, for docks beside the timeline

// Whether a dock is visible: not hidden, and in front of the docks that it shares tabs with.
bool is_in_front(const QDockWidget& dock) {
  return !dock.isHidden() && !dock.visibleRegion().isEmpty();
}

// Returns the visible docks of an area, from top to bottom or from left to right.
std::vector<QDockWidget*> docks_in(const QMainWindow& window, Qt::DockWidgetArea area,
                                   Qt::Orientation orientation) {
  std::vector<QDockWidget*> docks;
  for (auto* dock : window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
    if (!dock->isFloating() && window.dockWidgetArea(dock) == area && is_in_front(*dock))
      docks.push_back(dock);
  }
  const auto place = [orientation](const QDockWidget* dock) {
    return orientation == Qt::Vertical ? dock->y() : dock->x();
  };
  std::sort(docks.begin(), docks.end(),
            [&](const QDockWidget* a, const QDockWidget* b) { return place(a) < place(b); });
  return docks;
}

// Whether b starts after a, in the same column or row. Docks that lack room may overlap.
bool follows(const QDockWidget& a, const QDockWidget& b, Qt::Orientation orientation) {
  const QRect first = a.geometry();
  const QRect second = b.geometry();
  return orientation == Qt::Vertical
             ? second.top() > first.top() && second.left() <= first.right() && first.left() <= second.right()
             : second.left() > first.left() && second.top() <= first.bottom() &&
                   first.top() <= second.bottom();
}

}  // namespace

DockFitter::DockFitter(QMainWindow& window) : QObject(&window), window_(window) {
  window.setMinimumSize(min_window);  // otherwise Qt enlarges a window whose panels need more room
  window.installEventFilter(this);
  for (auto* dock : window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
    dock->installEventFilter(this);
}

bool DockFitter::lacks_room(Qt::Orientation orientation) const {
  const QSize needed = window_.layout()->totalMinimumSize();
  return orientation == Qt::Vertical ? needed.height() > window_.height() : needed.width() > window_.width();
}

void DockFitter::fit() {
  QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // sizes that are about to change
  for (auto* tabs : window_.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
    // Names of scrolled tabs can be read, those of tabs that share too little room can't; the style elides a
    // tab that is partly scrolled away. Setting a property to the same value would
    // request another layout.
    if (tabs->elideMode() != Qt::ElideNone) tabs->setElideMode(Qt::ElideNone);
    if (!tabs->usesScrollButtons()) tabs->setUsesScrollButtons(true);
  }
  const auto areas = {Qt::RightDockWidgetArea, Qt::BottomDockWidgetArea, Qt::LeftDockWidgetArea,
                      Qt::TopDockWidgetArea};
  for (const auto area : areas) {
    for (const auto orientation : {Qt::Horizontal, Qt::Vertical}) {
      while (lacks_room(orientation) && stack_neighbours(area, orientation)) {
      }
    }
  }
  for (const auto area : {Qt::TopDockWidgetArea, Qt::BottomDockWidgetArea}) {  // the player is wide
    while (lacks_room(Qt::Vertical) && move_to_right(area)) {
    }
  }
}

/// Puts two neighbouring docks of an area into tabs that share one place. Returns false if there are no
/// neighbours.
bool DockFitter::stack_neighbours(Qt::DockWidgetArea area, Qt::Orientation orientation) {
  const std::vector<QDockWidget*> docks = docks_in(window_, area, orientation);
  for (std::size_t i = 1; i < docks.size(); ++i) {
    if (!follows(*docks[i - 1], *docks[i], orientation)) continue;
    stack(*docks[i - 1], *docks[i]);
    return true;
  }
  return false;
}

/// Moves a dock of an area to the tabs on the right. Returns false if the area has no dock.
bool DockFitter::move_to_right(Qt::DockWidgetArea area) {
  const std::vector<QDockWidget*> docks = docks_in(window_, area, Qt::Horizontal);
  const std::vector<QDockWidget*> places = docks_in(window_, Qt::RightDockWidgetArea, Qt::Vertical);
  if (docks.empty()) return false;
  if (places.empty()) {
    window_.addDockWidget(Qt::RightDockWidgetArea, docks.front());
    window_.layout()->activate();
  } else {
    stack(*docks.front(), *places.back());
  }
  return true;
}

/// Moves a visible dock, and the docks that share its tabs, to another dock's place. The one shown last stays
/// in front.
void DockFitter::stack(QDockWidget& moved, QDockWidget& place) {
  const auto order = [this](QDockWidget& dock) { return std::find(shown_.begin(), shown_.end(), &dock); };
  QDockWidget& front = order(moved) > order(place) ? moved : place;
  const int width = std::min(place.width(), static_cast<int>(window_.width() * largest_share));
  QList<QDockWidget*> docks = window_.tabifiedDockWidgets(&moved);
  docks.prepend(&moved);
  for (QDockWidget* dock : docks) window_.tabifyDockWidget(&place, dock);
  front.raise();
  window_.layout()->activate();
  if (window_.dockWidgetArea(&place) == Qt::RightDockWidgetArea)
    window_.resizeDocks({&front}, {width}, Qt::Horizontal);
}

bool DockFitter::eventFilter(QObject* watched, QEvent* event) {
  if (watched != &window_) {
    if (event->type() == QEvent::Show) note_shown(qobject_cast<QDockWidget*>(watched));
  } else if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
    fit_soon();
  }
  return QObject::eventFilter(watched, event);
}

void DockFitter::note_shown(QDockWidget* dock) {
  std::erase(shown_, dock);
  shown_.push_back(dock);
}

void DockFitter::fit_soon() {
  if (is_fitting_soon_ || !window_.isVisible()) return;
  is_fitting_soon_ = true;
  QTimer::singleShot(0, this, [this] {
    is_fitting_soon_ = false;
    fit();
  });
}

void fit_to_screen(QWidget& window, const QRect& screen) {
  // The size of the window's frame is not known before it is shown.
  const int title_bar = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
  const QRect available = screen.adjusted(0, 0, 0, -title_bar);
  window.resize(window.size().boundedTo(available.size()));
  QRect place = window.geometry();
  if (place.right() > available.right()) place.moveRight(available.right());
  if (place.bottom() > available.bottom()) place.moveBottom(available.bottom());
  if (place.left() < available.left()) place.moveLeft(available.left());
  if (place.top() < available.top()) place.moveTop(available.top());
  if (place.topLeft() != window.geometry().topLeft()) window.move(place.topLeft());
}

}  // namespace gusset::viewer
