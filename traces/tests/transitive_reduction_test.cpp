#include "gusset/traces/analysis/graph/transitive_reduction.hpp"

#include <gtest/gtest.h>

#include "random_layout.hpp"

namespace gusset::traces {
namespace {

using Edges = std::vector<LayoutGraph::Edge>;

// Whatever can be reached from each node, by walking.
std::vector<std::vector<bool>> reach(std::size_t nodes, const Edges& edges) {
  std::vector<std::vector<bool>> reached(nodes, std::vector<bool>(nodes, false));
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& e : edges) {
      for (std::size_t from = 0; from < nodes; ++from) {
        if ((from == e.from || reached[from][e.from]) && !reached[from][e.to])
          changed = reached[from][e.to] = true;
      }
    }
  }
  return reached;
}

Edges without(const Edges& edges, const std::vector<bool>& implied) {
  Edges kept;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!implied[i]) kept.push_back(edges[i]);
  }
  return kept;
}

TEST(TransitiveReduction, ALongWayRoundImpliesTheShortCut) {
  EXPECT_EQ(implied_edges(3, {{0, 1}, {1, 2}, {0, 2}}), (std::vector<bool>{false, false, true}));
}

TEST(TransitiveReduction, RandomGraphsReachTheSameWithTheFewestEdges) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const std::size_t nodes = 20 + seed;
    const Edges edges = testing::random_layout(seed, nodes, 30 + 5 * seed).edges;
    const Edges kept = without(edges, implied_edges(nodes, edges));
    const auto reached = reach(nodes, edges);
    EXPECT_EQ(reach(nodes, kept), reached);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      Edges fewer = kept;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_NE(reach(nodes, fewer), reached) << "an edge too many";
    }
  }
}

TEST(TransitiveReduction, BeyondOneBlockOfAncestorsNothingIsMissed) {
  // A chain of 10 000, and shortcuts that lead over a few, over thousands, over nearly all.
  constexpr std::uint32_t nodes = 10'000;
  Edges edges;
  for (std::uint32_t i = 1; i < nodes; ++i) edges.push_back({i - 1, i});
  for (const std::uint32_t length : {2U, 100U, 4095U, 4096U, 4097U, 9'000U}) {
    for (const std::uint32_t from : {0U, 1U, 900U}) edges.push_back({from, from + length});
  }
  const std::vector<bool> implied = implied_edges(nodes, edges);
  for (std::size_t i = 0; i < edges.size(); ++i) EXPECT_EQ(implied[i], i >= nodes - 1) << i;
}

TEST(TransitiveReduction, ACycleKeepsAllItsEdges) {
  EXPECT_EQ(implied_edges(3, {{0, 1}, {1, 2}, {2, 0}, {0, 2}}), std::vector<bool>(4, false));
}

}  // namespace
}  // namespace gusset::traces
