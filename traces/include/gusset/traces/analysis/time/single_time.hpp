#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// For each task: parts of its own time that it ran in single constructs. In ns; 0 for tasks that are not
/// threads' parts of parallel regions.
struct TimeInSingles {
  std::vector<std::int64_t> ended_ns;  ///< in singles whose end was reported
  /// The part of that which one thread after the other runs, whatever the number of threads. Leaves out
  /// singles between which the task passed no barrier: another thread of a larger team could run one of them
  /// meanwhile.
  std::vector<std::int64_t> alone_ns;
  /// From the beginning of a single whose end was not reported (those of g++) to the next barrier or the end
  /// of the region. The single took an unknown part of that.
  std::vector<std::int64_t> open_ns;
};

/// n log n in the rows.
TimeInSingles time_in_singles(const Trace& trace);

/// For each task: the part of its own time that it ran in recorded loops and sections. Their work is the same
/// for any number of threads. In ns; n log n in the rows.
std::vector<std::int64_t> time_in_loops_ns(const Trace& trace);

}  // namespace gusset::traces
