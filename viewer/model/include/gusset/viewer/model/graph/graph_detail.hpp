#pragma once
#include <cstddef>

namespace gusset::viewer {

/// How much of a graph is drawn: what can't be read is left out, and many lines are faint.
struct GraphDetail {
  bool labels = true;
  bool second_lines = true;  ///< of groups
  bool arrows = true;
  bool curves = true;  ///< else lines are straight from bend to bend
  bool smooth = true;  ///< edges without steps
  bool frames = true;  ///< around boxes
  bool counts = true;  ///< of edges, beside the lines between groups
  double line_opacity = 1.0;
  friend bool operator==(const GraphDetail&, const GraphDetail&) = default;
};

/// At `scale` device pixels per unit, with so many lines in a view of so many pixels.
GraphDetail detail_at(double scale, std::size_t lines, double view_pixels);

}  // namespace gusset::viewer
