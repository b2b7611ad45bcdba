#pragma once
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_fold.hpp"

namespace gusset::traces {

/// What is seen of a graph some of whose groups are open: nodes in open groups, closed groups, and the lines
/// that join them. Must not outlive what it is made of.
class FoldedGraph {
 public:
  using Id = std::uint32_t;  ///< a group by its number, a node by the groups' count and its number
  static constexpr Id nobody = FoldTree::none;

  /// All edges from one thing that is seen to another.
  struct Line {
    Id from = 0;
    Id to = 0;
    bool only_waits = false;  ///< each of them
    std::uint64_t count = 0;
  };

  /// The groups that are open in `open`, by number; the root always is.
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

  /// What a node is seen as; nobody for junctions that are left out.
  Id shown(std::uint32_t node) const;
  Id parent(Id id) const;
  /// The open group that holds both, and what of it does. For things that stand side by side.
  std::tuple<Id, Id, Id> common(Id a, Id b) const;
  /// The parts of each open group, in order of nodes, junctions last; none of closed ones.
  std::vector<std::vector<Id>> children() const;

  /// By their ends.
  const std::vector<Line>& lines() const { return lines_; }
  /// Edges between nodes of a closed group.
  std::uint64_t inner_edges(Id group) const { return inner_edges_[group]; }

 private:
  std::uint32_t depth(Id id) const;
  void add_line(Id from, Id to, bool only_waits, std::uint64_t count);
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
  std::vector<Id> closed_;  ///< of each group the closed one that it is seen as; nobody for open ones
  std::vector<std::uint64_t> inner_edges_;
  std::vector<Id> junction_parent_;  ///< of each node, the group that a junction stands in where it is shown
  std::vector<Line> lines_;
};

/// What is written on a box: "gemm A(3,1)", "A(3,1) v2", a group's name; empty for junctions.
std::string box_label(const FoldedGraph& folded, const Trace& trace, FoldedGraph::Id id);
/// How much a group holds: "120 tasks, 30 versions · 12.3 ms".
std::string amount_text(const FoldTree::Group& group);

}  // namespace gusset::traces
