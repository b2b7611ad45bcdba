#include "network/routes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace gusset::simulator {
namespace {

Topology fat_tree(std::vector<FatTreeLevel> levels) {
  return {Topology::Kind::fat_tree, std::move(levels), {}, {}};
}

std::vector<std::uint32_t> links(const Routes& routes, unsigned from, unsigned to) {
  const Routes::Route route = routes.between(NodeId(from), NodeId(to));
  return {route.links.begin(), route.links.begin() + static_cast<std::ptrdiff_t>(route.length)};
}

TEST(Routes, CrossbarHasOneLinkOutAndOneInForEachNode) {
  const Routes routes(Topology(), 3);
  EXPECT_EQ(routes.links(), 6u);
  EXPECT_EQ(routes.longest(), 2u);
  EXPECT_EQ(links(routes, 0, 2), (std::vector<std::uint32_t>{0, 5}));
  EXPECT_EQ(links(routes, 2, 0), (std::vector<std::uint32_t>{2, 3}));
}

TEST(Routes, RoutesHaveTheLengthsThatTheTopologyCounts) {
  for (const Topology& tree : {fat_tree({{4, 1, 1}}), fat_tree({{4, 1, 1}, {3, 2, 1}}),
                               fat_tree({{2, 2, 2}, {2, 2, 1}, {3, 1, 2}})}) {
    const auto nodes = static_cast<unsigned>(places(tree).value());
    const Routes routes(tree, nodes);
    EXPECT_EQ(routes.longest(), 2 * tree.levels.size());
    for (unsigned from = 0; from < nodes; ++from) {
      for (unsigned to = 0; to < nodes; ++to) {
        if (from == to) continue;
        const auto route = links(routes, from, to);
        EXPECT_EQ(route.size(), hops(tree, NodeId(from), NodeId(to)));
        EXPECT_EQ(std::set<std::uint32_t>(route.begin(), route.end()).size(), route.size())
            << "each link once";
        EXPECT_TRUE(
            std::all_of(route.begin(), route.end(), [&](auto link) { return link < routes.links(); }));
      }
    }
  }
}

TEST(Routes, MessagesOfASwitchToOnePlaceShareAnUplink) {
  // Two switches of four nodes, with two uplinks each.
  const Routes routes(fat_tree({{4, 1, 1}, {2, 2, 1}}), 8);
  EXPECT_EQ(routes.links(), 2u * (8 + 4));
  EXPECT_EQ(links(routes, 0, 4)[1], links(routes, 1, 4)[1]);
  EXPECT_EQ(links(routes, 0, 4)[1], links(routes, 0, 6)[1]) << "the receiver's place modulo 2";
  EXPECT_NE(links(routes, 0, 4)[1], links(routes, 0, 5)[1]);
  EXPECT_EQ(links(routes, 0, 4)[3], links(routes, 5, 4)[1]) << "the last link leads down to the receiver";
  EXPECT_NE(links(routes, 4, 0)[0], links(routes, 0, 4)[3]) << "each direction is a link of its own";
}

TEST(Routes, EveryLinkOfASymmetricTreeIsUsed) {
  const Topology tree = fat_tree({{4, 1, 1}, {4, 2, 1}, {2, 1, 1}});
  const Routes routes(tree, 32);
  std::set<std::uint32_t> used;
  for (unsigned from = 0; from < 32; ++from) {
    for (unsigned to = 0; to < 32; ++to) {
      if (from == to) continue;
      for (const std::uint32_t link : links(routes, from, to)) used.insert(link);
    }
  }
  EXPECT_EQ(used.size(), routes.links());
}

}  // namespace
}  // namespace gusset::simulator
