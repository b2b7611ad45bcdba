#pragma once
#include "gusset/simulator/platform/platform.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Returns the times that no schedule of the stream can beat on nodes with that many workers. Uses costs
/// without noise and without the runtime's overheads.
LowerBounds lower_bounds(const TaskStream& stream, const Platform& platform, unsigned nodes,
                         unsigned workers);

}  // namespace gusset::simulator
