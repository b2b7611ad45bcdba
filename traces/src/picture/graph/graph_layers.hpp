#pragma once
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces::layered {

/// What each of some places is joined with.
struct Neighbours {
  /// Of so many lines: the place of each, and what it joins that with.
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

  std::vector<std::uint32_t> first;  ///< of each place's items, and the end
  std::vector<std::uint32_t> items;
};

/// Whether the work that a flag belongs to has become needless; relaxed: its result is dropped.
inline bool was_cancelled(const std::atomic<bool>* flag) {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

/// One line between two neighbouring levels.
struct Link {
  std::uint32_t upper = 0;
  std::uint32_t lower = 0;
  friend auto operator<=>(const Link&, const Link&) = default;
};

/// A graph in levels, its long edges cut into links between neighbours.
struct Layers {
  std::uint32_t nodes = 0;                       ///< places below are nodes, others are bends
  std::vector<std::uint32_t> level;              ///< of each place
  std::vector<std::uint32_t> origin;             ///< of each place: its node, or the one that its line leaves
  std::vector<Link> links;                       ///< each once
  std::vector<std::vector<std::uint32_t>> rows;  ///< places of each level, in order of origin;
                                                 ///< of unconnected ones, sets together
  std::vector<GraphLayout::Route> routes;
  std::vector<std::uint32_t> bends;
};

/// Which edges close a cycle for a depth-first search in order of nodes; not those from a node to itself.
std::vector<bool> cycle_closing_edges(std::size_t nodes, const std::vector<LayoutGraph::Edge>& edges);

/// The longest path that leads to each node, in edges; those of `closing` count the other way round.
std::vector<std::uint32_t> depths(std::size_t nodes, const std::vector<LayoutGraph::Edge>& edges,
                                  const std::vector<bool>& closing);

Layers make_layers(const LayoutGraph& graph);

}  // namespace gusset::traces::layered
