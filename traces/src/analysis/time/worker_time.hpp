#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// One worker's time that was not idle, in disjoint stretches in order of time, none of them empty, cut to
/// [0, makespan). Where lanes overlap, the time counts once, as busy where any lane is.
struct WorkerTime {
  struct Stretch {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    bool busy = true;  ///< in a run; else submitting outside of one
    friend bool operator==(const Stretch&, const Stretch&) = default;
  };
  std::vector<Stretch> stretches;
};

/// Per worker. Linear in spans where each worker has one lane.
std::vector<WorkerTime> worker_times(const Trace& trace, std::int64_t makespan_ns);

}  // namespace gusset::traces
