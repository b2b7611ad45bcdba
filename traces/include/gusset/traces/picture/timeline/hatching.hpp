#pragma once
#include <cstdint>
#include <functional>

#include "gusset/traces/picture/canvas/path.hpp"
#include "gusset/traces/picture/timeline/box.hpp"

namespace gusset::picture {

/// The direction of a hatched area's lines.
enum class Hatching : std::uint8_t { rising, falling, vertical, horizontal, crossed };

/// Calls `visit` for each line of a hatched box. Diagonals are `distance` apart, measured horizontally, and
/// horizontal and vertical lines three quarters of that. Lines of adjacent boxes meet. A line begins at its
/// left end, a vertical one at its top.
void for_each_hatch_line(const Box& box, Hatching hatching, double distance,
                         const std::function<void(const Point& from, const Point& to)>& visit);

}  // namespace gusset::picture
