#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "folded_graph.hpp"
#include "gusset/traces/picture/graph/graph_layout.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"

namespace gusset::traces {

/// Lays out each open group: its parts as boxes, and one route for all lines between two of them. Lays out
/// all boxes as closed first and then resizes the open ones, so that they keep their places.
class GroupLayouts {
 public:
  using Id = FoldedGraph::Id;
  struct Group {
    std::vector<Id> children;
    LayoutGraph boxes;  ///< with their displayed sizes
    GraphLayout layout;
    std::map<std::pair<Id, Id>, std::uint32_t> edge;  ///< edge number by its ends
    LayoutSize size;                                  ///< including title and margins
    /// The route of an edge by its ends. The edge must exist.
    const GraphLayout::Route& route(Id from, Id to) const {
      return layout.routes[route_of_edge[edge.at({from, to})]];
    }
    std::vector<std::size_t> route_of_edge;
  };
  static constexpr double padding = 16.0;  ///< beside a box's text, and around the contents of an open group

  /// `times`: of the tasks whose boxes show how long they ran; null: no box does. A flat layout has
  /// levels close together, also if it is much wider than high, and boxes with room for larger names.
  GroupLayouts(const FoldedGraph& folded, const Trace& trace, const TaskTimes* times, bool is_flat)
      : folded_(folded), trace_(trace), times_(times), is_flat_(is_flat) {}

  /// Returns false if cancelled.
  bool lay_out(const std::atomic<bool>* cancelled);

  const Group& operator[](Id group) const { return layouts_[group]; }
  /// How long a task ran; empty for everything else, and if boxes do not show it.
  std::string duration_text(Id id) const;

 private:
  void collect_edges();
  void collect_sets();
  LayoutSize closed_size(Id id) const;
  bool lay_out_group(Id group, const std::atomic<bool>* cancelled);

  const FoldedGraph& folded_;
  const Trace& trace_;
  const TaskTimes* times_;
  bool is_flat_;
  std::vector<Group> layouts_;
  std::vector<std::uint32_t> local_;  ///< per id: its index among its parent's children
};

}  // namespace gusset::traces
