#pragma once
#include "graph_lines.hpp"

namespace gusset::picture {

/// How a task is drawn in a state: its fill, its frame and the letters on it.
struct TaskLook {
  Colour fill, frame, letters;
  double frame_width = 1.0;  ///< pixels, half of it outside of the box where `is_bold`
  bool is_bold = false;
};
TaskLook task_look(const GraphInk& ink, Colour colour, NodeState state, double height, double thin_frame);

/// Draws a box with round corners and a frame.
void draw_box(Canvas& canvas, const PixelBox& box, const TaskLook& look, double radius,
              const std::string& name);

}  // namespace gusset::picture
