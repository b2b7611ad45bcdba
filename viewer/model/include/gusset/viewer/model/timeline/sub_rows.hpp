#pragma once
#include <cstddef>
#include <optional>

#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// One of the sub-rows that the part of a row that is drawn on is split into, from the top; a small distance
/// below each but the last, where there is room.
Stretch sub_row(Stretch track, std::size_t index, std::size_t count, double scale);

/// The sub-row at a height: the first or last above or below them.
std::size_t sub_row_at(Stretch track, std::size_t count, int y);

/// Where what ran at a depth is drawn: in a shown row, as it is split or not. `place` is of the panel's
/// rows.
Stretch track_at(const Timeline& timeline, std::size_t panel, std::size_t place, std::size_t depth);

/// Where a task is drawn, perhaps outside of its panel's body; nothing where its row is filtered away or it
/// never ran.
std::optional<Stretch> track_of(const Timeline& timeline, TaskReference task);

}  // namespace gusset::viewer
