#include "gusset/viewer/model/navigation.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;

TaskReference task(std::size_t id, std::size_t panel = 0) {
  return {panel, traces::TaskId(id)};
}

TEST(Navigation, ATaskIsFoundAtItsTimeAndALittleBeside) {
  const auto document = document_from_text({"aa...bb"});
  const LoadedTrace& loaded = document->panel(0);
  EXPECT_EQ(task_near(loaded, 0, 1999, 0), traces::TaskId(0));
  EXPECT_FALSE(task_near(loaded, 0, 2500, 400));
  EXPECT_EQ(task_near(loaded, 0, 2500, 600), traces::TaskId(0));
  EXPECT_EQ(task_near(loaded, 0, 4900, 3000), traces::TaskId(1));
  EXPECT_EQ(task_near(loaded, 0, -100, 200), traces::TaskId(0));
}

TEST(Navigation, WalkingAlongARowEndsAtItsEnds) {
  const auto document = document_from_text({"a.b.c"});
  EXPECT_EQ(neighbour_in_row(*document, task(1), Step::next), task(2));
  EXPECT_EQ(neighbour_in_row(*document, task(1), Step::previous), task(0));
  EXPECT_FALSE(neighbour_in_row(*document, task(2), Step::next));
  EXPECT_FALSE(neighbour_in_row(*document, task(0), Step::previous));
}

TEST(Navigation, WalkingAcrossRowsKeepsTheTimeAndPassesEmptyRows) {
  const auto document = document_from_text({"aaaa\n....\nb.cc"});
  EXPECT_EQ(neighbour_across_rows(*document, task(2), Step::previous), task(0));
  EXPECT_EQ(neighbour_across_rows(*document, task(0), Step::next), task(2));
  EXPECT_FALSE(neighbour_across_rows(*document, task(0), Step::previous));
}

TEST(Navigation, WalkingDownGoesOnInTheNextPanel) {
  const auto document = document_from_text({"aa", "b.\ncc"});
  EXPECT_EQ(neighbour_across_rows(*document, task(0), Step::next), task(0, 1));
  EXPECT_EQ(neighbour_across_rows(*document, task(0, 1), Step::previous), task(0, 0));
}

TEST(Navigation, TheGraphLeadsToTheLastPredecessorAndTheFirstSuccessor) {
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

TEST(Navigation, WalkingBeginsAtTheFirstTaskOfTheFirstRowThatHasAny) {
  EXPECT_EQ(first_task(*document_from_text({"...\n.ab"})), task(0));
  EXPECT_FALSE(first_task(*make_document({})));
}

}  // namespace
}  // namespace gusset::viewer
