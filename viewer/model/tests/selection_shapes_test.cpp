#include "gusset/viewer/model/timeline/selection_shapes.hpp"

#include <gtest/gtest.h>

#include "synthetic.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::timeline_of;

std::shared_ptr<const TaskSet> set_of(const std::vector<std::size_t>& tasks) {
  auto set = std::make_shared<TaskSet>();
  set->name = "some";
  for (const std::size_t task : tasks) set->tasks.push_back({0, traces::TaskId(task)});
  return set;
}

TEST(SelectionShapes, FramesEachTaskIfThereIsRoom) {
  const Timeline timeline = timeline_of(document_from_text({"aa..bb\n..cc.."}));
  const auto marked = mark_set(timeline.document(), set_of({0, 1, 2}));
  EXPECT_EQ(marked->range_on_axis(timeline.document()), (TimeRange{0, 6000}));
  EXPECT_EQ(marked->first_row, (RowReference{0, 0}));
  Shapes shapes;
  add_set_shapes(timeline, *marked, shapes);
  ASSERT_EQ(shapes.frames.size(), 3U);
  EXPECT_NEAR(shapes.frames[0].box.left, timeline.x_from_time(0), 1.01);
  EXPECT_NEAR(shapes.frames[0].box.right(), timeline.x_from_time(2000), 1.01);
  EXPECT_TRUE(shapes.bars.empty());
}

TEST(SelectionShapes, BundlesManyTasksIntoFewerShapesThanPixels) {
  const auto document = make_document({index_trace(testing::synthetic_trace(200'000, 2, 3), {}, 1)});
  const Timeline timeline = timeline_of(document, 600);
  auto set = std::make_shared<TaskSet>();
  for (std::size_t task = 0; task < 200'000; ++task) set->tasks.push_back({0, traces::TaskId(task)});
  Shapes shapes;
  add_set_shapes(timeline, *mark_set(*document, set), shapes);
  EXPECT_FALSE(shapes.empty());
  EXPECT_LT(shapes.frames.size() + shapes.bars.size(), 600U * 2U * 3U);
}

TEST(SelectionShapes, FramesRowsUnlessATaskIsSelected) {
  const Timeline timeline = timeline_of(document_from_text({"aa\nbb"}));
  SelectionState state;
  state.rows = {{0, 1}};
  Shapes shapes;
  add_row_shapes(timeline, state, shapes);
  ASSERT_FALSE(shapes.bars.empty());
  EXPECT_EQ(shapes.bars[0].box.top, timeline.layout().row({0, 1}, 0).top);
  state.tasks = {{0, traces::TaskId(1u)}};
  Shapes none;
  add_row_shapes(timeline, state, none);
  EXPECT_TRUE(none.empty());
}

TEST(SelectionShapes, RevealsARangeOutOfView) {
  Timeline timeline = timeline_of(document_from_text({"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}));
  timeline.show({0, 4000});
  SelectionState state;
  state.range = TimeRange{30'000, 31'000};
  state.rows = {{0, 0}};
  reveal_selection(timeline, state, nullptr);
  EXPECT_GE(timeline.axis().end_ns(), 31'000.0);
  EXPECT_LE(timeline.axis().begin_ns(), 30'000.0);
}

TEST(SelectionShapes, RevealsAWholeSetOutOfView) {
  Timeline timeline = timeline_of(document_from_text({"aabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbaa"}));
  timeline.show({10'000, 12'000});
  SelectionState state;
  state.set = set_of({0, 2});
  const auto marked = mark_set(timeline.document(), state.set);
  reveal_selection(timeline, state, nullptr);
  EXPECT_GT(timeline.axis().begin_ns(), 9'000.0) << "the set is not located yet";
  reveal_selection(timeline, state, marked.get());
  EXPECT_LE(timeline.axis().begin_ns(), 0.0);
  EXPECT_GE(timeline.axis().end_ns(), 38'000.0);
}

}  // namespace
}  // namespace gusset::viewer
