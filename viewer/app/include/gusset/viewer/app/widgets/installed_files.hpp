#pragma once
#include <QString>

namespace gusset::viewer {

/// What comes with the program: in ../share/gusset from its folder, in the build and installed alike. Empty
/// where it is not there.
QString installed_file(const QString& relative);

/// The `gusset` command: beside this program, else in PATH; empty where there is none.
QString gusset_command();

}  // namespace gusset::viewer
