#pragma once
#include <cstddef>
#include <optional>

#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// The rows of a panel as a timeline shows them, for what is composed over them; none of a panel that it does not
/// have. Refers to the timeline, which must live as long and not change. Linear in rows.
picture::PlacedRows placed_rows(const Timeline& timeline, std::size_t panel);

/// The part of a panel that rows can be seen in.
Box rows_box(const Timeline& timeline, std::size_t panel);

/// Where what ran at a depth is drawn: in a shown row, as it is split or not. `place` is of the panel's
/// rows.
Stretch track_at(const Timeline& timeline, std::size_t panel, std::size_t place, std::size_t depth);

/// Where a task is drawn, perhaps outside of its panel's body; nothing where its row is filtered away or it
/// never ran.
std::optional<Stretch> track_of(const Timeline& timeline, TaskReference task);

}  // namespace gusset::viewer
