#pragma once
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "letters.hpp"

struct ImDrawList;

namespace gusset::viewer {

/// Fades the areas that an overlay covers with veils.
void draw_veils(ImDrawList& list, const Overlay& overlay);

/// Draws the rest of an overlay into a Dear ImGui draw list. `width` and `height` are the view's.
void draw_overlay(ImDrawList& list, const Overlay& overlay, const Letters& letters, double scale, int width,
                  int height);

/// Draw the filled rectangles, or the labels, of a picture.
void draw_fills(ImDrawList& list, const std::vector<Fill>& fills);
void draw_labels(ImDrawList& list, const std::vector<Label>& labels, const Letters& letters);

}  // namespace gusset::viewer
