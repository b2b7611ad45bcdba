#pragma once
#include <cstddef>

namespace gusset::picture {

/// What readers can see on a medium. The default is a screen, where pixels are large and frames must be drawn
/// fast.
struct GraphMedium {
  double min_font_size = 6.5;    ///< pixels; smaller text is unreadable
  double min_second_line = 8.0;  ///< the same for the second lines of groups, which matter less
  double min_line_width = 1.0;   ///< pixels
  double min_strength = 0.06;    ///< minimum opacity of lines when there are many
  bool is_static = false;        ///< drawn once, so every line is drawn in full, no matter how many
  double good_font_size = 0.0;   ///< pixels; names are up to this large where their boxes have room

  /// Print, which is read from close up.
  static GraphMedium print(double min_font_size) { return {min_font_size, min_font_size, 0.3, 0.3, true}; }
};

/// How much of a graph is drawn. Unreadable parts are left out, and lines are faint if there are many.
struct GraphDetail {
  bool labels = true;
  bool second_lines = true;  ///< of groups
  bool arrows = true;
  bool curves = true;  ///< false: lines run straight from bend to bend
  bool smooth = true;  ///< antialiased edges
  bool frames = true;  ///< around boxes
  bool counts = true;  ///< edge counts beside the lines between groups
  double line_strength = 1.0;
  friend bool operator==(const GraphDetail&, const GraphDetail&) = default;
};

/// Chooses the detail at `scale` pixels of the medium per unit, for `lines` lines in a view of `view_pixels`
/// pixels.
GraphDetail detail_at(double scale, std::size_t lines, double view_pixels, const GraphMedium& medium = {});

}  // namespace gusset::picture
