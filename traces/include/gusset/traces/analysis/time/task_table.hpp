#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// When and where each task ran, derived from its run spans. Times in ns from the trace's start.
struct TaskTimes {
  std::vector<std::int64_t> begin_ns;  ///< first begin; unknown_time where it never ran
  std::vector<std::int64_t> end_ns;    ///< last end; unknown_time where it never ran
  std::vector<std::int64_t>
      duration_ns;           ///< exclusive of nested spans, from the trace's start on; 0 where it never ran
  std::vector<LaneId> lane;  ///< of its first span (ties: the upper lane); none where it never ran
};
/// Linear in spans.
TaskTimes task_times(const Trace& trace);

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
