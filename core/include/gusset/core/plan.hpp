#pragma once
#include <cstddef>
#include <iosfwd>
#include <memory>

#include "gusset/core/task.hpp"

namespace gusset {

namespace detail {
struct PlanGraph;
}

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
