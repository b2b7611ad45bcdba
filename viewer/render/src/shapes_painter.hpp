#pragma once
#include "gusset/viewer/model/timeline/timeline.hpp"
#include "letters.hpp"

struct ImDrawList;

namespace gusset::viewer {

/// Draws shapes into a list of Dear ImGui, in their order.
void draw_shapes(ImDrawList& list, const Shapes& shapes, const Letters& letters, double scale);

}  // namespace gusset::viewer
