#pragma once
#include <QAction>
#include <QDockWidget>
#include <QKeySequence>
#include <QMainWindow>

namespace gusset::viewer {

/// Makes a dock whose object name is its title.
inline QDockWidget* add_dock(QMainWindow& window, const QString& title, QWidget* content,
                             Qt::DockWidgetArea area = Qt::RightDockWidgetArea) {
  auto* dock = new QDockWidget(title, &window);
  dock->setObjectName(title);
  dock->setWidget(content);
  window.addDockWidget(area, dock);
  return dock;
}

/// Hides a dock until the user asks for it. Gives its toggle action a key and the dock's title in lower case
/// as its id.
inline void hide_until_requested(QDockWidget& dock, const QString& key) {
  dock.hide();
  dock.toggleViewAction()->setObjectName(dock.windowTitle().toLower());
  dock.toggleViewAction()->setShortcut(key);
}

/// Makes a hidden dock as a tab beside the details. The legend stays in view, since it names the colours.
inline QDockWidget* add_tab(QMainWindow& window, const QString& title, QWidget* content) {
  QDockWidget* dock = add_dock(window, title, content);
  if (auto* details = window.findChild<QDockWidget*>("Details")) window.tabifyDockWidget(details, dock);
  dock->hide();
  return dock;
}

/// Brings a dock to the front of the docks that share its place.
inline void bring_to_front(QDockWidget* dock) {
  if (dock == nullptr) return;
  dock->show();
  dock->raise();
}

}  // namespace gusset::viewer
