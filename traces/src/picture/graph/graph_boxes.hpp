#pragma once
#include "graph_lines.hpp"

namespace gusset::picture {

/// The look of a task in a state: fill, frame and text.
struct TaskLook {
  Colour fill, frame, text;
  double frame_width = 1.0;  ///< pixels; half of it lies outside the box if `is_bold`
  bool is_bold = false;
};
TaskLook task_look(const GraphPalette& palette, Colour colour, NodeState state, double height,
                   double thin_frame);

/// Draws a box with rounded corners and a frame.
void draw_box(Canvas& canvas, const PixelBox& box, const TaskLook& look, double radius,
              const std::string& name);

}  // namespace gusset::picture
