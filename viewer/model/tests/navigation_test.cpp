#include "gusset/viewer/model/timeline/navigation.hpp"

#include <gtest/gtest.h>

#include "nested.hpp"
#include "timeline_of.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::nested_document;
using testing::three_deep;
using testing::timeline_of;

TaskReference task(std::size_t id, std::size_t panel = 0) {
  return {panel, traces::TaskId(id)};
}

std::optional<TaskReference> across(const std::shared_ptr<const Document>& document, TaskReference from,
                                    Step step, const RowOptions& options = {}) {
  Timeline timeline = timeline_of(document);
  timeline.restore_view({0, document->extent_ns}, std::vector(document->traces.size(), options), 0.0);
  return neighbour_across_rows(timeline, from, step);
}

TEST(Navigation, FindsATaskAtOrNearATime) {
  const auto document = document_from_text({"aa...bb"});
  const LoadedTrace& loaded = document->panel(0);
  EXPECT_EQ(task_near(loaded, 0, 1999, 0), traces::TaskId(0));
  EXPECT_FALSE(task_near(loaded, 0, 2500, 400));
  EXPECT_EQ(task_near(loaded, 0, 2500, 600), traces::TaskId(0));
  EXPECT_EQ(task_near(loaded, 0, 4900, 3000), traces::TaskId(1));
  EXPECT_EQ(task_near(loaded, 0, -100, 200), traces::TaskId(0));
}

TEST(Navigation, NeighbourInRowEndsAtTheRowsEnds) {
  const auto document = document_from_text({"a.b.c"});
  EXPECT_EQ(neighbour_in_row(*document, task(1), Step::next), task(2));
  EXPECT_EQ(neighbour_in_row(*document, task(1), Step::previous), task(0));
  EXPECT_FALSE(neighbour_in_row(*document, task(2), Step::next));
  EXPECT_FALSE(neighbour_in_row(*document, task(0), Step::previous));
}

TEST(Navigation, NeighbourAcrossRowsKeepsTheTimeAndSkipsEmptyRows) {
  const auto document = document_from_text({"aaaa\n....\nb.cc"});
  EXPECT_EQ(across(document, task(2), Step::previous), task(0));
  EXPECT_EQ(across(document, task(0), Step::next), task(2));
  EXPECT_FALSE(across(document, task(0), Step::previous));
}

TEST(Navigation, DownContinuesInTheNextPanel) {
  const auto document = document_from_text({"aa", "b.\ncc"});
  EXPECT_EQ(across(document, task(0), Step::next), task(0, 1));
  EXPECT_EQ(across(document, task(0, 1), Step::previous), task(0, 0));
}

TEST(Navigation, NeighbourAcrossRowsFollowsTheSortOrderAndSkipsFoldedNodes) {
  const auto document = document_from_text({"a...\nbbbb\ncc.."});
  RowOptions options;
  options.order = RowOrder::by_busy;  // b, c, a
  EXPECT_EQ(across(document, task(1), Step::next, options), task(2));
  EXPECT_EQ(across(document, task(2), Step::next, options), task(0));
  const auto nodes = document_from_text({"n0/w0: aa\nn1/w0: bb\nn2/w0: cc"});
  options = {};
  options.folded = {traces::NodeId(1)};
  EXPECT_EQ(across(nodes, task(0), Step::next, options), task(2));
}

TEST(Navigation, NeighbourAcrossTracesKeepsTheSharedAxisTime) {
  const auto document = document_from_text({"aabbcc", "de"});
  EXPECT_EQ(across(document, task(1), Step::next), task(1, 1));
  traces::Alignment at_ends;
  at_ends.at = traces::AlignAt::end;
  EXPECT_EQ(across(aligned(*document, at_ends), task(1), Step::next), task(0, 1));
}

