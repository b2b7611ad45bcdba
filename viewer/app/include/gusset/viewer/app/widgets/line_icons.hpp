#pragma once
#include <QIcon>

namespace gusset::viewer {

/// Plain icons of lines, drawn in the palette's colour of text: they follow light and dark.
enum class LineIcon {
  open,
  reload,
  zoom_in,
  zoom_out,
  fit,
  undo,
  redo,
  find,
  commands,
  play,
  pause,
  previous,
  next,
  start,
  faster,
  slower
};

QIcon line_icon(LineIcon icon);
/// The program's own: two triangles on a row each, as on the timeline.
QIcon program_icon();

}  // namespace gusset::viewer
