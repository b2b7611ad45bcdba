#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What a viewer or a command tells about one task.
struct TaskDetails {
  TaskId task;
  std::int64_t begin_ns = unknown_time;
  std::int64_t end_ns = unknown_time;
  std::int64_t duration_ns = 0;
  LaneId lane;
  std::int64_t submit_ns = unknown_time;
  std::int64_t ready_ns = unknown_time;
  std::optional<std::int64_t> ready_to_start_ns;  ///< begin − ready, where both are known
  std::vector<TaskId> predecessors;
  std::vector<TaskId> successors;
  /// The one that the task waited for last: that ended last, or whose data came last where a message brought
  /// them (ties: the first submitted). None where none is known to have run.
  TaskId last_predecessor;
  bool came_by_message = false;  ///< of what it was waited for last
};
/// `task` must be one of the trace's, and `graph` and `times` those of the same trace. Linear in the trace's
/// messages where it has several nodes, else in the task's neighbours.
TaskDetails task_details(const Trace& trace, const TaskGraph& graph, const TaskTimes& times, TaskId task);

}  // namespace gusset::traces
