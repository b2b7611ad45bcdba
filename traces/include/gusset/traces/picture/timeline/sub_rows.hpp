#pragma once
#include <cstddef>

#include "gusset/traces/picture/timeline/box.hpp"

namespace gusset::picture {

/// Lower rows are not split, in pixels of a plain display.
inline constexpr double least_split_row = 24.0;

/// One of the sub-rows that the part of a row that is drawn on is split into, from the top; a small distance
/// below each but the last, where there is room.
Stretch sub_row(Stretch track, std::size_t index, std::size_t count, double scale);

/// The sub-row at a height: the first or last above or below them.
std::size_t sub_row_at(Stretch track, std::size_t count, int y);

}  // namespace gusset::picture
