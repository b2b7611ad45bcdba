#pragma once
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "letters.hpp"

struct ImDrawList;

namespace gusset::viewer {

/// What an overlay pales.
void draw_veils(ImDrawList& list, const Overlay& overlay);

/// Draws the rest of an overlay's plain data into a list of Dear ImGui. `width` and `height` are the view's.
void draw_overlay(ImDrawList& list, const Overlay& overlay, const Letters& letters, double scale, int width,
                  int height);

/// Filled rectangles and labels of a picture.
void draw_fills(ImDrawList& list, const std::vector<Fill>& fills);
void draw_labels(ImDrawList& list, const std::vector<Label>& labels, const Letters& letters);

}  // namespace gusset::viewer
