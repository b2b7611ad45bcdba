#pragma once
#include "fonts.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

struct ImDrawList;

namespace gusset::viewer {

/// Draws shapes in their order into a Dear ImGui draw list.
void draw_shapes(ImDrawList& list, const Shapes& shapes, const Fonts& fonts, double scale);

}  // namespace gusset::viewer
