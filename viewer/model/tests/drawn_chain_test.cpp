#include "gusset/traces/picture/timeline/drawn_chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "synthetic.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using picture::DrawnChain;
using testing::document_from_text;
using testing::timeline_of;
using traces::ChainLink;

DrawnChain chain_of(const LoadedTrace& loaded) {
  const traces::TaskGraph graph(*loaded.trace);
  return DrawnChain(loaded, traces::critical_chain(*loaded.trace, graph)->links);
}

constexpr const char* waits = R"(
  aaaa..........bbbbb.
  cc..................
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1 [submit 9] [ready 9]
)";

TEST(DrawnChain, FramesRunsAndDashesWaits) {
  const Timeline timeline = timeline_of(document_from_text({waits}));
  const DrawnChain chain = chain_of(timeline.document().panel(0));
  Shapes shapes;
  EXPECT_EQ(chain.draw(placed_rows(timeline, 0), picture::chain_on_white, {}, shapes), 0U);
  ASSERT_EQ(shapes.frames.size(), 1U) << "a task that was submitted late waited for no task";
  EXPECT_NEAR(shapes.frames[0].box.left, timeline.x_from_time(14'000), 1.01);
  ASSERT_EQ(shapes.lines.size(), 2U) << "not submitted, then ready";
  EXPECT_TRUE(shapes.lines[0].dashed);
  EXPECT_NEAR(shapes.lines[0].from_x, timeline.x_from_time(0), 1.01);
  EXPECT_NEAR(shapes.lines[0].to_x, timeline.x_from_time(9'000), 1.01);
  ASSERT_EQ(shapes.tags.size(), 2U);
  EXPECT_EQ(shapes.tags[0].text, "not submitted");
  EXPECT_EQ(shapes.tags[1].text, "ready, not taken");
}

TEST(DrawnChain, LineJoinsConsecutiveRows) {
  const Timeline timeline = timeline_of(document_from_text({R"(
    aaaa......
    ....bbbb..
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 0] [ready 4]
  )"}));
  Shapes shapes;
  chain_of(timeline.document().panel(0)).draw(placed_rows(timeline, 0), picture::chain_on_white, {}, shapes);
  ASSERT_EQ(shapes.lines.size(), 1U);
  EXPECT_FALSE(shapes.lines[0].dashed);
  EXPECT_NEAR(shapes.lines[0].from_x, timeline.x_from_time(4'000), 0.5);
  const int first_bottom = timeline.layout().row({0, 0}, 0).bottom();
  EXPECT_LE(shapes.lines[0].from_y, first_bottom);
  EXPECT_GE(shapes.lines[0].to_y, first_bottom);
}

TEST(DrawnChain, MessageIsASlantedLineOverItsDuration) {
  const Timeline timeline = timeline_of(document_from_text({R"(
    n0/w0: aaa.....
    n1/w0: ......bb
    x: 8 bytes on n0
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 0] [ready 6]
    message x@1 n0->n1 3 6
  )"}));
  Shapes shapes;
  chain_of(timeline.document().panel(0)).draw(placed_rows(timeline, 0), picture::chain_on_white, {}, shapes);
  ASSERT_EQ(shapes.lines.size(), 1U);
  EXPECT_TRUE(shapes.lines[0].dashed);
  EXPECT_NEAR(shapes.lines[0].from_x, timeline.x_from_time(3'000), 0.5);
  EXPECT_NEAR(shapes.lines[0].to_x, timeline.x_from_time(6'000), 0.5);
}

// A chain of many tasks that changes rows constantly, as wide as the picture. It must not draw a tangle of
// lines or more shapes than pixels.
TEST(DrawnChain, BundlesManyTasks) {
  const auto trace = std::make_shared<traces::Trace>();
  trace->types = {"a"};
  trace->nodes.emplace_back();
  std::vector<ChainLink> links;
  for (std::size_t worker = 0; worker < 8; ++worker) {
    trace->workers.push_back({traces::NodeId(0u), "w"});
    trace->lanes.push_back({traces::WorkerId(worker), {}});
  }
  for (std::size_t i = 0; i < 100'000; ++i) {
    const auto begin = static_cast<std::int64_t>(i) * 10;
    trace->tasks.type.emplace_back(0u);
    trace->lanes[i % 8].spans.push_back(begin, begin + 10, traces::TaskId(i), traces::SpanKind::run);
    links.push_back({ChainLink::Kind::run, traces::TaskId(i), begin, begin + 10});
  }
  const auto document = make_document({index_trace(trace, {}, 1)});
  Timeline timeline = timeline_of(document, 900);
  const DrawnChain chain(document->panel(0), links);
  Shapes shapes;
  EXPECT_EQ(chain.draw(placed_rows(timeline, 0), picture::chain_on_white, {}, shapes), 99'999U)
      << "counted, not drawn";
  EXPECT_TRUE(shapes.lines.empty());
  EXPECT_FALSE(shapes.bars.empty());
  EXPECT_LT(shapes.bars.size() + shapes.frames.size(), 900U * 8U);
  timeline.show({500'000, 500'300});
  Shapes near;
  EXPECT_EQ(chain.draw(placed_rows(timeline, 0), picture::chain_on_white, {}, near), 0U);
  EXPECT_GE(near.frames.size(), 30U);
  EXPECT_GE(near.lines.size(), 29U);
}

TEST(DrawnChain, FoldedNodeShowsAChainAsOneLine) {
  Timeline timeline = timeline_of(document_from_text({R"(
    n0/w0: aaaa......
    n0/w1: ....bbbb..
    n1/w0: cccccccccc
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 0] [ready 4]
    c1: write y@0 [submit 0] [ready 0]
  )"}));
  timeline.fold(0, traces::NodeId(0u), true);
  std::vector<ChainLink> links{{ChainLink::Kind::run, traces::TaskId(0u), 0, 4000},
                               {ChainLink::Kind::run, traces::TaskId(2u), 4000, 8000}};
  const DrawnChain chain(timeline.document().panel(0), links);
  Shapes shapes;
  chain.draw(placed_rows(timeline, 0), 1, {}, shapes);
  EXPECT_EQ(shapes.bars.size(), 4U) << "one bar for each task, each with its halo";
  EXPECT_TRUE(shapes.frames.empty());
  EXPECT_TRUE(shapes.lines.empty());
}

}  // namespace
}  // namespace gusset::viewer
