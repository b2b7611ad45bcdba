#pragma once
#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::picture {

/// The colours of a graph's picture.
struct GraphInk {
  traces::Colour background, paper;  ///< around boxes, and inside closed groups
  traces::Colour text, muted, frame, version;
  traces::Colour open_group, inner_open_group;
  traces::Colour accent;                ///< marks the selected task
  traces::Colour rim;                   ///< mixed into the frames of tasks
  traces::Colour swatch{90, 130, 180};  ///< the boxes that explain states
};

/// Colours for a window, on white or traces::dark_paper.
const GraphInk& graph_ink_on(traces::Paper paper, bool is_projected = false);
/// Colours for a page, which is white.
const GraphInk& graph_ink_on_page();

}  // namespace gusset::picture
