#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// How long the thread gave up its processor of its own accord, to sleep or to wait. If the delay is unknown,
/// this includes the wait for a processor after that, and is 0 if the thread was also preempted. 0 if nothing
/// is known.
std::int64_t blocked_ns(const ProcessorUse& use);
/// How long the thread did not use its processor, if the recording does not say how much of that it slept or
/// waited, and how much it had no processor: the delay is unknown, and it both waited and was preempted.
/// Otherwise 0.
std::int64_t unclear_ns(const ProcessorUse& use);

/// How long threads gave up their processors during the runs of tasks, outside of recorded waits: the tasks
/// slept, read or wrote files, or waited for something that the trace does not record. Counts at least 20 µs
/// in a recorded interval, and only what cannot lie in recorded waits or outside of runs.
struct BlockedTime {
  std::vector<std::int64_t> by_type_ns;  ///< one entry per type; empty if that was not recorded
  std::vector<std::int64_t> by_lock_ns;  ///< how much of it passed, at least, while the task held the lock;
                                         ///< empty if that was not recorded
  std::int64_t total_ns = 0;
  /// Likewise, apart from the times above: threads slept, waited, or had no processor (unclear_ns).
  std::vector<std::int64_t> unclear_by_type_ns;
  std::int64_t unclear_total_ns = 0;
};
BlockedTime blocked_in_runs(const Trace& trace);

}  // namespace gusset::traces
