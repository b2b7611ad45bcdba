#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// The bytes of the data that each node owns.
std::vector<std::uint64_t> owned_bytes(const TaskStream& stream, unsigned nodes);

/// Fails if a node needs more than the platform's memory_bytes: at once, or for its own data if tasks were
/// only counted. Names the node that needs most. `platform` names the platform.
Result<Done> check_memory(const SimulationStatistics& statistics, const TaskStream& stream,
                          const std::string& platform);

}  // namespace gusset::simulator
