#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Above this share of a run's time, preemption explains what otherwise looks like overhead or like a slow
/// worker, and the tasks' times say more about the machine's load than about the program.
inline constexpr double max_preempted_share = 0.05;

/// How long threads had no processor during the runs of tasks, summed over all workers, in ns. 0 if that was
/// not recorded. Counts only what Preemptions counts: at least 20 µs in a recorded interval, in which
/// the thread did not also wait of its own accord if the delay is unknown, and not at a barrier before the
/// last thread came to it.
std::int64_t preempted_in_runs_ns(const Trace& trace);
/// Likewise, in runs and outside of them, for each worker. Empty if that was not recorded.
std::vector<std::int64_t> preempted_by_worker_ns(const Trace& trace);
/// Their sum.
std::int64_t preempted_ns(const Trace& trace);
/// How much more than `preempted_ns` it can be: intervals that are too short to count, waits at barriers, and
/// what lies between the first and the last span of a worker but in no recorded interval. Nothing if that is
/// unknown, because the delay of an interval is.
std::optional<std::int64_t> uncounted_preempted_ns(const Trace& trace);

}  // namespace gusset::traces
