#include "gusset/viewer/model/explain/bound_line.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/canvas/text.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

double tag_width(const Timeline& timeline, const std::string& text) {
  constexpr double padding = 14.0;
  return timeline.text_width(text) + padding * timeline.scale();
}

// One way to write the names of a row's lines beside each other.
struct Placement {
  std::vector<double> left;       ///< per name
  std::vector<std::string> text;  ///< per name
  double cost = 0.0;              ///< distances from the lines, and penalties, in pixels
};

// Writes the names in the order of their lines. The bits of `choice` are two for each name: whether it is
// left of its line, and whether it is shorter. Returns nothing if the row is too narrow.
std::optional<Placement> placement_of(const Timeline& timeline, const Box& row,
                                      const std::vector<Shapes::Tag*>& names, std::size_t choice) {
  const double gap = 3 * timeline.scale();
  const double cost_of_left = 1 * timeline.scale();  // right of the line is the usual place
  const double cost_of_shorter = 80 * timeline.scale();
  const double cost_of_crossing = 20 * timeline.scale();
  Placement found;
  std::vector<double> wanted;
  std::vector<double> width;
  double free_from = row.left;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_left = (choice >> 2 * i & 1U) != 0;
    const bool is_shorter = (choice >> (2 * i + 1) & 1U) != 0;
    const Shapes::Tag::OfLine& line = *names[i]->of_line;
    found.text.push_back(is_shorter ? line.shorter : line.text);
    width.push_back(tag_width(timeline, found.text.back()));
    wanted.push_back(is_left ? line.x - gap - width.back() : line.x + gap);
    found.left.push_back(std::max(wanted.back(), free_from));
    free_from = found.left.back() + width.back() + gap;
    found.cost += (is_left ? cost_of_left : 0.0) + (is_shorter ? cost_of_shorter : 0.0);
  }
  double free_to = row.right();
  for (std::size_t i = names.size(); i-- > 0;) {
    found.left[i] = std::min(found.left[i], free_to - width[i]);
    free_to = found.left[i] - gap;
    found.cost += std::abs(found.left[i] - wanted[i]);
    for (const Shapes::Tag* other : names) {
      const double x = other->of_line->x;
      if (other != names[i] && found.left[i] < x && x < found.left[i] + width[i])
        found.cost += cost_of_crossing;
    }
  }
  return found.left.front() < row.left ? std::nullopt : std::optional(found);
}

// Gives each name the same part of a row that is too narrow for all of them.
Placement equal_parts(const Timeline& timeline, const Box& row, const std::vector<Shapes::Tag*>& names) {
  const double part = row.width / static_cast<double>(names.size());
  const double padding = tag_width(timeline, "");
  Placement found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    found.left.push_back(row.left + part * static_cast<double>(i));
    found.text.push_back(
        picture::shortened(names[i]->of_line->shorter, part - padding,
                           [&](std::string_view text) { return timeline.text_width(text); }));
  }
  return found;
}

// Places the names in a row anew: in the order of their lines, each as near to its line as the others allow.
void place_names(const Timeline& timeline, const Box& row, std::vector<Shapes::Tag>& tags) {
  constexpr std::size_t most_tried = 5;  // panels have at most three bounds
  std::vector<Shapes::Tag*> names;
  for (Shapes::Tag& tag : tags) {
    if (tag.of_line && tag.clip == row) names.push_back(&tag);
  }
  std::stable_sort(names.begin(), names.end(),
                   [](const Shapes::Tag* a, const Shapes::Tag* b) { return a->of_line->x < b->of_line->x; });
  std::optional<Placement> best;
  const std::size_t choices = std::size_t{1} << 2 * std::min(names.size(), most_tried);
  for (std::size_t choice = 0; choice < choices; ++choice) {
    std::optional<Placement> found = placement_of(timeline, row, names, choice);
    if (found && (!best || found->cost < best->cost)) best = std::move(found);
  }
  if (!best) best = equal_parts(timeline, row, names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i]->x = best->left[i];
    names[i]->text = best->text[i];
  }
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
  Shapes::Tag tag{x, row.top + std::round(timeline.scale()), line.text, colour, row};
  tag.of_line = {x, line.text, line.word + " " + duration_text_ns(line.time_ns)};
  shapes.tags.push_back(std::move(tag));
  place_names(timeline, row, shapes.tags);
}

}  // namespace gusset::viewer
