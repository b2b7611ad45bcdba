#include "gusset/viewer/model/explain/reasons.hpp"

#include <gtest/gtest.h>

#include "timeline_of.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::timeline_of;
using testing::UiQueue;

constexpr const char* reasons_drawing = R"(
  aaaa..bb
  cc......
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1 [submit 0] [ready 4]
)";

class ReasonsTest : public ::testing::Test {
 protected:
  ReasonsTest() : session_(queue_.post(), 1), reasons_(session_) {
    session_.events.document_changed = [this](bool) { reasons_.document_changed(); };
    session_.events.graph_ready = [this](std::size_t panel) { reasons_.graph_ready(panel); };
    reasons_.events.shapes_changed = [this] { ++shapes_changes_; };
  }
  void show(std::string_view text) { session_.show(document_from_text({text})); }
  void settle() {
    queue_.run_until([this] { return !session_.busy(); });
  }
  Shapes shapes() {
    Picture picture;
    reasons_.decorate(timeline_of(session_.document()), picture);
    return picture.shapes;
  }

  UiQueue queue_;
  Session session_;
  Reasons reasons_;
  int shapes_changes_ = 0;
};

TEST_F(ReasonsTest, NothingIsComputedBeforeItIsNeeded) {
  show(reasons_drawing);
  settle();
  EXPECT_EQ(reasons_.verdict().get(0), nullptr);
  EXPECT_EQ(reasons_.path().get(0), nullptr);
  EXPECT_EQ(session_.graph(0), nullptr);
  reasons_.verdict().need_all();
  settle();
  EXPECT_NE(reasons_.verdict().get(0), nullptr);
}

TEST_F(ReasonsTest, ThePathComesOnceItsGraphIsThere) {
  show(reasons_drawing);
  reasons_.show_path(true);
  EXPECT_EQ(reasons_.path().get(0), nullptr);
  settle();
  ASSERT_NE(reasons_.path().get(0), nullptr);
  EXPECT_NE(session_.graph(0), nullptr);
  EXPECT_FALSE(shapes().empty());
  reasons_.show_path(false);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ReasonsTest, AnotherDocumentDropsWhatWasKnownAndAsksAgain) {
  show(reasons_drawing);
  reasons_.show_path(true);
  show("aa\na1: write x@0");
  settle();
  ASSERT_NE(reasons_.path().get(0), nullptr);
  EXPECT_EQ(reasons_.path().get(0)->makespan_ns, 2000);
}

TEST_F(ReasonsTest, WhyIsAskedOfTheSelectedTaskAndASecondTimeNoLonger) {
  show(reasons_drawing);
  reasons_.ask_why();
  EXPECT_FALSE(reasons_.why_task()) << "nothing is selected";
  session_.selection().select_task({0, traces::TaskId(2u)}, std::nullopt, SelectionOrigin::command);
  reasons_.ask_why();
  settle();
  ASSERT_NE(reasons_.why(), nullptr);
  EXPECT_EQ(reasons_.why()->steps.front().task, traces::TaskId(2u));
  EXPECT_FALSE(shapes().empty());
  session_.selection().select_task({0, traces::TaskId(0u)}, std::nullopt, SelectionOrigin::command);
  EXPECT_NE(reasons_.why(), nullptr) << "one walks along the chain";
  reasons_.ask_why();
  settle();
  EXPECT_EQ(reasons_.why()->task.task, traces::TaskId(0u));
  reasons_.ask_why();
  EXPECT_EQ(reasons_.why(), nullptr);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ReasonsTest, ClearingTheSelectionForgetsWhy) {
  show(reasons_drawing);
  session_.selection().select_task({0, traces::TaskId(2u)}, std::nullopt, SelectionOrigin::command);
  reasons_.ask_why();
  settle();
  session_.selection().clear(SelectionOrigin::command);
  EXPECT_FALSE(reasons_.why_task());
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ReasonsTest, ASelectedSetIsMarkedAndToldToBeRevealed) {
  show(reasons_drawing);
  int reveals = 0;
  reasons_.events.selection_to_reveal = [&] { ++reveals; };
  auto set = std::make_shared<TaskSet>();
  set->tasks = {{0, traces::TaskId(0u)}, {0, traces::TaskId(2u)}};
  session_.selection().select_tasks(set, SelectionOrigin::command);
  settle();
  ASSERT_NE(reasons_.marked_set(), nullptr);
  EXPECT_EQ(reveals, 1);
  EXPECT_EQ(shapes().frames.size(), 2U);
  session_.selection().clear(SelectionOrigin::command);
  EXPECT_EQ(reasons_.marked_set(), nullptr);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ReasonsTest, OtherTracesHaveOtherTasksSoThatASetGoesWithItsOwn) {
  show(reasons_drawing);
  auto set = std::make_shared<TaskSet>();
  set->tasks = {{0, traces::TaskId(0u)}, {0, traces::TaskId(2u)}};
  session_.selection().select_tasks(set, SelectionOrigin::command);
  settle();
  session_.show(document_from_text({"a"}), true);  // as a reload does
  settle();
  EXPECT_EQ(reasons_.marked_set(), nullptr);
  EXPECT_EQ(session_.selection().state().set, nullptr);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ReasonsTest, TheChildrenOfASelectedTaskAreOutlinedUntilAnotherIsSelected) {
  auto trace =
      std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aa......\n..bbcc..\n.....dd."));
  trace->recorded.parents = true;
  trace->tasks.parent.assign(4, traces::TaskId());
  trace->tasks.parent[1] = trace->tasks.parent[3] = traces::TaskId(0u);
  session_.show(make_document({index_trace(trace, {}, 1)}));
  EXPECT_EQ(reasons_.children(0), nullptr) << "nobody asked";
  int told = 0;
  reasons_.events.children_changed = [&] { ++told; };
  session_.selection().select_task({0, traces::TaskId(0u)}, RowReference{0, 0}, SelectionOrigin::command);
  settle();
  EXPECT_EQ(told, 1);
  ASSERT_NE(reasons_.children(0), nullptr);
  EXPECT_EQ(shapes().frames.size(), 2U);
  session_.selection().select_task({0, traces::TaskId(2u)}, RowReference{0, 1}, SelectionOrigin::command);
  EXPECT_TRUE(shapes().empty());
  session_.selection().select_task({0, traces::TaskId(0u)}, RowReference{0, 0}, SelectionOrigin::command);
  EXPECT_EQ(shapes().frames.size(), 2U) << "what is known is not looked for again";
  session_.selection().clear(SelectionOrigin::command);
  EXPECT_TRUE(shapes().empty());
  show("aa");
  settle();
  EXPECT_EQ(reasons_.children(0), nullptr);
}

}  // namespace
}  // namespace gusset::viewer
