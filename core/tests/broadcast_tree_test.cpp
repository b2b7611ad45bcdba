#include "gusset/core/engine/broadcast_tree.hpp"

#include <gtest/gtest.h>

#include <string>

#include "gusset/core/errors.hpp"

namespace gusset {
namespace {

std::string refusal_of_tree(const std::string& text) {
  try {
    BroadcastTree::parse(text, "--broadcast");
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "accepted";
}

/// "node from via first" of one reader, "owner" for the owner.
std::string way_text(const VersionReaders::Way& way) {
  return (way.from.is_none() ? "owner" : std::to_string(way.from.value())) + " via " +
         std::to_string(way.first.value()) + (way.is_new ? "" : ", known");
}

constexpr BroadcastTree two{true, 2};

TEST(BroadcastTree, ReadsItsSetting) {
  EXPECT_FALSE(BroadcastTree::parse("", "").is_on);
  EXPECT_FALSE(BroadcastTree::parse("direct", "").is_on);
  EXPECT_EQ(BroadcastTree::parse("tree", ""), (BroadcastTree{true, 0}));
  EXPECT_EQ(BroadcastTree::parse("tree,8", ""), (BroadcastTree{true, 8}));
  EXPECT_EQ(BroadcastTree::parse("tree,8", "").text(), "tree,8");
  EXPECT_EQ(BroadcastTree::parse("tree", "").text(), "tree");
  EXPECT_EQ(BroadcastTree().text(), "");
  for (const std::string text : {"trees", "tree,", "tree,0", "tree,x", "on"}) {
    EXPECT_EQ(refusal_of_tree(text),
              "--broadcast: expected direct, tree, or tree with a limit on the nodes that each node sends to "
              "(\"tree,4\"), found \"" +
                  text + "\"");
  }
}

TEST(BroadcastTree, SendsLongContentsToFewerNodes) {
  const BroadcastTree tree{true, 0};
  EXPECT_EQ(tree.children(8), 4u);
  EXPECT_EQ(tree.children(1'000'000), 2u);
  EXPECT_EQ(two.children(8), 2u);
}

TEST(VersionReaders, GetAVersionFromEarlierReaders) {
  VersionReaders readers;
  const auto way = [&](unsigned node) { return way_text(readers.add(two, 8, 5, NodeId(node), false)); };
  EXPECT_EQ(way(7), "owner via 7");
  EXPECT_EQ(way(3), "owner via 3");
  EXPECT_EQ(way(9), "7 via 7");
  EXPECT_EQ(way(1), "7 via 7");
  EXPECT_EQ(way(2), "3 via 3");
  EXPECT_EQ(way(4), "3 via 3");
  EXPECT_EQ(way(5), "9 via 7");
  EXPECT_EQ(way(5), "9 via 7, known");
  EXPECT_EQ(way(7), "owner via 7, known");
}

TEST(VersionReaders, StartAgainWithANewerVersion) {
  VersionReaders readers;
  readers.add(two, 8, 1, NodeId(1), false);
  readers.add(two, 8, 1, NodeId(2), false);
  EXPECT_EQ(way_text(readers.add(two, 8, 2, NodeId(2), false)), "owner via 2");
  EXPECT_EQ(way_text(readers.add(two, 8, 2, NodeId(3), false)), "owner via 3");
  EXPECT_EQ(way_text(readers.add(two, 8, 2, NodeId(1), false)), "2 via 2");
}

TEST(VersionReaders, GetReservedAndOlderVersionsFromTheOwner) {
  VersionReaders readers;
  EXPECT_EQ(way_text(readers.add(two, 8, 4, NodeId(1), true)), "owner via 1");
  EXPECT_EQ(way_text(readers.add(two, 8, 4, NodeId(1), false)), "owner via 1, known");
  EXPECT_EQ(way_text(readers.add(two, 8, 4, NodeId(2), false)), "owner via 2");
  EXPECT_EQ(way_text(readers.add(two, 8, 4, NodeId(3), false)), "owner via 3");
  EXPECT_EQ(way_text(readers.add(two, 8, 3, NodeId(4), true)), "owner via 4");
  EXPECT_EQ(way_text(readers.add(two, 8, 4, NodeId(4), false)), "2 via 2");
}

}  // namespace
}  // namespace gusset
