#pragma once
#include <vector>

#include "canvas/canvas.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"

namespace gusset::figure {

/// Where a graph stands in a picture.
struct GraphPlace {
  double left = 0.0;  ///< pixels
  double top = 0.0;
  double scale = 1.0;  ///< pixels per unit of the scene

  Point at(double x, double y) const { return {left + x * scale, top + y * scale}; }
};

inline constexpr Colour graph_paper{0xFF, 0xFF, 0xFF};
inline constexpr Colour graph_line{0x63, 0x6E, 0x7B};  ///< of arrows, and of words that matter less

/// A line of the scene in the picture, from its first point to its last: curves that stand upright at levels.
std::vector<Point> points_of_line(const traces::GraphScene& scene, const traces::GraphLine& line,
                                  const GraphPlace& place);

/// Draws all lines but those that a bundle stands for: dotted, dashed, and with arrow heads where they lead
/// from one to another.
void draw_graph_lines(Canvas& canvas, const traces::GraphScene& scene, const GraphPlace& place);

}  // namespace gusset::figure
