#pragma once
#include "gusset/core/engine/balance.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Returns the times that no schedule of the stream can beat on nodes with that many workers. Uses costs
/// without noise and without the runtime's overheads. If nodes balance their load, tasks that may migrate
/// count as if they could run anywhere.
LowerBounds lower_bounds(const TaskStream& stream, const Platform& platform, unsigned nodes, unsigned workers,
                         const Balance& balance);

}  // namespace gusset::simulator
