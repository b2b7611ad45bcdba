#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "task_look.hpp"

namespace gusset::picture {

double state_legend_height(double font_size) {
  return font_size * 1.2 + 8.0;
}

void draw_state_legend(Canvas& canvas, const GraphPalette& palette, const GraphMoment& moment,
                       Point view_size, double font_size) {
  const StateCounts counts = moment.all->at(moment.time_ns);
  constexpr double side = 10.0;  // pixels beside the legend
  constexpr double text_gap = 14.0;
  constexpr double swatch_room = 23.0;
  double needed = canvas.text_width(moment.text, font_size) + text_gap;
  for (const auto& [state, name] : shown_states)
    needed += swatch_room + canvas.text_width(count_text(counts[state]) + " " + name, font_size) + text_gap;
  font_size *= std::min(1.0, (view_size.x - side) / needed);  // a narrow view shows all states
  const double line = state_legend_height(font_size);
  const double middle = view_size.y - line / 2.0;
  Path background;
  background.rectangle(0.0, view_size.y - line, view_size.x, view_size.y);
  canvas.fill(background, palette.surface, "");
  double x = side;
  const auto write = [&](const std::string& text) {
    canvas.text({x, middle + font_size * baseline_below_middle}, text,
                {.size = font_size, .colour = palette.text});
    x += canvas.text_width(text, font_size) + text_gap;
  };
  write(moment.text);
  for (const auto& [state, name] : shown_states) {
    const PixelBox swatch{x, middle - 6.0, x + 18.0, middle + 6.0};
    draw_box(canvas, swatch, task_look(palette, palette.swatch, state, swatch.height(), 1.0), 2.0, name);
    x += swatch_room;
    write(count_text(counts[state]) + " " + name);
  }
}

}  // namespace gusset::picture
