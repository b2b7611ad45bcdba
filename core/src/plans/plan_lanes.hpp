#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gusset/core/plan.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

struct PlanGraph;

/// A plan's static schedule, ready to run: a lane for each worker.
///
/// StaticForm::counters: each lane runs its steps in order and counts them in its own counter, which no other
/// thread writes. A step waits until other lanes have counted far enough, but only for what neither the order
/// of its lane nor its other waits imply (vector clocks: Mattern, "Virtual time and global states of
/// distributed systems", 1989). The counters go on from run to run and wrap.
///
/// StaticForm::flags: each lane cycles through its steps and runs those whose awaited flags have the number
/// of the run.
class PlanLanes {
 public:
  struct Wait {
    std::uint32_t lane = 0;
    std::uint32_t steps = 0;  ///< steps that the lane must have done in this run
  };
  using Flag = std::atomic<std::uint32_t>;  ///< the number of the latest run whose task has run
  struct Step {
    Task* task = nullptr;
    std::uint32_t first_wait = 0;  ///< index in Lane::waits or Lane::awaited
    std::uint32_t waits = 0;
  };
  struct alignas(128) Lane {
    std::vector<Step> steps;
    std::vector<Wait> waits;
    std::vector<std::uint32_t> seen;  ///< what this lane has seen of each lane's counter
    std::vector<const Flag*> awaited;
    std::vector<std::uint32_t> next;  ///< flags only: for each step, the next one to try
    std::unique_ptr<Flag[]> flags;    ///< by step; only this lane writes them
    alignas(128) std::atomic<std::uint32_t> done{0};
  };

  /// Throws UsageError if the schedule does not fit the plan: see Plan::set_schedule.
  PlanLanes(const PlanGraph& graph, const StaticSchedule& schedule, StaticForm form);

  std::size_t size() const { return count_; }
  StaticForm form() const { return form_; }
  Lane& operator[](std::size_t lane) { return lanes_[lane]; }
  const Lane& operator[](std::size_t lane) const { return lanes_[lane]; }
  /// The number of counts and flags that a run awaits.
  std::size_t waits() const;

  /// The number of runs that have begun. Runs of a plan follow each other.
  std::uint32_t runs = 0;

  // By task, for a recording:
  std::vector<std::vector<std::uint32_t>> predecessors;
  std::vector<std::int64_t> end_ticks;  ///< in this run, if the task has ended; the task's lane writes it

 private:
  void add_flags(const StaticSchedule& schedule, const std::vector<std::vector<std::uint32_t>>& before);

  StaticForm form_;
  std::size_t count_;
  std::unique_ptr<Lane[]> lanes_;
};

/// The task that runs a lane; `root` represents the plan's run, which the lane is a subtask of.
Task& make_plan_lane(TaskMemory memory, Task& root, std::uint32_t lane);
/// Whether a task without a type runs a lane. The other ones represent runs, and access the plan's order.
inline bool is_plan_lane(const Task& task) {
  return task.access_count() == 0;
}

}  // namespace gusset::detail
