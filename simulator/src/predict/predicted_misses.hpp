#pragma once
#include <vector>

#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// Adds what the tasks of a predicted trace missed in caches: attributes of the tasks, and for each node and
/// shared cache a counter of the bytes missed there so far. `misses` is indexed by task; tasks without data
/// get no values.
void add_misses(traces::Trace& trace, const std::vector<TaskMisses>& misses);

}  // namespace gusset::simulator
