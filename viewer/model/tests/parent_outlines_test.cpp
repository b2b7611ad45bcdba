#include "gusset/traces/picture/timeline/parent_outlines.hpp"

#include <gtest/gtest.h>

#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "nested.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::nested_document;
using testing::NestedRun;
using testing::timeline_of;

// A timeline without sub-rows.
Timeline flat_timeline_of(const std::shared_ptr<const Document>& document) {
  Timeline timeline = timeline_of(document);
  timeline.show_sub_rows(false);
  return timeline;
}

picture::ParentOutlines outlines_of(const Document& document) {
  return {*document.panel(0).trace, document.panel(0).nesting.get()};
}

TEST(ParentOutlines, OutlinesRunsThatContainOthersOnly) {
  const auto document = nested_document({{{0, 10'000, 0}, {2000, 4000, 1}, {5000, 9000, 2}}});
  const Timeline timeline = flat_timeline_of(document);
  const picture::ParentOutlines outlines = outlines_of(*document);
  EXPECT_EQ(outlines.size(), 1U);
  Shapes shapes;
  outlines.draw(placed_rows(timeline, 0), shapes);
  ASSERT_EQ(shapes.bars.size(), 4U);
  EXPECT_NEAR(shapes.bars[0].box.left, timeline.x_from_time(0), 1.0);
  EXPECT_NEAR(shapes.bars[0].box.right(), timeline.x_from_time(10'000), 1.0);
  const Stretch row = timeline.layout().row({0, 0}, 0);
  for (const Shapes::Bar& bar : shapes.bars) {
    EXPECT_GE(bar.box.top, row.top);
    EXPECT_LE(bar.box.bottom(), row.bottom());
  }
}

TEST(ParentOutlines, NestedOutlinesLieWithinEachOther) {
  const auto document = nested_document({{{0, 10'000, 0}, {1000, 9000, 1}, {2000, 4000, 2}}});
  const picture::ParentOutlines outlines = outlines_of(*document);
  EXPECT_EQ(outlines.size(), 2U);
  Shapes shapes;
  const Timeline timeline = flat_timeline_of(document);
  outlines.draw(placed_rows(timeline, 0), shapes);
  ASSERT_EQ(shapes.bars.size(), 8U);
  EXPECT_LT(shapes.bars[0].box.top, shapes.bars[4].box.top);
  EXPECT_LT(shapes.bars[5].box.bottom(), shapes.bars[1].box.bottom());
}

TEST(ParentOutlines, WaitSubmitAndOwnSpansMakeNoParent) {
  using traces::SpanKind;
  const auto document = nested_document({{{0, 10'000, 0},
                                          {2000, 4000, 0, SpanKind::wait},
                                          {5000, 6000, 0, SpanKind::submit},
                                          {7000, 8000, 0},
                                          {11'000, 12'000, 1}}});
  EXPECT_EQ(outlines_of(*document).size(), 0U);
}

TEST(ParentOutlines, OutlineSpansItsSubRowAndThoseBelow) {
  const auto document = nested_document(testing::three_deep());
  const Timeline timeline = timeline_of(document);
  ASSERT_EQ(timeline.sub_rows({0, 0}), 3U);
  Shapes shapes;
  outlines_of(*document).draw(placed_rows(timeline, 0), shapes);
  ASSERT_EQ(shapes.bars.size(), 10U)
      << "for each of two tasks, a line through its own sub-row and four edges";
  const Stretch whole = track_at(timeline, 0, 0, 2);
  for (std::size_t depth = 0; depth < 2; ++depth) {
    const Stretch own = track_at(timeline, 0, 0, depth);
    const Shapes::Bar& base = shapes.bars[5 * depth];
    EXPECT_EQ(base.box.bottom(), own.bottom());
    EXPECT_EQ(base.box.height, 1);
    EXPECT_EQ(base.colour, rgba(document->colours.of_categories(0)[depth]));
    EXPECT_NEAR(base.box.left, timeline.x_from_time(depth == 0 ? 0 : 2'000), 1.0);
    EXPECT_NEAR(base.box.right(), timeline.x_from_time(depth == 0 ? 12'000 : 8'000), 1.0);
    EXPECT_EQ(shapes.bars[5 * depth + 1].box.top, own.top);
    EXPECT_EQ(shapes.bars[5 * depth + 2].box.bottom(), whole.bottom());
  }
}

TEST(ParentOutlines, NarrowRunsHaveNoOutline) {
  std::vector<NestedRun> runs;
  for (std::size_t i = 0; i < 50'000; ++i) {
    const auto begin_ns = static_cast<std::int64_t>(i) * 100;
    runs.push_back({begin_ns, begin_ns + 90, 2 * i});
    runs.push_back({begin_ns + 10, begin_ns + 50, 2 * i + 1});
  }
  const auto document = nested_document({runs});
  const picture::ParentOutlines outlines = outlines_of(*document);
  EXPECT_EQ(outlines.size(), 50'000U);
  Timeline timeline = timeline_of(document);
  Shapes all;
  outlines.draw(placed_rows(timeline, 0), all);
  EXPECT_TRUE(all.empty());
  timeline.show({1'000'000, 1'001'000});
  Shapes near;
  outlines.draw(placed_rows(timeline, 0), near);
  EXPECT_GE(near.bars.size(), 40U);
  EXPECT_LE(near.bars.size(), 60U);
}

}  // namespace
}  // namespace gusset::viewer
