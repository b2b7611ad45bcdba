#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"
#include "gusset/traces/picture/timeline/tag_placer.hpp"
#include "gusset/traces/picture/timeline/task_arrows.hpp"

namespace gusset::picture {

/// The colours of arrows, and of the backgrounds of their white counts.
struct ArrowPalette {
  Rgba dependency, strong, message;
  Rgba dependency_tag, strong_tag, message_tag;
};
const ArrowPalette& arrow_palette_on(traces::Background background);

/// Where a time in a lane lies in the picture. A task's time lies in its sub-row if the row is split.
traces::ArrowEnd arrow_end(const PlacedRows& rows, traces::LaneId lane, std::int64_t time_ns,
                           traces::TaskId task = {});

/// Bundles arrows like traces::bundle_arrows. Ends out of view lie on the edge of the view. `most` limits the
/// bundles.
traces::BundledArrows bundle_arrows(const PlacedRows& rows, std::span<const traces::TaskArrow> arrows,
                                    std::size_t most = traces::max_arrows);

/// Makes the arrow of a bundle.
Shapes::Arrow arrow_shape(const PlacedRows& rows, const traces::ArrowBundle& bundle);

/// The text of a bundle: "12", "3 messages earlier · 1.2 MB", "3 earlier · 1.2 MB". Empty for a single arrow
/// with both ends in view.
TagText bundle_text(const traces::ArrowBundle& bundle);
/// Writes "15 messages · 31.46 MB", or shorter "15 · 31.46 MB".
TagText message_text(std::uint64_t messages, std::uint64_t bytes, const std::string& beyond = {});

/// Draws bundles and their counts, the strong ones on top, and a note about arrows that are not drawn.
void add_arrow_shapes(const PlacedRows& rows, const traces::BundledArrows& arrows, Shapes& shapes);

/// Draws only a note with the number of arrows, for many tasks: a few of their arrows would say nothing.
void add_too_many_arrows(const PlacedRows& rows, const traces::BundledArrows& arrows, Shapes& shapes);

}  // namespace gusset::picture
