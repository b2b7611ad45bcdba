#pragma once
#include <QString>
#include <vector>

class QAction;
class QMainWindow;

namespace gusset::viewer {

/// An action of a window's menus.
struct MenuAction {
  QAction* action = nullptr;
  QString menu;  ///< "File", "View › Colour by"
  QString name;  ///< without marks for the keyboard; in a submenu with its title: "Colour by: type"
};

/// All actions of the menus, in their order, submenus included.
std::vector<MenuAction> menu_actions(const QMainWindow& window);

/// One line of the table of keys.
struct KeyHelp {
  QString group;
  QString keys;
  QString what;
};

/// Every key of every action, read from the menus themselves, then what only the mouse does.
std::vector<KeyHelp> key_table(const QMainWindow& window);

/// The keys of an action as the platform writes them.
QString keys_text(const QAction& action);

/// Shows the table in a dialog.
void show_key_table(QMainWindow& window);

}  // namespace gusset::viewer
