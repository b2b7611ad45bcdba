#pragma once
#include <vector>

#include "analysis/time/preemptions.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// For each worker of a fork-join program: when its thread was in a parallel region, from the region's start
/// to the end of the thread's part; disjoint and in order of time. In a prediction, any worker may run any
/// part, so each worker gets the times at which any region was active.
std::vector<std::vector<TimeInterval>> region_times(const Trace& trace);

}  // namespace gusset::traces
