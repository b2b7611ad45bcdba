#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "gusset/traces/picture/timeline/task_arrows.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

using traces::ArrowBundle;
using traces::ArrowEnd;
using traces::BundledArrows;
using traces::most_arrows;

/// Where a time of a lane stands in a panel's view, in device pixels: of a task, in its sub-row where the row
/// is split.
ArrowEnd arrow_end(const Timeline& timeline, std::size_t panel, traces::LaneId lane, std::int64_t time_ns,
                   traces::TaskId task = {});

/// Bundles arrows of a panel as traces::bundle_arrows does: what is out of view ends at the edge of the view.
BundledArrows bundle_arrows(const Timeline& timeline, std::size_t panel,
                            std::span<const traces::TaskArrow> arrows, std::size_t most = most_arrows);

}  // namespace gusset::viewer
