#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What a viewer or a command shows for one task.
struct TaskDetails {
  TaskId task;
  std::int64_t begin_ns = unknown_time;
  std::int64_t end_ns = unknown_time;
  std::int64_t duration_ns = 0;
  LaneId lane;
  std::int64_t submit_ns = unknown_time;
  std::int64_t ready_ns = unknown_time;
  std::optional<std::int64_t> ready_to_start_ns;  ///< begin − ready, if both are known
  std::vector<TaskId> predecessors;
  std::vector<TaskId> successors;
  /// The predecessor that the task waited for last: the one that ended last or, if a message brought its
  /// data, whose data arrived last (ties: the first submitted). None if no predecessor is known to have run.
  TaskId last_predecessor;
  bool came_by_message = false;  ///< a message brought the data of last_predecessor
};
/// `task` must be a task of `trace`; `graph` and `times` must belong to `trace`. Linear in the trace's
/// messages if it has several nodes, else linear in the task's neighbours.
TaskDetails task_details(const Trace& trace, const TaskGraph& graph, const TaskTimes& times, TaskId task);

}  // namespace gusset::traces
