#include "gusset/traces/picture/timeline/marked_tasks.hpp"

#include <gtest/gtest.h>

#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "nested.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using picture::MarkedTasks;
using testing::nested_document;
using testing::timeline_of;

MarkedTasks two_marks(const LoadedTrace& loaded) {
  MarkedTasks marked(loaded);
  marked.add(traces::LaneId(0u), 2, 3'000, 5'000, 7);
  marked.add(traces::LaneId(0u), 0, 0, 12'000, 8);
  marked.finish();
  return marked;
}

TEST(MarkedTasks, LieInTheSubRowsOfTheirDepths) {
  const auto document = nested_document(testing::three_deep());
  const Timeline timeline = timeline_of(document);
  const auto marks = two_marks(document->panel(0)).marks(placed_rows(timeline, 0), 0, traces::LaneId(0u));
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_EQ(marks[0].stretch.item, 8U);
  EXPECT_EQ(marks[0].track, track_at(timeline, 0, 0, 0));
  EXPECT_EQ(marks[1].stretch.item, 7U);
  EXPECT_EQ(marks[1].track, track_at(timeline, 0, 0, 2));
  EXPECT_TRUE(two_marks(document->panel(0)).marks(placed_rows(timeline, 0), 1, traces::LaneId(1u)).empty())
      << "another row";
}

TEST(MarkedTasks, FillAnUnsplitRow) {
  const auto document = nested_document(testing::three_deep());
  Timeline timeline = timeline_of(document);
  timeline.show_sub_rows(false);
  const auto marks = two_marks(document->panel(0)).marks(placed_rows(timeline, 0), 0, traces::LaneId(0u));
  ASSERT_EQ(marks.size(), 2U);
  for (const MarkedTasks::Mark& mark : marks)
    EXPECT_EQ(mark.track, track_of_row(timeline.layout().row({0, 0}, 0), 1.0));
  EXPECT_TRUE(MarkedTasks().marks(placed_rows(timeline, 0), 0, traces::LaneId(0u)).empty());
}

TEST(MarkedTasks, FillRowsOfATraceWithoutNesting) {
  const auto document = nested_document({{{0, 12'000, 0}}});
  const Timeline timeline = timeline_of(document);
  EXPECT_EQ(two_marks(document->panel(0)).marks(placed_rows(timeline, 0), 0, traces::LaneId(0u)).size(), 2U);
}

}  // namespace
}  // namespace gusset::viewer
