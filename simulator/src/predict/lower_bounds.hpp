#pragma once
#include "gusset/simulator/platform/platform.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// What no schedule of the stream on nodes of that many workers can beat; by costs without noise, and without
/// the runtime's overheads.
LowerBounds lower_bounds(const TaskStream& stream, const Platform& platform, unsigned nodes,
                         unsigned workers);

}  // namespace gusset::simulator
