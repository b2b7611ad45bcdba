#pragma once
#include <cstddef>
#include <iosfwd>
#include <memory>

#include "gusset/core/task.hpp"

namespace gusset {

namespace detail {
struct PlanGraph;
}

/// A graph of tasks that was submitted once (Runtime::capture) and can be run again and again (Runtime::run)
/// for a fraction of the cost: who waits for whom is known, in counters instead of versions, without edges
/// that others imply (SWITCHES, Diavastos and Trancoso 2017). Tasks that commute still take turns. Kernels
/// are called again on what they captured. Movable; its destruction waits for its runs. It must not outlive
/// the runtime or the data that it accesses.
class Plan {
 public:
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;
  ~Plan();

  std::size_t tasks() const;
  /// Between tasks, after reduction.
  std::size_t edges() const;

  /// The graph for Graphviz: a box per task, dashed lines between tasks that commute. Looks at no data, which
  /// may be gone.
  void write_dot(std::ostream& out) const;

  detail::PlanGraph& graph() const { return *graph_; }

 private:
  friend class Runtime;
  explicit Plan(std::unique_ptr<detail::PlanGraph> graph);
  std::unique_ptr<detail::PlanGraph> graph_;
};

}  // namespace gusset
