#pragma once
#include "gusset/viewer/model/timeline/timeline.hpp"
#include "letters.hpp"

struct ImDrawList;

namespace gusset::viewer {

/// Draws shapes in their order into a Dear ImGui draw list.
void draw_shapes(ImDrawList& list, const Shapes& shapes, const Letters& letters, double scale);

}  // namespace gusset::viewer
