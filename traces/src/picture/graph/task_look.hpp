#pragma once
#include <array>
#include <utility>

#include "graph_lines.hpp"

namespace gusset::picture {

inline constexpr double waiting_strength = 46.0 / 255.0;  ///< of a waiting task's colour
inline constexpr double baseline_below_middle = 0.36;     ///< share of the font size
/// From left to right in legends and progress stripes.
inline constexpr std::array<std::pair<NodeState, const char*>, 4> shown_states{
    {{NodeState::done, "done"},
     {NodeState::running, "running"},
     {NodeState::ready, "ready"},
     {NodeState::waiting, "waiting"}}};

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
