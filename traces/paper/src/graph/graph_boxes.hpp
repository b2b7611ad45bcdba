#pragma once
#include <cstdint>
#include <vector>

#include "canvas/canvas.hpp"
#include "graph_lines.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"

namespace gusset::figure {

/// The share of a box in one colour.
struct ColourShare {
  Colour colour;
  double share = 0.0;  ///< 0…1
};
/// Of each box of a scene, the largest share first; none without tasks.
using BoxColours = std::vector<std::vector<ColourShare>>;

inline constexpr Colour graph_version_fill{0xD0, 0xD6, 0xDD};

/// Whether names are written on all boxes at a scale: those that would be lower than `least_letters` (pixels)
/// are left out.
bool has_all_names(const traces::GraphScene& scene, double scale, double least_letters);

/// Draws a graph: open groups below lines below boxes below numbers.
void draw_graph_on(Canvas& canvas, const traces::GraphScene& scene, const BoxColours& colours,
                   const GraphPlace& place, double least_letters);

}  // namespace gusset::figure
