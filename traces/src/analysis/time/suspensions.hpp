#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// When tasks that had begun and not ended did not run: while other tasks ran within them, while they waited,
/// and between their runs. Each column is sorted on its own, so the columns serve for counting and identify
/// no task.
struct Suspensions {
  std::vector<std::int64_t> begin_ns;
  std::vector<std::int64_t> end_ns;
  friend bool operator==(const Suspensions&, const Suspensions&) = default;
};

/// Finds the suspensions of all tasks. `times` must belong to `trace`. Two runs with no time between them
/// make one zero-length suspension. O(n log n) in the stretches of suspended tasks, linear in all others.
Suspensions suspensions_of(const Trace& trace, const TaskTimes& times);

}  // namespace gusset::traces
