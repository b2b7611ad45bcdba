#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// When tasks that had begun and not ended did not run: while others ran within them, while they waited, and
/// between their runs. Each column ascends on its own: they count, and name no task.
struct Suspensions {
  std::vector<std::int64_t> begin_ns;
  std::vector<std::int64_t> end_ns;
  friend bool operator==(const Suspensions&, const Suspensions&) = default;
};

/// Of all tasks; `times` are the trace's. Where one run ends as the next begins there is one without length.
/// O(n log n) in the stretches of tasks that are suspended, linear in all others.
Suspensions suspensions_of(const Trace& trace, const TaskTimes& times);

}  // namespace gusset::traces
