#include "gusset/traces/picture/timeline/node_arrows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset/traces/picture/timeline/task_arrows.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Each node sends every other node `each` messages. Nodes with higher numbers send more bytes.
Trace chatty(std::size_t nodes, std::size_t each) {
  Trace trace;
  trace.recorded.messages = true;
  trace.nodes.resize(nodes);
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t to = 0; to < nodes; ++to) {
      for (std::size_t i = 0; i < each && to != from; ++i) {
        Message message;
        message.from = NodeId(from);
        message.to = NodeId(to);
        message.send_ns = static_cast<std::int64_t>(i * 100);
        message.receive_ns = message.send_ns + 50;
        message.payload_bytes = 10 * (from + 1);
        trace.messages.push_back(message);
      }
    }
  }
  return trace;
}

bool every_node(NodeId) {
  return true;
}

NodeArrows arrows_of(const Trace& trace, std::int64_t from_ns = 0, std::int64_t to_ns = 100'000,
                     const std::function<bool(NodeId)>& is_shown = every_node) {
  return node_arrows(trace, Traffic(trace), from_ns, to_ns, is_shown);
}

TEST(NodeArrows, FewMessagesAreDrawnSingly) {
  const Trace trace = chatty(2, 3);
  const NodeArrows all = arrows_of(trace);
  ASSERT_EQ(all.arrows.size(), 6U);
  EXPECT_THAT(all.notes, IsEmpty());
  for (const NodeArrow& arrow : all.arrows) EXPECT_TRUE(arrow.message);
  const NodeArrows later = arrows_of(trace, 180, 300);
  ASSERT_EQ(later.arrows.size(), 2U);
  EXPECT_EQ(trace.messages[*later.arrows[0].message].send_ns, 200);
  EXPECT_THAT(arrows_of(trace, 60, 90).notes, ElementsAre("messages between nodes: none at this time"));
}

TEST(NodeArrows, ManyMessagesAreBundledByPairSideBySide) {
  const NodeArrows found = arrows_of(chatty(3, 40));
  ASSERT_EQ(found.arrows.size(), 6U);
  double place = 0.0;
  for (const NodeArrow& arrow : found.arrows) {
    EXPECT_FALSE(arrow.message);
    EXPECT_EQ(arrow.traffic.messages, 40U);
    EXPECT_GT(arrow.place, place);
    place = arrow.place;
  }
  EXPECT_LT(place, 1.0);
  EXPECT_EQ(found.arrows[0].traffic.from, found.arrows[1].traffic.to) << "two directions are neighbours";
  EXPECT_GT(node_arrow_width(found.arrows[0]), node_arrow_width({{}, 0, 0.0}));
}

TEST(NodeArrows, BundlesAtAMomentKeepTheirPlaceAndCountSentMessages) {
  const Trace trace = chatty(3, 40);
  const Traffic traffic(trace);
  const auto at = [&](std::int64_t moment_ns) {
    return node_arrows(trace, traffic, 0, 100'000, every_node, moment_ns).arrows;
  };
  const auto whole = arrows_of(trace).arrows;
  for (const std::int64_t moment_ns : {0, 99, 100, 1'050, 3'899, 3'900, 200'000}) {
    const auto arrows = at(moment_ns);
    ASSERT_EQ(arrows.size(), whole.size());
    const auto sent = static_cast<std::uint64_t>(std::min<std::int64_t>(40, moment_ns / 100 + 1));
    for (std::size_t i = 0; i < arrows.size(); ++i) {
      EXPECT_EQ(arrows[i].place, whole[i].place);
      EXPECT_EQ(arrows[i].traffic.from, whole[i].traffic.from);
      EXPECT_EQ(arrows[i].traffic.messages, sent) << moment_ns;
      EXPECT_EQ(arrows[i].traffic.payload_bytes, sent * whole[i].traffic.payload_bytes / 40);
    }
  }
  EXPECT_THAT(at(-1), IsEmpty());
}

TEST(NodeArrows, DrawsTheLargestPairsAndNotesTheRest) {
  const NodeArrows found = arrows_of(chatty(8, 10));
  ASSERT_EQ(found.arrows.size(), max_arrows);
  for (const NodeArrow& arrow : found.arrows) EXPECT_GE(arrow.traffic.from.value(), 4U) << "the most bytes";
  EXPECT_THAT(found.notes,
              ElementsAre("messages · bytes per pair of nodes; these arrows are not placed in time",
                          "not drawn: 320 messages between 32 more pairs of nodes"));
}

TEST(NodeArrows, NotesMissingOrHiddenMessages) {
  const Trace one_node = chatty(1, 1);
  EXPECT_THAT(arrows_of(one_node).notes, ElementsAre("messages between nodes: there is only one node"));
  Trace unknown = chatty(2, 1);
  unknown.recorded.messages = false;
  EXPECT_THAT(arrows_of(unknown).notes, ElementsAre("messages between nodes: not recorded"));
  const NodeArrows hidden = arrows_of(chatty(3, 1), 0, 1'000, [](NodeId node) { return node != NodeId(2u); });
  EXPECT_EQ(hidden.arrows.size(), 2U);
  EXPECT_THAT(hidden.notes, ElementsAre("not drawn: 4 messages to or from hidden nodes"));
}

}  // namespace
}  // namespace gusset::traces
