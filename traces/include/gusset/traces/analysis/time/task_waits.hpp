#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/model/version_messages.hpp"

namespace gusset::traces {

/// What one task waited for before it began, step by step. Times in ns, from 0 to the task's begin;
/// unknown_time where the trace does not tell (of `arrived_ns`: also where nothing had to arrive).
struct WaitTimes {
  std::int64_t begin_ns = unknown_time;
  std::int64_t awaited_ns = unknown_time;  ///< its predecessors had completed and its parent had begun
  std::int64_t submit_ns = unknown_time;   ///< it was submitted
  std::int64_t arrived_ns = unknown_time;  ///< the last message with its data had been received
  NodeId arrived_from;                     ///< that message's sender
  bool needs_message = false;  ///< it reads what another node owns, or awaits a task of another node
  std::int64_t ready_ns = unknown_time;     ///< recorded, else the latest of the four before, where known
  std::int64_t takeable_ns = unknown_time;  ///< ready, and no other task of its commuting group ran
};

/// Finds the wait times of tasks. Predecessors count as `check` counts them: what a task's descendants still
/// do is a part of it, but in imports; what never ran holds nobody up. A trace and its graph must outlive
/// this. Thread-safe once built; building is linear in accesses and spans.
class TaskWaits {
 public:
  TaskWaits(const Trace& trace, const TaskGraph& graph);

  const TaskTimes& times() const { return times_; }
  /// All unknown for a task that never ran.
  WaitTimes of(TaskId task) const;

 private:
  void find_group_ends();
  void find_mates();

  const Trace& trace_;
  const TaskGraph& graph_;
  TaskTimes times_;
  std::vector<std::int64_t> completed_ns_;  ///< per task; unknown_time where it never ran
  std::vector<std::int64_t>
      group_awaits_ns_;  ///< per group: when all before it were done; unknown_time for none
  std::vector<std::int64_t> mates_done_ns_;  ///< per task, of its commuting groups; empty where none commutes
  VersionMessages messages_;
};

/// The node that each lane belongs to.
inline NodeId node_of_lane(const Trace& trace, LaneId lane) {
  return lane.is_none() ? NodeId() : trace.workers[trace.lanes[lane.value()].worker.value()].node;
}

}  // namespace gusset::traces
