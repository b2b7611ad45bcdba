#pragma once
#include <cstddef>
#include <optional>

#include "gusset/traces/picture/timeline/sub_rows.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// Where what ran at a depth is drawn: in a shown row, as it is split or not. `place` is of the panel's
/// rows.
Stretch track_at(const Timeline& timeline, std::size_t panel, std::size_t place, std::size_t depth);

/// Where a task is drawn, perhaps outside of its panel's body; nothing where its row is filtered away or it
/// never ran.
std::optional<Stretch> track_of(const Timeline& timeline, TaskReference task);

}  // namespace gusset::viewer
