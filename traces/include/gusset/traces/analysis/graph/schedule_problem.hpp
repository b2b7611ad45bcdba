#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/base/transitive_reduction.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Several lists of numbers, one after the other in memory.
struct Lists {
  std::vector<std::uint32_t> first{0};  ///< lists + 1 entries
  std::vector<std::uint32_t> items;

  std::size_t size() const { return first.size() - 1; }
  std::span<const std::uint32_t> of(std::size_t list) const {
    return {items.data() + first[list], items.data() + first[list + 1]};
  }
  friend bool operator==(const Lists&, const Lists&) = default;
};

/// What a schedule must respect: tasks, their durations and their order. Any worker may run any task, and
/// data moves between workers in no time. Tasks have the numbers of the trace's tasks.
struct ScheduleProblem {
  std::vector<std::int64_t> duration_ns;  ///< ≥ 0
  Lists predecessors;                     ///< per task: the tasks it waits for, without implied ones
  Lists successors;
  Lists groups_of;  ///< per task: the groups to which it belongs. Tasks of one group run one at a time
  Lists groups;     ///< per group: its tasks, at least two
  std::vector<std::uint32_t> order;  ///< all tasks, predecessors first

  std::size_t size() const { return duration_ns.size(); }
  friend bool operator==(const ScheduleProblem&, const ScheduleProblem&) = default;
};

/// Makes a problem of tasks with the given durations (ns, ≥ 0). An edge leads from a task to one that waits
/// for it; implied edges and duplicates are dropped, and so are groups of fewer than two tasks. Returns
/// nothing if the edges have a cycle. Edges and groups must name tasks below the number of durations.
std::optional<ScheduleProblem> make_problem(std::vector<std::int64_t> duration_ns,
                                            std::vector<GraphEdge> edges,
                                            const std::vector<std::vector<std::uint32_t>>& groups = {});

/// The problem of a trace's tasks with the given durations, one per task. `graph` must be the trace's graph.
/// Tasks that modify one handle in any order, one at a time (adds), become groups, unless some of the
/// handle's adds overlapped in the trace: with renamed adds, they don't exclude each other.
///
/// Fails, naming `name`, if the trace has no tasks, has neither accesses nor dependencies or has a cycle; and
/// if it has subtasks, several nodes or tasks of an OpenMP program, which no schedule of this kind can place.
Result<ScheduleProblem> problem_of(const Trace& trace, const TaskGraph& graph,
                                   std::vector<std::int64_t> duration_ns, const std::string& name);

/// The same problem backwards in time: predecessors and successors change places.
ScheduleProblem reversed(const ScheduleProblem& problem);

/// The longest path from each task's start to the end of the last task, in ns: the upward rank [Topcuoglu,
/// Hariri, Wu: "Performance-effective and low-complexity task scheduling for heterogeneous computing", 2002].
/// Successors that exclude each other count one after the other, in the best order.
std::vector<std::int64_t> upward_ranks(const ScheduleProblem& problem);

}  // namespace gusset::traces
