#pragma once
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <vector>

#include "gusset/core/task.hpp"

namespace gusset {

namespace detail {
struct PlanGraph;
}

/// A static schedule: for each worker the numbers of its tasks, in the order in which it runs them.
using StaticSchedule = std::vector<std::vector<std::uint32_t>>;
/// How workers that follow a static schedule know that other workers' tasks have run.
enum class StaticForm : std::uint8_t {
  /// Each worker runs its list in order and counts. A task waits for other workers' counts, but only for
  /// dependencies that nothing else implies.
  counters,
  /// Each task has a flag. Each worker cycles through its list, runs a task if the flags of all its
  /// predecessors are set, and then sets the task's flag, which no other thread writes [Diavastos, Trancoso:
  /// "SWITCHES: a lightweight runtime for dataflow execution of tasks on many-cores", 2017, Algorithm 1]. The
  /// paper resets the flags at the end; here a flag is set if it has the number of the run.
  flags
};
/// Deals the tasks out to the workers in turn (SWITCHES' static schedule). Requires workers > 0.
StaticSchedule round_robin(std::size_t tasks, unsigned workers);

/// A graph of tasks that was submitted once (Runtime::capture) and can run many times (Runtime::run) at a
/// fraction of the cost. The dependencies are known in advance: tasks use counters instead of versions,
/// without implied edges (SWITCHES, Diavastos and Trancoso 2017). Tasks that commute still exclude each
/// other. Each run calls the kernels again with what they captured. Movable. Its destructor waits for its
/// runs. A plan must not outlive the runtime or the data that it accesses.
class Plan {
 public:
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;
  ~Plan();

  std::size_t tasks() const;
  /// The number of edges between tasks, without implied edges.
  std::size_t edges() const;

  /// From now on each worker runs its own list of the plan's tasks: in order (StaticForm::counters), or the
  /// next that can run (StaticForm::flags). A task is numbered by its submission, from 0. No policy decides
  /// anything, so a task costs a fraction of what it costs otherwise. Tasks that commute run in one order,
  /// which keeps to the lists. The tasks must not submit subtasks: that throws UsageError in their kernels.
  /// pause() does not stop a run that has begun. If fewer processors than lists are available, workers would
  /// wait for each other while none of them can run; the plan then runs without its schedule, and one line on
  /// stderr says so. In simulations the tasks are bound to their workers, which run those that are ready in
  /// the order of their lists.
  ///
  /// Waits for the plan's runs. Throws UsageError if there are more lists than workers, if a task is not in
  /// the lists exactly once, or if the lists' order contradicts the dependencies.
  void set_schedule(const StaticSchedule& schedule, StaticForm form = StaticForm::counters);
  /// How many times a run with the schedule checks another worker's count, or a flag; 0 without a
  /// schedule.
  std::size_t waits() const;

  /// Writes the graph for Graphviz: a box per task, and dashed lines between tasks that commute. Accesses no
  /// data, which the program may have destroyed already.
  void write_dot(std::ostream& out) const;

  detail::PlanGraph& graph() const { return *graph_; }

 private:
  friend class Runtime;
  explicit Plan(std::unique_ptr<detail::PlanGraph> graph);
  std::unique_ptr<detail::PlanGraph> graph_;
};

}  // namespace gusset
