#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// For each task: the parts of its exclusive time that it spent in single constructs. In ns; 0 for tasks that
/// are not threads' parts of parallel regions.
struct TimeInSingles {
  std::vector<std::int64_t> ended_ns;  ///< in singles whose end was reported
  /// The part of `ended_ns` that is serial on any number of threads. Leaves out singles between which the
  /// task passed no barrier: in a larger team, another thread could run one of them at the same time.
  std::vector<std::int64_t> alone_ns;
  /// From the beginning of a single whose end was not reported (as in programs built with g++) to the task's
  /// next single, its next barrier or the end of the region. The single took an unknown part of this time.
  std::vector<std::int64_t> open_ns;
};

/// O(n log n) in the trace's rows.
TimeInSingles time_in_singles(const Trace& trace);

/// For each task: the part of its exclusive time that it spent in recorded loops and sections. Their work is
/// the same for any number of threads. In ns; O(n log n) in the trace's rows.
std::vector<std::int64_t> time_in_loops_ns(const Trace& trace);

}  // namespace gusset::traces
