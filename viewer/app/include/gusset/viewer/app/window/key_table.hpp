#pragma once
#include <QString>
#include <vector>

class QAction;
class QMainWindow;

namespace gusset::viewer {

/// An action of a window's menus.
struct MenuAction {
  QAction* action = nullptr;
  QString menu;  ///< for example "File" or "View › Colour by"
  QString name;  ///< without "&"; includes a submenu's title: "Colour by: type"
};

/// Returns all actions of the menus in order, including submenus.
std::vector<MenuAction> menu_actions(const QMainWindow& window);

/// One line of the table of keys.
struct KeyHelp {
  QString group;
  QString keys;
  QString what;
};

/// Lists every key of every menu action, then the mouse gestures.
std::vector<KeyHelp> key_table(const QMainWindow& window);

/// The keys of an action in the platform's notation.
QString keys_text(const QAction& action);

/// Shows the table in a dialog.
void show_key_table(QMainWindow& window);

}  // namespace gusset::viewer
