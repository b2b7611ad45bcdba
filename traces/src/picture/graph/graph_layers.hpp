#pragma once
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/base/groups.hpp"
#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces::layered {

/// The neighbours of each place.
using Neighbours = Groups<std::uint32_t, std::uint32_t>;

/// Whether work has been cancelled. The load pairs with the canceller's store of true. It is relaxed because
/// it orders no other memory: the result is dropped.
inline bool was_cancelled(const std::atomic<bool>* flag) {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

/// A line between two adjacent levels.
struct Link {
  std::uint32_t upper = 0;
  std::uint32_t lower = 0;
  friend auto operator<=>(const Link&, const Link&) = default;
};

/// A layered graph, whose long edges are cut into links between adjacent levels.
struct Layers {
  std::uint32_t nodes = 0;            ///< places below this number are nodes, the others bends
  std::vector<std::uint32_t> level;   ///< level of each place
  std::vector<std::uint32_t> origin;  ///< per place: its node, or the node that its line leaves
  std::vector<Link> links;            ///< without duplicates
  /// The places of each level in order of origin; nodes without edges in order of set.
  std::vector<std::vector<std::uint32_t>> rows;
  std::vector<GraphLayout::Route> routes;
  std::vector<std::uint32_t> bends;
};

/// Returns which edges close a cycle in a depth-first search in order of nodes. Edges from a node to itself
/// do not count.
std::vector<bool> cycle_closing_edges(std::size_t nodes, const std::vector<LayoutGraph::Edge>& edges);

/// Returns the length of the longest path to each node, in edges. Edges in `closing` count in the reverse
/// direction.
std::vector<std::uint32_t> depths(std::size_t nodes, const std::vector<LayoutGraph::Edge>& edges,
                                  const std::vector<bool>& closing);

Layers make_layers(const LayoutGraph& graph);

}  // namespace gusset::traces::layered
