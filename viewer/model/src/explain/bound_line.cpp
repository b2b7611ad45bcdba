#include "gusset/viewer/model/explain/bound_line.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {

void add_bound_line(const Timeline& timeline, const BoundLine& line, Rgba colour, int place, Shapes& shapes) {
  const Box clip = rows_box(timeline, line.panel);
  const double x = timeline.x_from_time(line.panel, static_cast<double>(line.time_ns));
  if (x < clip.left || x >= clip.right()) return;
  const int line_height = static_cast<int>(std::lround(20 * timeline.scale()));
  shapes.lines.push_back(
      {x, static_cast<double>(clip.top), x, static_cast<double>(clip.bottom()), colour, true, clip});
  // To the right of its line if it fits there.
  const double width = (7.5 * static_cast<double>(line.text.size()) + 14) * timeline.scale();
  const double right_of_line = x + 3 * timeline.scale();
  const double left =
      right_of_line + width < clip.right() ? right_of_line : std::max<double>(clip.left, x - width);
  shapes.tags.push_back(
      {left, static_cast<double>(clip.bottom() - (place + 1) * line_height), line.text, colour, clip});
}

}  // namespace gusset::viewer
