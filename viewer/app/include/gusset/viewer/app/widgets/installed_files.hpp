#pragma once
#include <QString>

namespace gusset::viewer {

/// Returns the folder of the installed files, ../share/gusset relative to the program's folder, both built
/// and installed. It may be missing.
QString installed_folder();

/// Returns the path of a file in that folder. Empty if there is no such file.
QString installed_file(const QString& relative);

/// Returns the path of the `gusset` command beside this program, or in PATH. Empty if it is not found.
QString gusset_command();

}  // namespace gusset::viewer
