#include "gusset/viewer/model/explain/bound_line.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

double tag_width(const Timeline& timeline, const std::string& text) {
  constexpr double padding = 14.0;
  return timeline.text_width(text) + padding * timeline.scale();
}

// Returns the left edge of a name beside `x`: right of it, left of it, or beside a name that is there
// already. Nothing if there is no room.
std::optional<double> place_of_name(const Timeline& timeline, const Box& row, double x, double width,
                                    const std::vector<Shapes::Tag>& tags) {
  const double gap = 3 * timeline.scale();
  std::vector<const Shapes::Tag*> others;
  for (const Shapes::Tag& tag : tags) {
    if (tag.clip == row) others.push_back(&tag);
  }
  std::vector<double> places{x + gap, x - gap - width};
  for (const Shapes::Tag* other : others) {
    places.push_back(other->x + tag_width(timeline, other->text) + gap);
    places.push_back(other->x - gap - width);
  }
  std::optional<double> nearest;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double left = places[i];
    const bool is_inside = left >= row.left && left + width <= row.right();
    const bool is_free = std::none_of(others.begin(), others.end(), [&](const Shapes::Tag* other) {
      return left < other->x + tag_width(timeline, other->text) && other->x < left + width;
    });
    if (!is_inside || !is_free) continue;
    if (i < 2) return left;
    if (!nearest || std::abs(left - x) < std::abs(*nearest - x)) nearest = left;
  }
  return nearest;
}

}  // namespace

void add_bound_line(const Timeline& timeline, const BoundLine& line, Rgba colour, Shapes& shapes) {
  const Box clip = rows_box(timeline, line.panel);
  const double x = timeline.x_from_time(line.panel, static_cast<double>(line.time_ns));
  if (x < clip.left || x >= clip.right()) return;
  shapes.lines.push_back(
      {x, static_cast<double>(clip.top), x, static_cast<double>(clip.bottom()), colour, true, clip});
  const Stretch below = timeline.layout().bounds(line.panel);
  const int height = static_cast<int>(std::lround(20 * timeline.scale()));
  const Box row = below.height > 0 ? Box{clip.left, below.top, clip.width, below.height}
                                   : Box{clip.left, clip.bottom() - height, clip.width, height};
  if (const auto left = place_of_name(timeline, row, x, tag_width(timeline, line.text), shapes.tags))
    shapes.tags.push_back({*left, row.top + std::round(timeline.scale()), line.text, colour, row});
}

}  // namespace gusset::viewer
