#pragma once
#include <cstdint>
#include <vector>

#include "analysis/time/preemptions.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// For each wait in `trace.fork_join.waits`: the number of the barrier among all that its thread reached in
/// the same region, from 0. Waits of one region with the same number are at the same barrier. 0 for waits of
/// other kinds.
std::vector<std::uint32_t> barrier_numbers(const Trace& trace);

/// For each worker, in order of time: when it waited at a barrier that some thread had not reached yet, and
/// so needed no processor. Nothing if the program has explicit tasks, which threads run at barriers, if part
/// of the run is missing, or if a worker has several lanes.
std::vector<std::vector<TimeInterval>> times_before_last_arrivals(const Trace& trace);

}  // namespace gusset::traces
