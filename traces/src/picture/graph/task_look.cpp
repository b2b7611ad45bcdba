#include "task_look.hpp"

#include <algorithm>

#include "gusset/traces/picture/canvas/strokes.hpp"

namespace gusset::picture {
namespace {

constexpr double waiting_frame_strength = 110.0 / 255.0;

}  // namespace

TaskLook task_look(const GraphPalette& palette, Colour colour, NodeState state, double height,
                   double thin_frame) {
  switch (state) {
    case NodeState::running:
      return {colour, palette.text, text_colour_on(colour), std::max(2.4, 0.13 * height), true};
    case NodeState::ready:
      return {palette.surface, mixed(colour, {0, 0, 0}, 0.1), palette.text, std::max(1.6, 0.1 * height),
              true};
    case NodeState::waiting:
      return {mixed(palette.background, colour, waiting_strength),
              mixed(palette.background, colour, waiting_frame_strength), palette.muted, thin_frame};
    case NodeState::done:
      break;
  }
  return {colour, mixed(colour, palette.rim, 0.26), text_colour_on(colour), thin_frame};
}

void draw_box(Canvas& canvas, const PixelBox& box, const TaskLook& look, double radius,
              const std::string& name) {
  const PixelBox whole = look.is_bold ? box.grown(look.frame_width / 2.0) : box;
  const double outside = look.is_bold ? look.frame_width / 2.0 : 0.0;
  Path outer;
  add_rounded(outer, whole.left, whole.top, whole.right, whole.bottom, radius + outside);
  canvas.fill(outer, look.frame, name);
  const PixelBox within = whole.grown(-look.frame_width);
  if (within.width() <= 0.0 || within.height() <= 0.0) return;
  Path inner;
  add_rounded(inner, within.left, within.top, within.right, within.bottom,
              std::max(0.0, radius + outside - look.frame_width));
  canvas.fill(inner, look.fill, name);
}

}  // namespace gusset::picture
