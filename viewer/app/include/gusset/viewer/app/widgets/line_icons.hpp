#pragma once
#include <QIcon>
#include <QString>

namespace gusset::viewer {

/// Returns the icon of that name in viewer/app/icons. Its lines have the palette's text colour, in light and
/// dark themes.
QIcon line_icon(const QString& name);
QIcon program_icon();

}  // namespace gusset::viewer
