#pragma once
#include <cstdint>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// How long threads had no processor during the runs of tasks, summed over all workers, in ns. 0 if that was
/// not recorded. Counts only what Preemptions counts: at least 20 µs in a recorded interval in which the
/// thread did not also wait of its own accord.
std::int64_t preempted_in_runs_ns(const Trace& trace);
/// Likewise, in runs and outside of them.
std::int64_t preempted_ns(const Trace& trace);

}  // namespace gusset::traces
