#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// For each task: the part of its own time that it ran in single constructs which one thread after the other
/// runs, whatever the number of threads. Leaves out singles between which the task passed no barrier: another
/// thread of a larger team could run one of them meanwhile. Also leaves out singles whose end was not
/// reported (those of g++). In ns; 0 for tasks that are not threads' parts of parallel regions. n log n in
/// the rows.
std::vector<std::int64_t> time_in_singles_ns(const Trace& trace);

/// For each task: the part of its own time that it ran in recorded loops and sections. Their work is the same
/// for any number of threads. In ns; n log n in the rows.
std::vector<std::int64_t> time_in_loops_ns(const Trace& trace);

}  // namespace gusset::traces
