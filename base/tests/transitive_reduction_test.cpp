#include "gusset/base/transitive_reduction.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>

namespace gusset {
namespace {

using Edges = std::vector<GraphEdge>;

// Returns the nodes that can be reached from each node, by walking the edges.
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

/// Random edges from lower to higher numbers, or in a shuffled order.
Edges random_edges(std::uint64_t seed, std::uint32_t nodes, std::size_t count, bool shuffled) {
  std::mt19937_64 random(seed);
  std::set<GraphEdge> edges;
  const auto number = [&](std::uint32_t i) { return shuffled ? i * 7 % nodes : i; };
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<std::uint32_t>(random() % nodes);
    const auto b = static_cast<std::uint32_t>(random() % nodes);
    if (a != b) edges.insert({number(std::min(a, b)), number(std::max(a, b))});
  }
  return {edges.begin(), edges.end()};
}

TEST(TransitiveReduction, LongerPathImpliesTheShortcut) {
  EXPECT_EQ(implied_edges(3, {{0, 1}, {1, 2}, {0, 2}}), (std::vector<bool>{false, false, true}));
}

TEST(TransitiveReduction, RandomGraphsKeepReachabilityWithFewestEdges) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const auto nodes = static_cast<std::uint32_t>(20 + seed);
    const Edges edges = random_edges(seed, nodes, 30 + 5 * seed, seed % 2 == 0 && nodes % 7 != 0);
    const Edges kept = without(edges, implied_edges(nodes, edges));
    const auto reached = reach(nodes, edges);
    EXPECT_EQ(reach(nodes, kept), reached);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      Edges fewer = kept;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_NE(reach(nodes, fewer), reached) << "one edge too many";
    }
  }
}

TEST(TransitiveReduction, WorksAcrossBlocksOfAncestors) {
  // A chain of 10 000 nodes, with shortcuts over a few nodes, over thousands, and over nearly all.
  constexpr std::uint32_t nodes = 10'000;
  Edges edges;
  for (std::uint32_t i = 1; i < nodes; ++i) edges.push_back({i - 1, i});
  for (const std::uint32_t length : {2U, 100U, 4095U, 4096U, 4097U, 9'000U}) {
    for (const std::uint32_t from : {0U, 1U, 900U}) edges.push_back({from, from + length});
  }
  const std::vector<bool> implied = implied_edges(nodes, edges);
  for (std::size_t i = 0; i < edges.size(); ++i) EXPECT_EQ(implied[i], i >= nodes - 1) << i;
}

TEST(TransitiveReduction, ResultIsSortedWithoutDuplicates) {
  EXPECT_EQ(without_implied(0, {}), Edges{});
  EXPECT_EQ(without_implied(2, {{0, 1}, {0, 1}, {0, 1}}), (Edges{{0, 1}}));
  EXPECT_EQ(without_implied(3, {{2, 0}, {1, 0}, {2, 1}}), (Edges{{1, 0}, {2, 1}}))
      << "against the numbers' order";
}

TEST(TransitiveReduction, OnlyNodesBehindACycleKeepImpliedEdges) {
  EXPECT_EQ(without_implied(3, {{1, 0}, {0, 1}, {0, 2}, {1, 2}}), (Edges{{1, 0}, {0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(without_implied(5, {{0, 1}, {1, 0}, {2, 3}, {3, 4}, {2, 4}}),
            (Edges{{1, 0}, {0, 1}, {2, 3}, {3, 4}}));
}

TEST(TransitiveReduction, CyclesKeepAllEdges) {
  EXPECT_EQ(implied_edges(3, {{0, 1}, {1, 2}, {2, 0}, {0, 2}}), std::vector<bool>(4, false));
}

}  // namespace
}  // namespace gusset
