#pragma once
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces::layered {

/// The neighbours of each place, in compressed row storage.
struct Neighbours {
  /// Builds the table from `lines` lines: `place_of` returns a line's place, `other_of` the place's
  /// neighbour.
  template <class PlaceOf, class OtherOf>
  Neighbours(std::size_t places, std::size_t lines, PlaceOf place_of, OtherOf other_of)
      : first(places + 1, 0), items(lines) {
    for (std::size_t i = 0; i < lines; ++i) ++first[place_of(i) + 1];
    for (std::size_t i = 0; i < places; ++i) first[i + 1] += first[i];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < lines; ++i) items[next[place_of(i)]++] = other_of(i);
  }
  template <class Visit>
  void visit(std::uint32_t place, Visit visit_one) const {
    for (std::uint32_t i = first[place]; i < first[place + 1]; ++i) visit_one(items[i]);
  }
  std::uint32_t count(std::uint32_t place) const { return first[place + 1] - first[place]; }

  std::vector<std::uint32_t> first;  ///< index of each place's first item, then the number of items
  std::vector<std::uint32_t> items;
};

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
  /// Places of each level in order of origin; unconnected ones by set.
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
