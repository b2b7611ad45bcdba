#pragma once
#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::picture {

/// The colours of a graph's picture.
struct GraphPalette {
  traces::Colour background, surface;  ///< around boxes, and inside closed groups
  traces::Colour text, muted, frame, version;
  traces::Colour open_group, inner_open_group;
  traces::Colour accent;                ///< marks the selected task
  traces::Colour rim;                   ///< mixed into the frames of tasks
  traces::Colour swatch{90, 130, 180};  ///< the boxes that explain states
};

/// Colours for a window in a light or dark theme, with more contrast if the window is projected.
const GraphPalette& graph_palette_on(traces::Background background, bool is_projected = false);
/// Colours for a page, which is white.
const GraphPalette& graph_palette_on_page();

}  // namespace gusset::picture
