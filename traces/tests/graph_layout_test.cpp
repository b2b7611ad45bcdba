#include "gusset/traces/picture/graph/graph_layout.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include "random_layout.hpp"

namespace gusset::traces {
namespace {

using testing::random_layout;
using Route = GraphLayout::Route;

constexpr double hair = 1e-6;

LayoutGraph boxes(std::size_t count, std::vector<LayoutGraph::Edge> edges,
                  std::vector<std::vector<std::uint32_t>> commuting = {}) {
  return {std::vector<LayoutSize>(count, {40.0, 20.0}), std::move(edges), std::move(commuting)};
}

void expect_no_overlap(const GraphLayout& layout, const std::vector<LayoutSize>& sizes, double gap) {
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double dx = std::fabs(layout.places[a].x - layout.places[b].x);
      const double dy = std::fabs(layout.places[a].y - layout.places[b].y);
      const bool apart = dx >= (sizes[a].width + sizes[b].width) / 2 + gap - hair ||
                         dy >= (sizes[a].height + sizes[b].height) / 2 - hair;
      ASSERT_TRUE(apart) << a << " and " << b;
    }
    EXPECT_GE(layout.places[a].x - sizes[a].width / 2, -hair);
    EXPECT_LE(layout.places[a].x + sizes[a].width / 2, layout.size.width + hair);
    EXPECT_GE(layout.places[a].y - sizes[a].height / 2, -hair);
    EXPECT_LE(layout.places[a].y + sizes[a].height / 2, layout.size.height + hair);
  }
}

// The places of a route from its upper end to its lower end.
std::vector<std::uint32_t> stops(const GraphLayout& layout, const Route& route) {
  std::vector<std::uint32_t> all = {route.from};
  for (std::uint32_t i = 0; i < route.bend_count; ++i) all.push_back(layout.bends[route.first_bend + i]);
  all.push_back(route.to);
  if (layout.places[route.from].level > layout.places[route.to].level) std::reverse(all.begin(), all.end());
  return all;
}

std::uint64_t crossings_of(const GraphLayout& layout) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> links;
  for (const Route& route : layout.routes) {
    const auto all = stops(layout, route);
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (layout.places[all[i]].level == layout.places[all[i - 1]].level + 1)
        links.emplace(all[i - 1], all[i]);
    }
  }
  std::uint64_t crossings = 0;
  for (const auto& a : links) {
    for (const auto& b : links) {
      if (a >= b || layout.places[a.first].level != layout.places[b.first].level) continue;
      const double upper = layout.places[a.first].x - layout.places[b.first].x;
      const double lower = layout.places[a.second].x - layout.places[b.second].x;
      if (a.first != b.first && a.second != b.second && upper * lower < 0) ++crossings;
    }
  }
  return crossings;
}

TEST(GraphLayout, EmptyGraphHasZeroSize) {
  const auto layout = lay_out({});
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->size, LayoutSize());
}

TEST(GraphLayout, ChainIsVertical) {
  const auto layout = lay_out(boxes(4, {{0, 1}, {1, 2}, {2, 3}}));
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(layout->places[i].level, i);
    EXPECT_NEAR(layout->places[i].x, 20.0, hair);
  }
}

TEST(GraphLayout, DiamondIsSymmetric) {
  const auto layout = lay_out(boxes(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  EXPECT_NEAR(layout->places[0].x, layout->places[3].x, hair);
  EXPECT_NEAR(layout->places[0].x * 2, layout->places[1].x + layout->places[2].x, hair);
  EXPECT_EQ(layout->crossings, 0U);
}

TEST(GraphLayout, LevelIsTheLengthOfTheLongestPath) {
  const auto layout = lay_out(boxes(4, {{0, 1}, {1, 2}, {0, 2}, {3, 2}}));
  EXPECT_EQ(layout->places[2].level, 2U);
  EXPECT_EQ(layout->places[3].level, 0U);
}

TEST(GraphLayout, LongEdgeAvoidsTheBoxesBetween) {
  const LayoutGraph graph = boxes(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}});
  const auto layout = lay_out(graph);
  const Route& route = layout->routes.back();
  ASSERT_EQ(route.bend_count, 3U);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const GraphLayout::Place& bend = layout->places[layout->bends[route.first_bend + i]];
    EXPECT_EQ(bend.level, i + 1);
    EXPECT_GT(std::fabs(bend.x - layout->places[i + 1].x), 20.0);
  }
}

TEST(GraphLayout, LongEdgesOfOneBoxShareTheirBends) {
  const auto layout = lay_out(boxes(7, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}, {3, 5}, {0, 5}}));
  std::set<std::uint32_t> bends;
  for (const Route& route : layout->routes) {
    if (route.from != 0 || route.to == 1) continue;
    ASSERT_EQ(route.bend_count, 3U);
    for (std::uint32_t i = 0; i < 3; ++i) bends.insert(layout->bends[route.first_bend + i]);
  }
  EXPECT_EQ(bends.size(), 3U);
}

