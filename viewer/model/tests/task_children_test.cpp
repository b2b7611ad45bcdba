#include "gusset/viewer/model/timeline/task_children.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset/traces/picture/timeline/parent_outlines.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;
using testing::timeline_of;
using traces::TaskId;

// a is the parent of b and d, which ran on other workers. c has no parent.
std::shared_ptr<traces::Trace> hierarchy() {
  auto trace =
      std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aa......\n..bbcc..\n.....dd."));
  trace->recorded.parents = true;
  trace->tasks.parent.assign(4, TaskId());
  trace->tasks.parent[1] = trace->tasks.parent[3] = TaskId(0u);
  return trace;
}

TEST(TaskChildren, AreListedByParentInOrder) {
  const TaskChildren children(*hierarchy());
  EXPECT_THAT(children.of(TaskId(0u)), ElementsAre(TaskId(1u), TaskId(3u)));
  EXPECT_TRUE(children.of(TaskId(3u)).empty());
  EXPECT_TRUE(children.of(TaskId()).empty());
  EXPECT_TRUE(children.of(TaskId(99u)).empty());
}

TEST(TaskChildren, NoneWithoutRecordedParents) {
  EXPECT_TRUE(TaskChildren(*traces::testing::trace_from_text("ab")).of(TaskId(0u)).empty());
}

TEST(TaskChildren, AreOutlinedInAShadeOfTheirParent) {
  const auto document = make_document({index_trace(hierarchy(), {}, 1)});
  const Timeline timeline = timeline_of(document);
  const TaskChildren children(*document->panel(0).trace);
  EXPECT_EQ(mark_children(*document, children, {0, TaskId(1u)}), nullptr);
  const auto marked = mark_children(*document, children, {0, TaskId(0u)});
  ASSERT_NE(marked, nullptr);
  Shapes shapes;
  add_children_shapes(timeline, *marked, shapes);
  ASSERT_EQ(shapes.frames.size(), 2U);
  EXPECT_TRUE(shapes.tags.empty());
  EXPECT_NEAR(shapes.frames[0].box.left, timeline.x_from_time(2000), 1.01);
  EXPECT_NEAR(shapes.frames[1].box.left, timeline.x_from_time(5000), 1.01);
  EXPECT_LT(shapes.frames[0].box.top, shapes.frames[1].box.top);
  EXPECT_EQ(shapes.frames[0].colour, rgba(picture::outline_shade(document->colours.of_categories(0)[0],
                                                                 document->appearance.background)));
}

TEST(TaskChildren, OutlinesOnlyTheFirstOfManyWithANote) {
  const auto document = make_document({index_trace(hierarchy(), {}, 1)});
  const Timeline timeline = timeline_of(document);
  const auto marked = mark_children(*document, TaskChildren(*document->panel(0).trace), {0, TaskId(0u)}, 1);
  Shapes shapes;
  add_children_shapes(timeline, *marked, shapes);
  EXPECT_EQ(shapes.frames.size(), 1U);
  ASSERT_EQ(shapes.tags.size(), 1U);
  EXPECT_EQ(shapes.tags[0].text, "the first 1 of 2 children are outlined");
}

}  // namespace
}  // namespace gusset::viewer
