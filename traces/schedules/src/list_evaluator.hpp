#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/schedules/schedule_problem.hpp"
#include "running_tasks.hpp"

namespace gusset::schedules {

/// Makes schedules from priorities, fast and without assigning workers: whenever a worker is free, the ready
/// task of the highest priority begins (ties: the smaller number). The problem must outlive the evaluator.
class ListEvaluator {
 public:
  ListEvaluator(const ScheduleProblem& problem, unsigned threads);

  /// Returns the makespan in ns. One priority per task.
  std::int64_t makespan_ns(std::span<const double> priorities);

  // What the last call found, per task.
  const std::vector<std::int64_t>& begin_ns() const { return begin_ns_; }
  const std::vector<std::int64_t>& end_ns() const { return end_ns_; }
  /// The tasks in the order in which they began.
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

  void reset();
  void add_ready(std::uint32_t task);
  void begin_all(std::int64_t now_ns);
  bool is_excluded(std::uint32_t task);
  void wake(std::uint32_t group);
  void end(std::uint32_t task);

  const ScheduleProblem& problem_;
  unsigned threads_;
  std::span<const double> priorities_;
  std::vector<std::uint32_t> missing_;  // predecessors that have not ended
  std::vector<Ready> ready_;            // a heap
  RunningTasks running_;
  std::vector<std::int64_t> begin_ns_;
  std::vector<std::int64_t> end_ns_;
  std::vector<std::uint32_t> order_;
  std::vector<char> is_held_;               // per group
  std::vector<std::vector<Ready>> parked_;  // per group: ready tasks that wait for it, a heap
};

}  // namespace gusset::schedules
