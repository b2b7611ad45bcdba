#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"

namespace gusset::traces {

/// The longest path to each task and on from it. Commuting groups run one task at a time; see CriticalBound.
/// `duration_ns` has one entry per task. All arguments must outlive this object.
class LongestPath {
 public:
  /// `order` must have predecessors first.
  LongestPath(const TaskGraph& graph, std::span<const std::int64_t> duration_ns,
              const std::vector<TaskId>& order);

  CriticalBound bound();
  /// One entry per task; see BoundAndSlack.
  std::vector<std::int64_t> slack();

 private:
  using Group = TaskGraph::Group;
  static constexpr std::int64_t not_computed = -1;

  /// The last element of a longest path: a group, or else a task; neither at the start.
  struct Source {
    std::uint32_t group = Group::none;
    TaskId task;
  };
  struct Start {
    std::int64_t time_ns = 0;
    Source source;
  };
  /// One task of a commuting group, in the best order of the group.
  struct SerialTask {
    TaskId task;
    std::int64_t from_here_ns = 0;  ///< sum of durations from this task to the group's last
    /// The longest path to this or an earlier task of the group, and from there to the last.
    std::int64_t latest_ns = 0;
  };

  std::int64_t finish(TaskId task) const { return start_[task.value()].time_ns + duration_ns_[task.value()]; }
  std::pair<std::int64_t, std::uint32_t> start_order(TaskId task) const {
    return {start_[task.value()].time_ns, position_[task.value()]};
  }
  void reach_all();
  void reach(TaskId task);
  std::int64_t done_ns(std::uint32_t group) {
    if (done_ns_[group] == not_computed) compute_done(group);
    return done_ns_[group];
  }
  void compute_done(std::uint32_t number);
  void compute_serial_done(std::uint32_t number);
  std::span<SerialTask> serial_tasks_of(std::uint32_t number) {
    return {serial_tasks_.data() + first_serial_task_[number], graph_.groups()[number].member_count};
  }
  std::vector<TaskId> path_to(Source source);
  void add_counted(const Group& group, TaskId first, std::vector<TaskId>& path) const;

  const TaskGraph& graph_;
  std::span<const std::int64_t> duration_ns_;
  const std::vector<TaskId>& order_;
  std::vector<std::uint32_t> position_;  ///< one entry per task: its position in order_
  std::vector<Start> start_;             ///< one entry per task: the longest path to it
  // One entry per group, separate from the group table so that the data that every access looks up stays in
  // the cache.
  std::vector<std::uint32_t> previous_;
  std::vector<bool> commuting_;
  std::vector<std::int64_t> done_ns_;  ///< earliest completion
  /// The member that finishes last. For a commuting group, the first of the members whose sum determines the
  /// bound.
  std::vector<TaskId> done_by_;
  /// One entry per group: index into serial_tasks_. Empty if nothing commutes.
  std::vector<std::uint64_t> first_serial_task_;
  std::vector<SerialTask> serial_tasks_;  ///< of all commuting groups
  bool reached_ = false;
  std::int64_t length_ns_ = 0;
  Source last_;  ///< the end of the longest path
};

}  // namespace gusset::traces
