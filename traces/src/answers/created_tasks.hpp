#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The tasks that a program created and that ran: not the threads' parts of parallel regions, and not the
/// code that an OpenMP program runs outside of regions.
struct CreatedTasks {
  std::uint64_t count = 0;
  std::uint64_t by_tasks = 0;  ///< how many of them other such tasks created; 0 if unknown
  TaskId longest;              ///< none if there are no tasks
  std::int64_t busy_ns = 0;    ///< the time of all
  std::uint64_t at_once = 0;  ///< how many of them ran inside the task that created them, while that task was
                              ///< not waiting; 0 if unknown
};

/// `is_part` and `times` must belong to the trace.
CreatedTasks created_tasks(const Trace& trace, const std::vector<bool>& is_part, const TaskTimes& times);

}  // namespace gusset::traces
