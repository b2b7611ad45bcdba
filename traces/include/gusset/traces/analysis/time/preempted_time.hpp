#pragma once
#include <cstdint>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// How long threads could run a task but had no processor, summed over all workers, in ns. 0 if that was not
/// recorded. Counts only times of 20 µs and longer in which the thread did not wait of its own accord.
std::int64_t preempted_in_runs_ns(const Trace& trace);

}  // namespace gusset::traces