TEST(GraphLayout, CycleHasOneUpwardEdge) {
  const auto layout = lay_out(boxes(3, {{0, 1}, {1, 2}, {2, 0}}));
  ASSERT_EQ(layout->routes.size(), 3U);
  EXPECT_FALSE(layout->routes[0].upwards);
  EXPECT_FALSE(layout->routes[1].upwards);
  EXPECT_TRUE(layout->routes[2].upwards);
  EXPECT_EQ(layout->routes[2].from, 2U);
  EXPECT_EQ(layout->routes[2].to, 0U);
  EXPECT_GT(layout->places[2].level, layout->places[0].level);
}

TEST(GraphLayout, MutualEdgesAreBothRouted) {
  const auto layout = lay_out(boxes(2, {{0, 1}, {1, 0}, {1, 1}}));
  ASSERT_EQ(layout->routes.size(), 2U);
  EXPECT_EQ(layout->routes[0].edge, 0U);
  EXPECT_FALSE(layout->routes[0].upwards);
  EXPECT_EQ(layout->routes[1].edge, 1U);
  EXPECT_TRUE(layout->routes[1].upwards);
}

TEST(GraphLayout, CommutingSetInOneLevelIsJoinedLeftToRight) {
  const auto layout = lay_out(boxes(5, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}, {3, 4}}, {{3, 1, 2}}));
  std::vector<Route> lines;
  for (const Route& route : layout->routes) {
    if (route.edge == Route::none) lines.push_back(route);
  }
  ASSERT_EQ(lines.size(), 2U);
  for (const Route& line : lines) EXPECT_LT(layout->places[line.from].x, layout->places[line.to].x);
}

TEST(GraphLayout, UnconnectedMembersOfASetAreAdjacentInOneRow) {
  LayoutGraph graph = boxes(12, {}, {{0, 5, 10}, {1, 6, 11}, {2, 7}});
  const GraphLayout layout = *lay_out(graph);
  for (const auto& set : graph.commuting) {
    const std::uint32_t level = layout.places[set.front()].level;
    const std::vector<std::uint32_t>& row = layout.rows[level].places;
    const auto first = std::find(row.begin(), row.end(), set.front());
    ASSERT_LE(first + static_cast<std::ptrdiff_t>(set.size()), row.end());
    EXPECT_TRUE(std::equal(set.begin(), set.end(), first)) << "set of " << set.front();
  }
  for (std::size_t level = 1; level < layout.rows.size(); ++level) {
    EXPECT_NEAR(layout.rows[level].top - layout.rows[level - 1].bottom, LayoutOptions().level_gap, 1e-9)
        << "no sideways lines, so no extra gap";
  }
}

TEST(GraphLayout, CommutingSetIsJoinedAcrossLevels) {
  const auto layout = lay_out(boxes(5, {{0, 1}, {1, 2}, {3, 4}}, {{3, 2}}));
  EXPECT_EQ(layout->routes.back().edge, Route::none);
  EXPECT_EQ(layout->routes.back().bend_count, 1U);
}

TEST(GraphLayout, BoxesWithoutEdgesFillRowsAtTheBottom) {
  const auto layout = lay_out(boxes(102, {{100, 101}}, {{3, 4, 50}}));
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_GT(layout->places[i].level, layout->places[101].level);
  EXPECT_LT(layout->size.width, 16 * 60.0) << "one row would be 100 wide";
}

TEST(GraphLayout, RandomGraphsHaveNoOverlapAndLeadDownwards) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    const LayoutGraph graph = random_layout(seed, 10 + seed * 4, 10 + seed * 9);
    const LayoutOptions options;
    const auto layout = lay_out(graph, options);
    ASSERT_TRUE(layout);
    expect_no_overlap(*layout, graph.nodes, options.node_gap);
    for (const Route& route : layout->routes) {
      if (route.edge == Route::none) continue;
      EXPECT_FALSE(route.upwards);
      EXPECT_EQ(route.from, graph.edges[route.edge].from);
      EXPECT_EQ(route.to, graph.edges[route.edge].to);
      EXPECT_LT(layout->places[route.from].y + graph.nodes[route.from].height / 2,
                layout->places[route.to].y - graph.nodes[route.to].height / 2);
    }
  }
}

