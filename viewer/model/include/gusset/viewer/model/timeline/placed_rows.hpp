#pragma once
#include <cstddef>
#include <optional>

#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// The rows of a panel as a timeline shows them, for drawing shapes over the rows; empty for a panel that
/// does not exist. Refers to the timeline, which must outlive the result and stay unchanged. Takes constant
/// time.
picture::PlacedRows placed_rows(const Timeline& timeline, std::size_t panel);

/// The part of a panel in which rows are visible.
Box rows_box(const Timeline& timeline, std::size_t panel);

/// The area outside of which a row is hidden. `place` is the index among the panel's shown rows.
Box row_box(const Timeline& timeline, std::size_t panel, std::size_t place);

/// Where runs of a nesting depth are drawn in a shown row, whether or not it is split into sub-rows. `place`
/// is the index among the panel's shown rows.
Stretch track_at(const Timeline& timeline, std::size_t panel, std::size_t place, std::size_t depth);

/// Where a task is drawn, possibly outside its panel's body; nothing if its row is filtered out or it never
/// ran.
std::optional<Stretch> track_of(const Timeline& timeline, TaskReference task);

}  // namespace gusset::viewer
