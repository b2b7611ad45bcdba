#pragma once
#include "fonts.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"

struct ImDrawList;

namespace gusset::viewer {

/// Dims the areas that playback has not reached.
void draw_dimmed(ImDrawList& list, const Overlay& overlay);

/// Draws the rest of an overlay into a Dear ImGui draw list. Hides the rulers' texts that badges touch.
/// `width` and `height` are the view's.
void draw_overlay(ImDrawList& list, const Overlay& overlay, const std::vector<Box>& ruler_texts,
                  const Fonts& fonts, double scale, int width, int height);

/// Draw the filled rectangles, or the labels, of a picture.
void draw_fills(ImDrawList& list, const std::vector<Fill>& fills);
void draw_labels(ImDrawList& list, const std::vector<Label>& labels, const Fonts& fonts);

}  // namespace gusset::viewer
