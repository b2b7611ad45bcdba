#pragma once
#include <cstdint>
#include <optional>

#include "gusset/traces/analysis/compare/compare.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Where a run diverges for good from another run, for example from its prediction.
///
/// Progress is the number of tasks that have ended, among the tasks that ran in both runs. The order does not
/// matter: workers may take tasks in another order without falling behind. The lag of the k-th task is the
/// time when the k-th task ended in this run, minus the time when the k-th task ended in the other. From the
/// divergence to the end, every lag exceeds the tolerance with the same sign; the lag before it does not.
struct Divergence {
  std::int64_t tolerance_ns = 0;  ///< one percent of the other run's makespan, at least 1
  bool diverges = false;    ///< whether the runs diverge; if not, only tolerance_ns and end_lag_ns are set
  TaskId task;              ///< the k-th task to end in this run
  TaskId other_task;        ///< the same task in the other run
  std::uint64_t ended = 0;  ///< number of tasks that had ended before: k − 1
  std::int64_t end_ns = 0;  ///< end of `task`
  std::int64_t expected_ns = 0;  ///< when the k-th task ended in the other run
  std::int64_t end_lag_ns = 0;   ///< lag of the last task to end; negative if this run is ahead
  friend bool operator==(const Divergence&, const Divergence&) = default;
};

/// Finds the divergence. `match` gives the other run's task for each task of this run, or none
/// (Comparison::match). Returns nothing if no task ran in both. O(n log n) in tasks.
std::optional<Divergence> divergence(const TaskTimes& run, const TaskTimes& other,
                                     const std::vector<TaskId>& match, std::int64_t other_makespan_ns);

}  // namespace gusset::traces