TEST(GraphLayout, EveryEdgeIsRoutedOnceThroughAdjacentLevels) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const LayoutGraph graph = random_layout(seed, 60, 140, seed % 2 == 0);
    const auto layout = lay_out(graph);
    std::set<std::uint32_t> routed;
    for (const Route& route : layout->routes) {
      const auto all = stops(*layout, route);
      if (layout->places[route.from].level != layout->places[route.to].level) {
        for (std::size_t i = 1; i < all.size(); ++i)
          EXPECT_EQ(layout->places[all[i]].level, layout->places[all[i - 1]].level + 1);
      }
      if (route.edge != Route::none) {
        EXPECT_TRUE(routed.insert(route.edge).second);
      }
    }
    std::size_t expected = 0;
    for (const auto& e : graph.edges) expected += e.from != e.to ? 1 : 0;
    EXPECT_EQ(routed.size(), expected);
  }
}

TEST(GraphLayout, UpwardEdgesAreExactlyThoseAgainstTheLevels) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    const LayoutGraph graph = random_layout(seed, 40, 120, true);
    const auto layout = lay_out(graph);
    ASSERT_TRUE(layout);
    expect_no_overlap(*layout, graph.nodes, LayoutOptions().node_gap);
    for (const Route& route : layout->routes) {
      if (route.edge == Route::none) continue;
      const bool downwards = layout->places[route.from].level < layout->places[route.to].level;
      EXPECT_EQ(downwards, !route.upwards);
    }
  }
}

TEST(GraphLayout, SweepsNeverAddCrossingsAndCountThemExactly) {
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    const auto layout = lay_out(random_layout(seed, 80, 160));
    EXPECT_LE(layout->crossings, layout->first_crossings);
    EXPECT_EQ(layout->crossings, crossings_of(*layout));
    before += layout->first_crossings;
    after += layout->crossings;
    LayoutOptions none;
    none.sweeps = 0;
    EXPECT_EQ(lay_out(random_layout(seed, 80, 160), none)->crossings, layout->first_crossings);
  }
  EXPECT_LT(after * 3, before * 2) << "sweeps must reduce crossings by a third";
}

TEST(GraphLayout, LayoutIsDeterministic) {
  const LayoutGraph graph = random_layout(7, 200, 500);
  EXPECT_EQ(*lay_out(graph), *lay_out(graph));
}

TEST(GraphLayout, ManyLongEdgesDoNotBlowUpTheLayout) {
  // Each node of a chain of 4000 has an edge far down; bends for all of them would be millions.
  std::vector<LayoutGraph::Edge> edges;
  for (std::uint32_t i = 1; i < 4000; ++i) edges.push_back({i - 1, i});
  for (std::uint32_t i = 0; i < 2000; ++i) edges.push_back({i, i + 1990});
  const LayoutGraph graph = boxes(4000, edges);
  const auto layout = lay_out(graph);
  EXPECT_LE(layout->places.size(), 4000U + 50'000 + 10 * 4000);
  EXPECT_EQ(layout->routes.size(), edges.size());
}

TEST(GraphLayout, CancellationReturnsNothing) {
  const std::atomic<bool> cancelled = true;
  LayoutOptions options;
  options.cancelled = &cancelled;
  EXPECT_FALSE(lay_out(random_layout(1, 20, 40), options));
}

TEST(GraphLayout, GrowingBoxStaysAndOthersMakeRoom) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const LayoutGraph graph = random_layout(seed, 60, 130);
    const LayoutOptions options;
    const auto before = lay_out(graph, options);
    const std::uint32_t grown = static_cast<std::uint32_t>(seed * 7 % 60);
    std::vector<LayoutSize> sizes = graph.nodes;
    sizes[grown] = {400.0, 300.0};
    const GraphLayout after = resized(*before, graph.nodes, sizes, options);
    expect_no_overlap(after, sizes, options.node_gap);
    const double shift = after.places[grown].x - before->places[grown].x;
    const std::uint32_t level = before->places[grown].level;
    EXPECT_NEAR(after.places[grown].y - 150.0, before->places[grown].y - graph.nodes[grown].height / 2, hair);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      if (before->places[i].level == level) continue;
      EXPECT_NEAR(after.places[i].x - before->places[i].x, shift, 0.1) << i;
      if (before->places[i].level < level) {
        EXPECT_NEAR(after.places[i].y, before->places[i].y, hair);
      }
    }
    for (std::size_t row = 0; row < after.rows.size(); ++row)
      EXPECT_EQ(after.rows[row].places, before->rows[row].places);
    const GraphLayout same = resized(*before, graph.nodes, graph.nodes, options);
    for (std::size_t i = 0; i < same.places.size(); ++i) {
      EXPECT_NEAR(same.places[i].x, before->places[i].x, hair);
      EXPECT_NEAR(same.places[i].y, before->places[i].y, hair);
    }
  }
}

}  // namespace
}  // namespace gusset::traces
