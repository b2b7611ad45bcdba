#pragma once
#include <vector>

#include "caches/cache_levels.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// Returns what each task of a trace missed in caches of this kind, predicted by following the recorded
/// schedule: tasks in the order of their start times, on their workers. Tasks that never ran missed nothing.
std::vector<TaskMisses> recorded_misses(const traces::Trace& trace, const CacheLevels& levels);

}  // namespace gusset::simulator
