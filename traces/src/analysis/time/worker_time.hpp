#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What one worker did, as far as its own lanes record it: disjoint, non-empty stretches in order of time,
/// clipped to [0, makespan). Where lanes overlap, the first kind counts.
struct WorkerTime {
  enum class Kind : std::uint8_t {
    busy,        ///< in a run
    submitting,  ///< outside of a run
    locked,      ///< waiting for a lock
    preempted,   ///< outside of runs: the thread could run, but had no processor (see Preemptions)
    outside,     ///< in a fork-join program: nothing of the above, and the thread was in no parallel region
  };
  struct Stretch {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    Kind kind = Kind::busy;
    friend bool operator==(const Stretch&, const Stretch&) = default;
  };
  std::vector<Stretch> stretches;
  std::int64_t preempted_in_runs_ns = 0;  ///< the part of the busy stretches without a processor
};

/// One entry per worker. Linear in spans if each worker has one lane.
std::vector<WorkerTime> worker_times(const Trace& trace, std::int64_t makespan_ns);

}  // namespace gusset::traces
