#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces {

/// A trace's graph as drawings show it. Time and memory are linear in accesses.
struct DrawnGraph {
  enum class Kind : std::uint8_t {
    task,
    version,   ///< version of a handle, before or after tasks access it
    junction,  ///< joins many tasks to many that wait for all of them: predecessors, junction, successors
  };
  struct Node {
    Kind kind = Kind::task;
    TaskId task;      ///< for Kind::task
    HandleId handle;  ///< for the other kinds
    /// For Kind::version; for a junction, the version that its successors wait for.
    std::uint32_t version = 0;
    friend bool operator==(const Node&, const Node&) = default;
  };
  /// What an edge means. If several edges become one line, the first of their kinds here is the line's.
  enum class EdgeKind : std::uint8_t {
    waits,       ///< the node at the end waits for the node at the start
    only_waits,  ///< leads from a reader to the next version, which has the same contents
    creates,     ///< fork-join programs: the task at the start creates the task at the end
  };
  std::vector<Node> nodes;               ///< tasks first: node i is TaskId(i)
  std::vector<LayoutGraph::Edge> edges;  ///< without duplicates
  std::vector<EdgeKind> edge_kinds;      ///< per edge
  /// Sets of nodes that run in any order, but never at the same time.
  std::vector<std::vector<std::uint32_t>> commuting;
  /// Per node: the length of the longest path of tasks to it, creations that are not drawn included. A
  /// version's depth is at most that of the tasks that await it.
  std::vector<std::uint32_t> depth;
  std::size_t undrawn_creations = 0;  ///< tasks without a line from the task that creates them
  bool is_reduced = false;            ///< edges that others imply were left out
  bool has_cycle = false;
};

/// Joins tasks by what each waits for: every task of a version group to every task that holds it up, with a
/// junction between if that saves more than half of the edges. Leaves out implied edges in graphs without
/// cycles of up to `max_reduced` tasks, except creations. In fork-join programs, edges also lead from each
/// task to those that it creates, but none show its waits, which would lead back to it; if a task creates
/// more than `max_drawn_leaves` that have no edges otherwise, their creations are left out. Returns nothing
/// if cancelled.
std::optional<DrawnGraph> draw_tasks(const Trace& trace, const TaskGraph& graph,
                                     const std::atomic<bool>* cancelled = nullptr);
inline constexpr std::size_t max_reduced = 50'000;
inline constexpr std::size_t max_drawn_leaves = 16;

/// Draws tasks between the versions of handles that they await and produce, like to_version_dot. Returns
/// nothing if cancelled.
std::optional<DrawnGraph> draw_versions(const Trace& trace, const TaskGraph& graph,
                                        const std::atomic<bool>* cancelled = nullptr);

}  // namespace gusset::traces
