#include "gusset/traces/picture/timeline/drawn_chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

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

// The bars in the colour of the chain, without their halos.
std::vector<Shapes::Bar> bars_of(const Shapes& shapes) {
  std::vector<Shapes::Bar> bars;
  std::ranges::copy_if(shapes.bars, std::back_inserter(bars),
                       [](const Shapes::Bar& bar) { return bar.colour == picture::chain_on_white; });
  return bars;
}

TEST(DrawnChain, RunsHaveBarsAndWaitsAreDashed) {
  const Timeline timeline = timeline_of(document_from_text({waits}));
  const DrawnChain chain = chain_of(timeline.document().panel(0));
  Shapes shapes;
  EXPECT_EQ(chain.draw(placed_rows(timeline, 0), picture::chain_on_white, {}, shapes), 0U);
  EXPECT_TRUE(shapes.frames.empty()) << "frames belong to the critical path";
  const std::vector<Shapes::Bar> bars = bars_of(shapes);
  ASSERT_EQ(bars.size(), 1U) << "a task that was submitted late waited for no task";
  EXPECT_NEAR(bars[0].box.left, timeline.x_from_time(14'000), 1.01);
  EXPECT_NEAR(bars[0].box.right(), timeline.x_from_time(19'000), 1.01);
  const Stretch track = track_of_row(timeline.layout().row({0, 0}, 0), 1.0);
  EXPECT_EQ(bars[0].box.top, track.top + 2) << "a frame does not cover it";
  EXPECT_EQ(bars[0].box.height, 3);
  ASSERT_EQ(shapes.bars.size(), 2U);
  EXPECT_EQ(shapes.bars[0].colour, shapes.halo);
  EXPECT_EQ(shapes.bars[0].box.bottom(), bars[0].box.bottom() + 1) << "a halo line below the bar";
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
  const std::vector<Shapes::Bar> bars = bars_of(shapes);
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_EQ(shapes.lines[0].from_y, bars[0].box.top + 1.5) << "from bar to bar";
  EXPECT_EQ(shapes.lines[0].to_y, bars[1].box.top + 1.5);
}

TEST(DrawnChain, LineBetweenRowsMeetsTheWaitAndTheBar) {
  const Timeline timeline = timeline_of(document_from_text({R"(
    aaaa........cccc
    ......bbbb......
    a1: write x@0 [submit 0] [ready 0]
    b1: write x@1 [submit 0] [ready 4]
    c1: read x@2 [submit 0] [ready 10]
  )"}));
  Shapes shapes;
  chain_of(timeline.document().panel(0)).draw(placed_rows(timeline, 0), picture::chain_on_white, {}, shapes);
  std::erase_if(shapes.lines, [](const Shapes::Line& line) { return line.from_x != line.to_x; });
  ASSERT_EQ(shapes.lines.size(), 2U) << "from a to b and from b to c";
  const std::vector<Shapes::Bar> bars = bars_of(shapes);
  ASSERT_EQ(bars.size(), 3U);
  const Stretch second = track_of_row(timeline.layout().row({0, 1}, 0), 1.0);
  EXPECT_EQ(shapes.lines[0].to_y, second.top + second.height / 2.0) << "past the bar, down to the wait";
  EXPECT_EQ(shapes.lines[1].to_y, bars[0].box.top + 1.5) << "past the wait, up to the bar";
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
  const Stretch track = track_of_row(timeline.layout().row({0, 1}, 0), 1.0);
  EXPECT_EQ(shapes.lines[0].to_y, track.top + track.height / 2.0) << "where the wait is drawn";
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
  EXPECT_TRUE(near.frames.empty());
  EXPECT_GE(bars_of(near).size(), 30U);
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
