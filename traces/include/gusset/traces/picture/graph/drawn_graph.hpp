#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces {

/// A trace's graph as drawings show it, in time and memory linear in accesses.
struct DrawnGraph {
  enum class Kind : std::uint8_t {
    task,
    version,   ///< of a handle: what is there before or after tasks access it
    junction,  ///< where each of several tasks waits for all of several others: these, then it, then those
  };
  struct Node {
    Kind kind = Kind::task;
    TaskId task;                ///< of Kind::task
    HandleId handle;            ///< of others
    std::uint32_t version = 0;  ///< of Kind::version, and what those after a junction wait for
    friend bool operator==(const Node&, const Node&) = default;
  };
  std::vector<Node> nodes;               ///< tasks first: number i is TaskId(i)
  std::vector<LayoutGraph::Edge> edges;  ///< each once
  std::vector<bool> only_waits;          ///< of edges: from a reader to the next version, same contents
  std::vector<std::vector<std::uint32_t>> commuting;  ///< nodes in any order, but not at once
  /// Per node: the longest path of tasks that leads to it; a version's, that of those who await it at least.
  std::vector<std::uint32_t> depth;
  bool is_reduced = false;  ///< edges that follow from others were left out
  bool has_cycle = false;
};

/// Tasks, joined by what each waits for: every task of a version group by every one that holds it up, with a
/// junction between where both are many. Edges that others imply are left out of graphs of up to
/// `most_reduced` tasks. Nothing where it was cancelled.
std::optional<DrawnGraph> draw_tasks(const Trace& trace, const TaskGraph& graph,
                                     const std::atomic<bool>* cancelled = nullptr);
inline constexpr std::size_t most_reduced = 50'000;

/// Tasks between the versions of handles that they await and lead to, as to_version_dot has them.
std::optional<DrawnGraph> draw_versions(const Trace& trace, const TaskGraph& graph,
                                        const std::atomic<bool>* cancelled = nullptr);

}  // namespace gusset::traces
