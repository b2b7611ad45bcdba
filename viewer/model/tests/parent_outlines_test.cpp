#include "gusset/viewer/model/parent_outlines.hpp"

#include <gtest/gtest.h>

#include "synthetic.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::timeline_of;

struct NestedRun {
  std::int64_t begin_ns;
  std::int64_t end_ns;
  std::size_t task;
  traces::SpanKind kind = traces::SpanKind::run;
};

// One lane; runs as given, in order of begin.
std::shared_ptr<const Document> nested_document(const std::vector<NestedRun>& runs) {
  auto trace = std::make_shared<traces::Trace>();
  trace->types = {"a", "b"};
  trace->nodes.emplace_back();
  trace->workers.push_back({traces::NodeId(0u), "w"});
  trace->lanes.push_back({traces::WorkerId(0u), {}});
  for (const NestedRun& run : runs) {
    while (trace->tasks.type.size() <= run.task) trace->tasks.type.emplace_back(trace->tasks.type.size() % 2);
    trace->lanes[0].spans.push_back(run.begin_ns, run.end_ns, traces::TaskId(run.task), run.kind);
  }
  return make_document({index_trace(trace, {}, 1)});
}

TEST(ParentOutlines, ARunAroundOthersIsOutlinedAndItsChildrenAreNot) {
  const auto document = nested_document({{0, 10'000, 0}, {2000, 4000, 1}, {5000, 9000, 2}});
  const Timeline timeline = timeline_of(document);
  const ParentOutlines outlines(document->panel(0));
  EXPECT_EQ(outlines.size(), 1U);
  Shapes shapes;
  outlines.draw(timeline, 0, shapes);
  ASSERT_EQ(shapes.bars.size(), 4U);
  EXPECT_NEAR(shapes.bars[0].box.left, timeline.x_from_time(0), 1.0);
  EXPECT_NEAR(shapes.bars[0].box.right(), timeline.x_from_time(10'000), 1.0);
  const Stretch row = timeline.layout().row({0, 0}, 0);
  for (const Shapes::Bar& bar : shapes.bars) {
    EXPECT_GE(bar.box.top, row.top);
    EXPECT_LE(bar.box.bottom(), row.bottom());
  }
}

TEST(ParentOutlines, EachStandsWithinTheOneAroundIt) {
  const auto document = nested_document({{0, 10'000, 0}, {1000, 9000, 1}, {2000, 4000, 2}});
  const ParentOutlines outlines(document->panel(0));
  EXPECT_EQ(outlines.size(), 2U);
  Shapes shapes;
  outlines.draw(timeline_of(document), 0, shapes);
  ASSERT_EQ(shapes.bars.size(), 8U);
  EXPECT_LT(shapes.bars[0].box.top, shapes.bars[4].box.top);
  EXPECT_LT(shapes.bars[5].box.bottom(), shapes.bars[1].box.bottom());
}

TEST(ParentOutlines, WhatOnlyWaitedOrSubmittedOrGoesOnIsNoParent) {
  using traces::SpanKind;
  const auto document = nested_document({{0, 10'000, 0},
                                         {2000, 4000, 0, SpanKind::wait},
                                         {5000, 6000, 0, SpanKind::submit},
                                         {7000, 8000, 0},
                                         {11'000, 12'000, 1}});
  EXPECT_EQ(ParentOutlines(document->panel(0)).size(), 0U);
}

TEST(ParentOutlines, TooNarrowOnesHaveNoneSoThatShapesAreNoMoreThanPixels) {
  std::vector<NestedRun> runs;
  for (std::size_t i = 0; i < 50'000; ++i) {
    const auto begin_ns = static_cast<std::int64_t>(i) * 100;
    runs.push_back({begin_ns, begin_ns + 90, 2 * i});
    runs.push_back({begin_ns + 10, begin_ns + 50, 2 * i + 1});
  }
  const auto document = nested_document(runs);
  const ParentOutlines outlines(document->panel(0));
  EXPECT_EQ(outlines.size(), 50'000U);
  Timeline timeline = timeline_of(document);
  Shapes all;
  outlines.draw(timeline, 0, all);
  EXPECT_TRUE(all.empty());
  timeline.show({1'000'000, 1'001'000});
  Shapes near;
  outlines.draw(timeline, 0, near);
  EXPECT_GE(near.bars.size(), 40U);
  EXPECT_LE(near.bars.size(), 60U);
}

}  // namespace
}  // namespace gusset::viewer
