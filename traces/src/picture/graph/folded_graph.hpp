#pragma once
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_fold.hpp"

namespace gusset::traces {

/// The visible part of a graph with some open groups: nodes in open groups, closed groups, and the lines
/// between them. Refers to its inputs.
class FoldedGraph {
 public:
  using Id = std::uint32_t;  ///< a group's number, or the number of groups plus a node's number
  static constexpr Id none = FoldTree::none;

  /// All edges from one visible node or group to another.
  struct Line {
    Id from = 0;
    Id to = 0;
    DrawnGraph::EdgeKind kind = {};
    std::uint64_t count = 0;
  };

  /// `open` says by number which groups are open; the root always is.
  FoldedGraph(const DrawnGraph& graph, const FoldTree& tree, const std::vector<bool>& open);

  const DrawnGraph& graph() const { return graph_; }
  const FoldTree& tree() const { return tree_; }
  Id groups() const { return groups_; }
  Id id_of_node(std::uint32_t node) const { return groups_ + node; }
  std::uint32_t node(Id id) const { return id - groups_; }
  const DrawnGraph::Node& drawn(Id id) const { return graph_.nodes[node(id)]; }

  bool is_group(Id id) const { return id < groups_; }
  bool is_open(Id id) const { return is_group(id) && is_open_[id]; }
  bool is_junction(Id id) const { return !is_group(id) && drawn(id).kind == DrawnGraph::Kind::junction; }

  /// Returns what shows a node: itself or a closed group. Returns none for junctions that are left out.
  Id shown(std::uint32_t node) const;
  Id parent(Id id) const;
  /// Returns the innermost open group that contains both, and its parts that contain `a` and `b`. Neither may
  /// contain the other.
  std::tuple<Id, Id, Id> common(Id a, Id b) const;
  /// The parts of each open group in order of nodes, junctions last; empty for closed groups.
  std::vector<std::vector<Id>> children() const;

  /// All lines, sorted by their ends.
  const std::vector<Line>& lines() const { return lines_; }
  /// The number of edges between the nodes of a closed group.
  std::uint64_t inner_edges(Id group) const { return inner_edges_[group]; }

 private:
  std::uint32_t depth(Id id) const;
  void add_line(Id from, Id to, DrawnGraph::EdgeKind kind, std::uint64_t count);
  void collect_lines();
  void join(std::uint32_t junction, const std::vector<std::uint32_t>& before,
            const std::vector<std::uint32_t>& after);
  Id only_group(const std::vector<std::uint32_t>& nodes) const;
  Id common_group(Id group, Id id) const;
  void merge_lines();

  const DrawnGraph& graph_;
  const FoldTree& tree_;
  Id groups_;
  std::vector<bool> is_open_;
  std::vector<Id> closed_;  ///< per group: the closed group that shows it; none for open groups
  std::vector<std::uint64_t> inner_edges_;
  std::vector<Id> junction_parent_;  ///< per node: the group that contains a junction that is shown
  std::vector<Line> lines_;
};

/// The text on a box: "gemm A(3,1)", "A(3,1) v2", a group's name; empty for junctions.
std::string box_label(const FoldedGraph& folded, const Trace& trace, FoldedGraph::Id id);
/// How much a group contains: "120 tasks, 30 versions · 12.3 ms".
std::string amount_text(const FoldTree::Group& group);

}  // namespace gusset::traces
