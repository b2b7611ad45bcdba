#pragma once
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces::testing {

/// Makes boxes of several sizes, edges from lower to higher numbers (in any direction if `cyclic`), and some
/// commuting sets.
inline LayoutGraph random_layout(std::uint64_t seed, std::size_t nodes, std::size_t edges,
                                 bool cyclic = false) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  LayoutGraph graph;
  for (std::size_t i = 0; i < nodes; ++i) {
    graph.nodes.push_back({20.0 + below(60), 10.0 + below(20)});
  }
  for (std::size_t i = 0; i < edges; ++i) {
    std::uint32_t a = below(nodes);
    std::uint32_t b = below(nodes);
    if (!cyclic) {
      if (a == b) continue;
      if (a > b) std::swap(a, b);
      b = std::min<std::uint32_t>(b, a + 1 + below(nodes / 3 + 1));
    }
    graph.edges.push_back({a, b});
  }
  std::sort(graph.edges.begin(), graph.edges.end(),
            [](const auto& a, const auto& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
  for (std::size_t set = 0; set < nodes / 10; ++set) {
    std::vector<std::uint32_t> members;
    for (std::size_t i = 0; i < 4; ++i) members.push_back(below(nodes));
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    graph.commuting.push_back(members);
  }
  return graph;
}

}  // namespace gusset::traces::testing
