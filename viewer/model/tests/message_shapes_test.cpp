#include "gusset/traces/picture/timeline/message_shapes.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using picture::DrawnMessages;
using testing::document_from_text;
using testing::timeline_of;

constexpr const char* two_sending_nodes = R"(
  n0/w0: aaa.....
  n0/w1: aaa.....
  n1/w0: ......bb
  x: 8 bytes on n0
  a1: write x@0
  b1: read x@1
  message x@1 n0->n1 3 6
)";

// `nodes` nodes. Each sends `each` messages to every other node; the size is 10 bytes times (sender + 1).
std::shared_ptr<const Document> busy_network(std::size_t nodes, std::size_t each) {
  auto trace = std::make_shared<traces::Trace>();
  trace->recorded.messages = true;
  trace->types = {"a"};
  for (std::size_t node = 0; node < nodes; ++node) {
    trace->nodes.push_back({"node " + std::to_string(node), 0, 0.0, 0});
    trace->workers.push_back({traces::NodeId(node), "w"});
    trace->lanes.push_back({traces::WorkerId(node), {}});
    trace->tasks.type.emplace_back(0u);
    trace->lanes.back().spans.push_back(0, 100'000, traces::TaskId(node), traces::SpanKind::run);
    for (std::size_t to = 0; to < nodes; ++to) {
      for (std::size_t i = 0; i < each && to != node; ++i) {
        traces::Message message;
        message.from = traces::NodeId(node);
        message.to = traces::NodeId(to);
        message.send_ns = static_cast<std::int64_t>(i * 100);
        message.receive_ns = message.send_ns + 500;
        message.payload_bytes = 10 * (node + 1);
        trace->messages.push_back(message);
      }
    }
  }
  return make_document({index_trace(trace, {}, 1)});
}

std::vector<DrawnMessages> drawn_of(const Timeline& timeline, Shapes& shapes) {
  const traces::Traffic traffic(*timeline.document().panel(0).trace);
  return add_message_shapes(placed_rows(timeline, 0), traffic, shapes);
}

TEST(MessageShapes, MessageLeadsFromNodeToNodeAtItsTime) {
  const Timeline timeline = timeline_of(document_from_text({two_sending_nodes}));
  Shapes shapes;
  const std::vector<DrawnMessages> drawn = drawn_of(timeline, shapes);
  ASSERT_EQ(drawn.size(), 1U);
  EXPECT_EQ(drawn[0].message, std::optional<std::size_t>(0));
  ASSERT_EQ(shapes.arrows.size(), 1U);
  const Shapes::Arrow& arrow = shapes.arrows[0];
  EXPECT_TRUE(arrow.dashed);
  EXPECT_TRUE(shapes.timeless().empty());
  EXPECT_NEAR(arrow.curve[0].x, timeline.x_from_time(3000), 1e-9);
  EXPECT_NEAR(arrow.curve[3].x, timeline.x_from_time(6000), 1e-9);
  const Stretch first = timeline.layout().node(0, 0, 0);
  const Stretch second = timeline.layout().node(0, 1, 0);
  EXPECT_NEAR(arrow.curve[0].y, first.top + first.height / 2.0, 1e-9);
  EXPECT_NEAR(arrow.curve[3].y, second.top + second.height / 2.0, 1e-9);
}

TEST(MessageShapes, MessageOutsideTheVisibleTimeIsNotDrawn) {
  Timeline timeline = timeline_of(document_from_text({two_sending_nodes}));
  timeline.show({0, 1000});
  Shapes shapes;
  EXPECT_TRUE(drawn_of(timeline, shapes).empty());
  ASSERT_EQ(shapes.tags.size(), 1U);
  EXPECT_EQ(shapes.tags[0].text, "messages between nodes: none at this time");
}

TEST(MessageShapes, ManyMessagesAreBundledByPairWithCountAndBytes) {
  const Timeline timeline = timeline_of(busy_network(3, 40));
  Shapes shapes;
  const std::vector<DrawnMessages> drawn = drawn_of(timeline, shapes);
  ASSERT_EQ(drawn.size(), 6U);
  std::uint64_t messages = 0;
  for (const DrawnMessages& bundle : drawn) {
    EXPECT_FALSE(bundle.message);
    messages += bundle.traffic.messages;
    EXPECT_NEAR(bundle.shape.curve[0].x, bundle.shape.curve[3].x, 1e-9) << "at no particular time";
  }
  EXPECT_EQ(messages, 6U * 40U);
  ASSERT_EQ(shapes.tags.size(), 7U);
  EXPECT_EQ(shapes.tags[0].text, "messages · bytes per pair of nodes; these arrows are not placed in time");
  EXPECT_EQ(shapes.tags[1].text, "40 messages · 400 B");
  const Shapes timeless = shapes.timeless();
  EXPECT_EQ(timeless.arrows.size(), 6U);
  EXPECT_EQ(timeless.tags.size(), 7U);
  EXPECT_EQ(timeless.tag_text, shapes.tag_text);
}

TEST(MessageShapes, DrawsTheLargestPairsAndCountsTheOthers) {
  const Timeline timeline = timeline_of(busy_network(8, 10));
  Shapes shapes;
  const std::vector<DrawnMessages> drawn = drawn_of(timeline, shapes);
  ASSERT_EQ(drawn.size(), traces::max_arrows);
  for (const DrawnMessages& bundle : drawn) EXPECT_GE(bundle.traffic.from.value(), 4U) << "the most bytes";
  EXPECT_EQ(shapes.tags[1].text, "not drawn: 320 messages between 32 more pairs of nodes");
  EXPECT_THAT(shapes.tags[2].text, ::testing::StartsWith("10 · "))
      << "only the numbers, because there are many";
}

TEST(MessageShapes, NotesMissingAndHiddenMessages) {
  Shapes unknown;
  EXPECT_TRUE(drawn_of(timeline_of(document_from_text({"n0/w0: a\nn1/w0: b"})), unknown).empty());
  ASSERT_EQ(unknown.tags.size(), 1U);
  EXPECT_EQ(unknown.tags[0].text, "messages between nodes: not recorded");
  Timeline filtered = timeline_of(document_from_text({two_sending_nodes}));
  filtered.filter_rows("n1");
  Shapes shapes;
  EXPECT_TRUE(drawn_of(filtered, shapes).empty());
  EXPECT_THAT(shapes.tags[0].text, ::testing::HasSubstr("not drawn: 1 message to or from hidden nodes"));
}

}  // namespace
}  // namespace gusset::viewer
