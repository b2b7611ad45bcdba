#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"
#include "gusset/traces/picture/timeline/tag_placer.hpp"
#include "gusset/traces/picture/timeline/task_arrows.hpp"

namespace gusset::picture {

/// The colours of arrows, and of the plates behind their white counts.
struct ArrowInk {
  Rgba dependency, strong, message;
  Rgba dependency_tag, strong_tag, message_tag;
};
const ArrowInk& arrow_ink_on(traces::Paper paper);

/// Where a time in a lane lies in the picture. A task's time lies in its sub-row if the row is split.
traces::ArrowEnd arrow_end(const PlacedRows& rows, traces::LaneId lane, std::int64_t time_ns,
                           traces::TaskId task = {});

/// Bundles arrows like traces::bundle_arrows. Ends out of view lie on the edge of the view. `most` limits the
/// bundles.
traces::BundledArrows bundle_arrows(const PlacedRows& rows, std::span<const traces::TaskArrow> arrows,
                                    std::size_t most = traces::most_arrows);

/// Makes the arrow of a bundle.
Shapes::Arrow arrow_shape(const PlacedRows& rows, const traces::ArrowBundle& bundle);

/// The words at a bundle: "12", "3 messages earlier · 1.2 MB", "3 earlier · 1.2 MB". Empty for a single arrow
/// with both ends in view.
TagWords bundle_words(const traces::ArrowBundle& bundle);
/// Writes "15 messages · 31.46 MB", or shorter "15 · 31.46 MB".
TagWords message_words(std::uint64_t messages, std::uint64_t bytes, const std::string& beyond = {});

/// Draws bundles and their counts, the strong ones on top, and a note about arrows that are not drawn.
void add_arrow_shapes(const PlacedRows& rows, const traces::BundledArrows& arrows, Shapes& shapes);

/// Draws only a note about the number of arrows, because a few of the arrows of many tasks would say nothing.
void add_too_many_arrows(const PlacedRows& rows, const traces::BundledArrows& arrows, Shapes& shapes);

}  // namespace gusset::picture
