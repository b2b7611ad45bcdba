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
/// Deals the tasks out to the workers in turn (SWITCHES' static schedule). Requires workers > 0.
StaticSchedule round_robin(std::size_t tasks, unsigned workers);

/// A graph of tasks that was submitted once (Runtime::capture) and can run many times (Runtime::run) at a
/// fraction of the cost. The dependences are known in advance: tasks use counters instead of versions,
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

  /// From now on each worker runs its own list of the plan's tasks, in order; a task is numbered by its
  /// submission, from 0. No policy decides anything, so a task costs a fraction of what it costs otherwise:
  /// it waits for other workers' progress only where neither the order of its own list nor another wait
  /// implies it. Tasks that commute run in one order, which keeps to the lists. The tasks must not submit
  /// subtasks: that throws UsageError in their kernels. pause() does not stop a run that has begun. If fewer
  /// processors than lists are available, workers would wait for each other while none of them can run; the
  /// plan then runs without its schedule, and one line on stderr says so. In simulations the tasks are bound
  /// to their workers, which run those that are ready in the order of their lists.
  ///
  /// Waits for the plan's runs. Throws UsageError if there are more lists than workers, unless each task is
  /// in the lists exactly once, and if the lists' order contradicts the dependences.
  void set_schedule(const StaticSchedule& schedule);
  /// The number of waits for other workers that a run with the schedule has; 0 without a schedule.
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
