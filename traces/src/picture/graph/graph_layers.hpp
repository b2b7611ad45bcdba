#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces::layered {

/// One line between two neighbouring levels.
struct Link {
  std::uint32_t upper = 0;
  std::uint32_t lower = 0;
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
