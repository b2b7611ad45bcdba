#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

class RemoteData;

/// What one task waited for before it began, step by step. Times are in ns, from 0 to the task's start. They
/// are unknown_time if the trace does not say; `arrived_ns` is also unknown_time if no data had to arrive.
struct WaitTimes {
  std::int64_t begin_ns = unknown_time;
  std::int64_t awaited_ns = unknown_time;   ///< its predecessors had completed and its parent had begun
  std::int64_t submit_ns = unknown_time;    ///< it was submitted
  std::int64_t arrived_ns = unknown_time;   ///< the last message with its data arrived; unknown if one of
                                            ///< them was not recorded
  NodeId arrived_from;                      ///< sender of that message
  bool needs_message = false;               ///< it needs data from another node
  std::int64_t ready_ns = unknown_time;     ///< as recorded, else the latest known of the four above
  std::int64_t takeable_ns = unknown_time;  ///< ready, and no other task of its commuting group ran
};

/// Finds the wait times of tasks. A predecessor completes as in `check`: after all its descendants, except in
/// imported traces; tasks that never ran delay no one. The trace and its graph must outlive this object.
/// Thread-safe once built. Building is linear in accesses and spans.
class TaskWaits {
 public:
  TaskWaits(const Trace& trace, const TaskGraph& graph);
  ~TaskWaits();
  TaskWaits(const TaskWaits&) = delete;
  TaskWaits& operator=(const TaskWaits&) = delete;

  const TaskTimes& times() const { return times_; }
  /// All times are unknown for a task that never ran.
  WaitTimes of(TaskId task) const;

 private:
  const std::vector<std::int64_t>& completed_of_tasks() const {
    return completed_ns_.empty() ? times_.end_ns : completed_ns_;
  }
  void find_group_ends();
  void find_peers();

  const Trace& trace_;
  const TaskGraph& graph_;
  TaskTimes times_;
  std::vector<std::int64_t> completed_ns_;     ///< one entry per task, unknown_time if it never ran; or empty
  std::vector<std::int64_t> group_awaits_ns_;  ///< for each group: when all groups before it completed;
                                               ///< unknown_time if there is none
  std::vector<std::int64_t> peers_done_ns_;  ///< for each task: when its commuting groups admit it; or empty
  std::unique_ptr<const RemoteData> remote_;
};

}  // namespace gusset::traces