TEST(Navigation, DownEntersNestedTasksAndUpLeavesThem) {
  const auto document = nested_document(three_deep());
  EXPECT_EQ(across(document, task(0), Step::next), task(1));
  EXPECT_EQ(across(document, task(1), Step::next), task(2));
  EXPECT_EQ(across(document, task(2), Step::next), task(3)) << "the row below";
  EXPECT_EQ(across(document, task(3), Step::previous), task(2)) << "the innermost task at its time";
  EXPECT_EQ(across(document, task(2), Step::previous), task(1));
  EXPECT_EQ(across(document, task(1), Step::previous), task(0));
  EXPECT_FALSE(across(document, task(0), Step::previous));
}

TEST(Navigation, SubRowsEmptyAtTheTasksTimeAreSkipped) {
  const auto document =
      nested_document({{{0, 2'000, 0}, {4'000, 9'000, 2}, {5'000, 8'000, 4}}, {{0, 9'000, 6}}});
  EXPECT_EQ(across(document, task(0), Step::next), task(6))
      << "not a task that ran within another one much later";
  EXPECT_EQ(across(document, task(2), Step::next), task(4));
}

TEST(Navigation, UnsplitRowIsOneStep) {
  const auto document = nested_document(three_deep());
  Timeline timeline = timeline_of(document);
  timeline.show_sub_rows(false);
  EXPECT_EQ(neighbour_across_rows(timeline, task(0), Step::next), task(4));
  EXPECT_EQ(neighbour_across_rows(timeline, task(3), Step::previous), task(1)) << "nearest to its middle";
}

TEST(Navigation, HiddenTasksAreSkipped) {
  Appearance appearance;
  appearance.hidden = {"b"};
  const auto document =
      make_document({with_appearance(*testing::loaded_from_text("a.b.c"), appearance, 1)}, appearance);
  EXPECT_EQ(neighbour_in_row(*document, task(0), Step::next), task(2));
  EXPECT_FALSE(task_near(document->panel(0), 0, 2500, 100));
  EXPECT_FALSE(task_near(document->panel(0), 0, 2500, 400)) << "the nearest task is hidden";
  EXPECT_EQ(task_near(document->panel(0), 0, 4500, 0), traces::TaskId(2));
}

TEST(Navigation, NeighbourInGraphIsTheLastPredecessorOrFirstSuccessor) {
  const auto document = document_from_text({R"(
    aaa..d
    bb.cc.
    a1: write x@0
    b1: write y@0
    c1: read x@1, read y@1
    d1: read x@1
  )"});
  const traces::TaskGraph graph(*document->panel(0).trace);
  EXPECT_EQ(neighbour_in_graph(*document, graph, task(2), Step::previous), task(0));
  EXPECT_EQ(neighbour_in_graph(*document, graph, task(0), Step::next), task(2));
  EXPECT_FALSE(neighbour_in_graph(*document, graph, task(0), Step::previous));
}

TEST(Navigation, FirstTaskIsInTheFirstRowWithTasks) {
  EXPECT_EQ(first_task(*document_from_text({"...\n.ab"})), task(0));
  EXPECT_FALSE(first_task(*make_document({})));
}

TEST(Navigation, NeighbourOfTypeSearchesAllRows) {
  const auto document = document_from_text({"aa.a..b\n.ba...."});
  const TaskReference first{0, traces::TaskId(0)};
  const auto second = neighbour_of_type(*document, first, Step::next);
  ASSERT_TRUE(second);
  EXPECT_EQ(document->range_of(*second)->begin_ns, 2000) << "in the other row";
  const auto third = neighbour_of_type(*document, *second, Step::next);
  ASSERT_TRUE(third);
  EXPECT_EQ(document->range_of(*third)->begin_ns, 3000);
  EXPECT_FALSE(neighbour_of_type(*document, *third, Step::next));
  EXPECT_EQ(neighbour_of_type(*document, *third, Step::previous), second);
  EXPECT_FALSE(neighbour_of_type(*document, first, Step::previous));
}

}  // namespace
}  // namespace gusset::viewer
