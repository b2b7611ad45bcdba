#include "gusset/viewer/model/explain/explanations.hpp"

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

class ExplanationsTest : public ::testing::Test {
 protected:
  ExplanationsTest() : session_(queue_.post(), 1), reasons_(session_) {}
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
  Explanations reasons_;
  int shapes_changes_ = 0;
  Connection connection_ = reasons_.shapes_changed.connect([this] { ++shapes_changes_; });
};

TEST_F(ExplanationsTest, NothingIsComputedBeforeItIsNeeded) {
  show(reasons_drawing);
  settle();
  EXPECT_EQ(reasons_.verdict().get(0), nullptr);
  EXPECT_EQ(reasons_.path().get(0), nullptr);
  EXPECT_EQ(session_.graph(0), nullptr);
  reasons_.verdict().need_all();
  settle();
  EXPECT_NE(reasons_.verdict().get(0), nullptr);
}

TEST_F(ExplanationsTest, ThePathComesOnceItsGraphIsThere) {
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

TEST_F(ExplanationsTest, AnotherDocumentDropsWhatWasKnownAndAsksAgain) {
  show(reasons_drawing);
  reasons_.show_path(true);
  show("aa\na1: write x@0");
  settle();
  ASSERT_NE(reasons_.path().get(0), nullptr);
  EXPECT_EQ(reasons_.path().get(0)->bound.length_ns, 2000);
}

TEST_F(ExplanationsTest, WhyIsAskedOfTheSelectedTaskAndASecondTimeNoLonger) {
  show(reasons_drawing);
  reasons_.ask_why();
  EXPECT_FALSE(reasons_.why_task()) << "nothing is selected";
  session_.selection().select_task({0, traces::TaskId(2u)}, std::nullopt, SelectionOrigin::command);
  reasons_.ask_why();
  settle();
  ASSERT_NE(reasons_.why(), nullptr);
  EXPECT_EQ(reasons_.why()->analysis.steps.front().task, traces::TaskId(2u));
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

TEST_F(ExplanationsTest, ClearingTheSelectionForgetsWhy) {
  show(reasons_drawing);
  session_.selection().select_task({0, traces::TaskId(2u)}, std::nullopt, SelectionOrigin::command);
  reasons_.ask_why();
  settle();
  session_.selection().clear(SelectionOrigin::command);
  EXPECT_FALSE(reasons_.why_task());
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ExplanationsTest, ASelectedSetIsMarkedAndToldToBeRevealed) {
  show(reasons_drawing);
  int reveals = 0;
  const Connection told = reasons_.selection_to_reveal.connect([&] { ++reveals; });
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

TEST_F(ExplanationsTest, OtherTracesHaveOtherTasksSoThatASetGoesWithItsOwn) {
  show(reasons_drawing);
  auto set = std::make_shared<TaskSet>();
  set->tasks = {{0, traces::TaskId(0u)}, {0, traces::TaskId(2u)}};
  session_.selection().select_tasks(set, SelectionOrigin::command);
  settle();
  session_.show(document_from_text({"a"}), true);  // like a reload
  settle();
  EXPECT_EQ(reasons_.marked_set(), nullptr);
  EXPECT_EQ(session_.selection().state().set, nullptr);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ExplanationsTest, TheChildrenOfASelectedTaskAreOutlinedUntilAnotherIsSelected) {
  auto trace =
      std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aa......\n..bbcc..\n.....dd."));
  trace->recorded.parents = true;
  trace->tasks.parent.assign(4, traces::TaskId());
  trace->tasks.parent[1] = trace->tasks.parent[3] = traces::TaskId(0u);
  session_.show(make_document({index_trace(trace, {}, 1)}));
  EXPECT_EQ(reasons_.children(0), nullptr) << "nobody asked";
  int told = 0;
  const Connection connection = reasons_.children_changed.connect([&] { ++told; });
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
