#pragma once
#include <cstdint>
#include <optional>

#include "gusset/traces/analysis/compare/compare.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Where a run leaves the pace of another one, such as its prediction, for good.
///
/// Pace is how many of the tasks that ran in both have begun, whichever they are: workers may take tasks in
/// another order without falling behind. The lag of the k-th is when the k-th of them began in the run minus
/// when the k-th began in the other. From the parting on, every lag to the end is beyond the tolerance, on
/// the same side; the lag before it is not.
struct Parting {
  std::int64_t tolerance_ns = 0;  ///< a hundredth of the other's makespan, at least 1
  bool parts = false;            ///< false: at the end the run is within the tolerance; what follows is empty
  TaskId task;                   ///< of the run: the k-th to begin
  TaskId twin;                   ///< the same task in the other
  std::uint64_t begun = 0;       ///< tasks that had begun before it: k − 1
  std::int64_t begin_ns = 0;     ///< of `task`
  std::int64_t expected_ns = 0;  ///< when the other had as many
  std::int64_t end_lag_ns = 0;   ///< of the last task to begin; below 0: the run is ahead
  friend bool operator==(const Parting&, const Parting&) = default;
};

/// `match` is the other's task for each of the run's, or none (Comparison::match). Nothing where no task ran
/// in both. O(n log n) in tasks.
std::optional<Parting> parting(const TaskTimes& run, const TaskTimes& other, const std::vector<TaskId>& match,
                               std::int64_t other_makespan_ns);

}  // namespace gusset::traces
