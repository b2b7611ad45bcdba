#pragma once
#include <QIcon>
#include <QString>

namespace gusset::viewer {

/// The icon of that name in viewer/app/icons: lines in the palette's colour of text, in light and in dark.
QIcon line_icon(const QString& name);
/// The program's icon.
QIcon program_icon();

}  // namespace gusset::viewer
