#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/analysis/graph/schedule_problem.hpp"
#include "running_tasks.hpp"

namespace gusset::schedules {

/// What a free worker does.
enum class FreeWorker {
  never_waits,  ///< It runs the ready task of the highest priority.
  may_wait,     ///< It waits for a task of higher priority, even if another one is ready.
};

/// Makes schedules from priorities, fast and without assigning workers. Ties: the smaller number. The problem
/// must outlive the evaluator.
///
/// Workers that may wait get the tasks in order of their priorities, predecessors first; each task begins as
/// early as the tasks before it allow. Some priorities lead to a shortest schedule: the tasks in the order in
/// which they begin in it. Workers that never wait can't always reach it, but random priorities give them
/// shorter schedules [Kolisch: "Serial and parallel resource-constrained project scheduling methods
/// revisited", 1996].
class ListEvaluator {
 public:
  ListEvaluator(const traces::ScheduleProblem& problem, unsigned threads);

  /// Returns the makespan in ns. One priority per task.
  std::int64_t makespan_ns(std::span<const double> priorities,
                           FreeWorker free_worker = FreeWorker::never_waits);

  // What the last call found, per task.
  const std::vector<std::int64_t>& begin_ns() const { return begin_ns_; }
  const std::vector<std::int64_t>& end_ns() const { return end_ns_; }
  /// The tasks in the order in which they began, predecessors first.
  const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  struct Ready {
    double priority = 0.0;
    std::uint32_t task = 0;
    /// Whether the other task is more urgent, for heaps.
    bool operator<(const Ready& other) const {
      return priority != other.priority ? priority < other.priority : task > other.task;
    }
  };

  std::int64_t run_patiently();
  void place(std::uint32_t task);
  void reset();
  void add_ready(std::uint32_t task);
  void begin_all(std::int64_t now_ns);
  bool is_excluded(std::uint32_t task);
  void wake(std::uint32_t group);
  void end(std::uint32_t task);

  const traces::ScheduleProblem& problem_;
  unsigned threads_;
  std::span<const double> priorities_;
  std::vector<std::uint32_t> missing_;  // predecessors that have not ended
  std::vector<Ready> ready_;            // a heap
  RunningTasks running_;
  std::vector<std::int64_t> begin_ns_;
  std::vector<std::int64_t> end_ns_;
  std::vector<std::uint32_t> order_;
  std::vector<std::int64_t> free_ns_;       // workers that may wait: when each is free, ascending
  std::vector<std::int64_t> group_ns_;      // workers that may wait: when each group is free
  std::vector<char> is_held_;               // per group
  std::vector<std::vector<Ready>> parked_;  // per group: ready tasks that wait for it, a heap
};

}  // namespace gusset::schedules
