#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// One worker's non-idle time, as disjoint, non-empty stretches in order of time, clipped to [0, makespan).
/// Time on overlapping lanes counts once; it is busy if any lane is.
struct WorkerTime {
  struct Stretch {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    bool busy = true;  ///< in a run; false: submitting outside of a run
    friend bool operator==(const Stretch&, const Stretch&) = default;
  };
  std::vector<Stretch> stretches;
};

/// One entry per worker. Linear in spans if each worker has one lane.
std::vector<WorkerTime> worker_times(const Trace& trace, std::int64_t makespan_ns);

}  // namespace gusset::traces
