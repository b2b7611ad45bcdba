#pragma once
#include <QMainWindow>

#include "gusset/viewer/app/widgets/actions.hpp"

namespace gusset::viewer {

/// Makes a toolbar of the actions that the window has so far: icons for common commands, labelled buttons for
/// what the window can explain, and a list of the panels. In a narrow window, the buttons without room are
/// behind the arrow at the end. Adds an action to the View menu that shows and hides it.
void make_toolbar(QMainWindow& window, Actions& actions);

}  // namespace gusset::viewer
