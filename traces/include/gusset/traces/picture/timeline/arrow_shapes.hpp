#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"
#include "gusset/traces/picture/timeline/tag_placer.hpp"
#include "gusset/traces/picture/timeline/task_arrows.hpp"

namespace gusset::picture {

/// The colours of arrows, and of the plates below their counts' white letters.
struct ArrowInk {
  Rgba dependency, strong, message;
  Rgba dependency_tag, strong_tag, message_tag;
};
const ArrowInk& arrow_ink_on(traces::Paper paper);

/// Where a time of a lane stands: of a task, in its sub-row where the row is split.
traces::ArrowEnd arrow_end(const PlacedRows& rows, traces::LaneId lane, std::int64_t time_ns,
                           traces::TaskId task = {});

/// Bundles arrows as traces::bundle_arrows does: what is out of view ends at the edge of the view.
traces::BundledArrows bundle_arrows(const PlacedRows& rows, std::span<const traces::TaskArrow> arrows,
                                    std::size_t most = traces::most_arrows);

/// The arrow of a bundle.
Shapes::Arrow arrow_shape(const PlacedRows& rows, const traces::ArrowBundle& bundle);

/// What stands at a bundle: "12", "3 messages earlier · 1.2 MB", "3 earlier · 1.2 MB"; empty for an arrow
/// alone with both ends in view.
TagWords bundle_words(const traces::ArrowBundle& bundle);
/// "15 messages · 31.46 MB", "15 · 31.46 MB".
TagWords message_words(std::uint64_t messages, std::uint64_t bytes, const std::string& beyond = {});

/// Draws bundles and their counts, strong ones on top, and a line on what is not drawn.
void add_arrow_shapes(const PlacedRows& rows, const traces::BundledArrows& arrows, Shapes& shapes);

/// Instead of them, a line on how many there are: some of the arrows of many tasks say nothing.
void add_too_many_arrows(const PlacedRows& rows, const traces::BundledArrows& arrows, Shapes& shapes);

}  // namespace gusset::picture
