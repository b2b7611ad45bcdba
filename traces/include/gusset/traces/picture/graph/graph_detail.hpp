#pragma once
#include <cstddef>

namespace gusset::picture {

/// What can be seen on a medium. By default a screen: its pixels are large, and a frame must be drawn soon.
struct GraphMedium {
  double least_letters = 6.5;      ///< pixels: smaller letters can't be read
  double least_second_line = 8.0;  ///< the same, of what matters less
  double least_line_width = 1.0;   ///< pixels
  double least_strength = 0.06;    ///< of lines, where they are many
  bool has_time = false;           ///< every line may be drawn in full, however many there are

  /// Paper, which is read from near.
  static GraphMedium paper(double least_letters) { return {least_letters, least_letters, 0.3, 0.3, true}; }
};

/// How much of a graph is drawn: what can't be read is left out, and many lines are faint.
struct GraphDetail {
  bool labels = true;
  bool second_lines = true;  ///< of groups
  bool arrows = true;
  bool curves = true;  ///< else lines are straight from bend to bend
  bool smooth = true;  ///< edges without steps
  bool frames = true;  ///< around boxes
  bool counts = true;  ///< of edges, beside the lines between groups
  double line_strength = 1.0;
  friend bool operator==(const GraphDetail&, const GraphDetail&) = default;
};

/// At `scale` pixels of the medium per unit, with so many lines in a view of so many pixels.
GraphDetail detail_at(double scale, std::size_t lines, double view_pixels, const GraphMedium& medium = {});

}  // namespace gusset::picture
