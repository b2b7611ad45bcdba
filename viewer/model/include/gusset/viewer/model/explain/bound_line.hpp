#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// A time that a trace's tasks cannot beat, and its name.
struct BoundLine {
  std::size_t panel = 0;
  std::int64_t time_ns = 0;  ///< in the panel's own times
  std::string text;
  std::string word = "bound";  ///< what the time is, where there is no room for the text
  friend bool operator==(const BoundLine&, const BoundLine&) = default;
};

/// Draws a dashed line through the panel's rows if its time is in view, with the name below it, in the
/// timeline's row for such names; without that row, at the bottom of the rows. The names of a panel's bound
/// lines are in the order of the lines, each near its line. Names that do not fit beside each other are only
/// the bounds' words and times. Costs the same for every trace.
void add_bound_line(const Timeline& timeline, const BoundLine& line, Rgba colour, Shapes& shapes);

}  // namespace gusset::viewer
