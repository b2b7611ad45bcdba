#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The tasks that a program created and that ran: not the threads' parts of parallel regions, and not an
/// OpenMP program outside of regions.
struct CreatedTasks {
  std::uint64_t count = 0;
  std::uint64_t by_tasks = 0;  ///< created by other such tasks; 0 if unknown
  TaskId longest;              ///< none if there are no tasks
  std::int64_t busy_ns = 0;    ///< the time of all
  std::uint64_t at_once = 0;   ///< inside the task that created them, where it did not wait; 0 if unknown
};

/// `is_part` and `times` must belong to the trace.
CreatedTasks created_tasks(const Trace& trace, const std::vector<bool>& is_part, const TaskTimes& times);

/// Whether a type is an OpenMP program outside of parallel regions.
bool is_serial_type(const Trace& trace, TypeId type);

}  // namespace gusset::traces
