#include "gusset/viewer/model/explain/explanations.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "timeline_of.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;
using testing::timeline_of;
using testing::UiQueue;

constexpr const char* chain_drawing = R"(
  aaaa..bb
  cc......
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1 [submit 0] [ready 4]
)";

class ExplanationsTest : public ::testing::Test {
 protected:
  ExplanationsTest() : session_(queue_.post(), 1), explanations_(session_) {}
  void show(std::string_view text) { session_.show(document_from_text({text})); }
  void settle() {
    queue_.run_until([this] { return !session_.busy(); });
  }
  Shapes shapes() {
    Picture picture;
    explanations_.decorate(timeline_of(session_.document()), picture);
    return picture.shapes;
  }

  UiQueue queue_;
  Session session_;
  Explanations explanations_;
  int shapes_changes_ = 0;
  Connection connection_ = explanations_.shapes_changed.connect([this] { ++shapes_changes_; });
};

TEST_F(ExplanationsTest, NothingIsComputedBeforeItIsNeeded) {
  show(chain_drawing);
  settle();
  EXPECT_EQ(explanations_.verdict().get(0), nullptr);
  EXPECT_EQ(explanations_.path().get(0), nullptr);
  EXPECT_EQ(session_.graph(0), nullptr);
  explanations_.verdict().need_all();
  settle();
  EXPECT_NE(explanations_.verdict().get(0), nullptr);
}

TEST_F(ExplanationsTest, PathIsComputedOnceTheGraphIsReady) {
  show(chain_drawing);
  explanations_.show_path(true);
  EXPECT_EQ(explanations_.path().get(0), nullptr);
  settle();
  ASSERT_NE(explanations_.path().get(0), nullptr);
  EXPECT_NE(session_.graph(0), nullptr);
  EXPECT_FALSE(shapes().empty());
  explanations_.show_path(false);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ExplanationsTest, NamesOfBoundsAreBesideThoseOfTheCriticalPath) {
  show(chain_drawing);
  const int before = shapes_changes_;
  explanations_.show_bounds({{0, 2'000, "bound"}, {1, 2'000, "of no panel"}});
  EXPECT_EQ(shapes_changes_, before + 1);
  ASSERT_EQ(shapes().tags.size(), 1U);
  EXPECT_EQ(shapes().tags[0].text, "bound");
  explanations_.show_bounds(explanations_.bounds());
  EXPECT_EQ(shapes_changes_, before + 1) << "they are shown already";
  explanations_.show_path(true);
  settle();
  const Shapes both = shapes();
  const auto names = std::count_if(both.tags.begin(), both.tags.end(), [&](const Shapes::Tag& tag) {
    return tag.y == both.tags.back().y && tag.clip == both.tags.back().clip;
  });
  EXPECT_EQ(both.tags.back().text, "bound");
  EXPECT_EQ(names, 3) << "in one row";
  explanations_.show_path(false);
  EXPECT_TRUE(explanations_.shows_bounds());
  explanations_.show_bounds({});
  EXPECT_FALSE(explanations_.shows_bounds());
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ExplanationsTest, NewDocumentDropsResultsAndRecomputesThem) {
  show(chain_drawing);
  explanations_.show_path(true);
  show("aa\na1: write x@0");
  settle();
  ASSERT_NE(explanations_.path().get(0), nullptr);
  EXPECT_EQ(explanations_.path().get(0)->bound.length_ns, 2000);
}

TEST_F(ExplanationsTest, AskingWhyTwiceEndsTheQuestion) {
  show(chain_drawing);
  explanations_.ask_why();
  EXPECT_FALSE(explanations_.why_task()) << "nothing is selected";
  session_.selection().select_task({0, traces::TaskId(2u)}, std::nullopt, SelectionOrigin::command);
  explanations_.ask_why();
  settle();
  ASSERT_NE(explanations_.why(), nullptr);
  EXPECT_EQ(explanations_.why()->analysis.steps.front().task, traces::TaskId(2u));
  EXPECT_FALSE(shapes().empty());
  session_.selection().select_task({0, traces::TaskId(0u)}, std::nullopt, SelectionOrigin::command);
  EXPECT_NE(explanations_.why(), nullptr) << "selecting a task on the chain keeps the answer";
  explanations_.ask_why();
  settle();
  EXPECT_EQ(explanations_.why()->task.task, traces::TaskId(0u));
  explanations_.ask_why();
  EXPECT_EQ(explanations_.why(), nullptr);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ExplanationsTest, CriticalPathIsNotCoveredByAnEarlierQuestion) {
  show(chain_drawing);
  session_.selection().select_task({0, traces::TaskId(2u)}, std::nullopt, SelectionOrigin::command);
  explanations_.ask_why();
  settle();
  explanations_.show_path(true);
  EXPECT_FALSE(explanations_.why_task());
  settle();
  explanations_.ask_why();
  settle();
  EXPECT_NE(explanations_.why(), nullptr) << "asked about a task of the path";
  EXPECT_TRUE(explanations_.shows_path());
}

TEST_F(ExplanationsTest, ClearingTheSelectionEndsTheQuestion) {
  show(chain_drawing);
  session_.selection().select_task({0, traces::TaskId(2u)}, std::nullopt, SelectionOrigin::command);
  explanations_.ask_why();
  settle();
  session_.selection().clear(SelectionOrigin::command);
  EXPECT_FALSE(explanations_.why_task());
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ExplanationsTest, SelectedSetIsMarkedAndRevealed) {
  show(chain_drawing);
  int reveals = 0;
  const Connection connection = explanations_.selection_to_reveal.connect([&] { ++reveals; });
  auto set = std::make_shared<TaskSet>();
  set->tasks = {{0, traces::TaskId(0u)}, {0, traces::TaskId(2u)}};
  session_.selection().select_tasks(set, SelectionOrigin::command);
  settle();
  ASSERT_NE(explanations_.marked_set(), nullptr);
  EXPECT_EQ(reveals, 1);
  EXPECT_EQ(shapes().frames.size(), 2U);
  session_.selection().clear(SelectionOrigin::command);
  EXPECT_EQ(explanations_.marked_set(), nullptr);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ExplanationsTest, NewTracesClearTheSelectedSet) {
  show(chain_drawing);
  auto set = std::make_shared<TaskSet>();
  set->tasks = {{0, traces::TaskId(0u)}, {0, traces::TaskId(2u)}};
  session_.selection().select_tasks(set, SelectionOrigin::command);
  settle();
  session_.show(document_from_text({"a"}), true);  // like a reload
  settle();
  EXPECT_EQ(explanations_.marked_set(), nullptr);
  EXPECT_EQ(session_.selection().state().set, nullptr);
  EXPECT_TRUE(shapes().empty());
}

TEST_F(ExplanationsTest, ChildrenAreOutlinedWhileTheirParentIsSelected) {
  auto trace =
      std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aa......\n..bbcc..\n.....dd."));
  trace->recorded.parents = true;
  trace->tasks.parent.assign(4, traces::TaskId());
  trace->tasks.parent[1] = trace->tasks.parent[3] = traces::TaskId(0u);
  session_.show(make_document({index_trace(trace, {}, 1)}));
  EXPECT_EQ(explanations_.children(0), nullptr) << "not requested";
  int emitted = 0;
  const Connection connection = explanations_.children_changed.connect([&] { ++emitted; });
  session_.selection().select_task({0, traces::TaskId(0u)}, RowReference{0, 0}, SelectionOrigin::command);
  settle();
  EXPECT_EQ(emitted, 1);
  ASSERT_NE(explanations_.children(0), nullptr);
  EXPECT_EQ(shapes().frames.size(), 2U);
  session_.selection().select_task({0, traces::TaskId(2u)}, RowReference{0, 1}, SelectionOrigin::command);
  EXPECT_TRUE(shapes().empty());
  session_.selection().select_task({0, traces::TaskId(0u)}, RowReference{0, 0}, SelectionOrigin::command);
  EXPECT_EQ(shapes().frames.size(), 2U) << "known children are not searched for again";
  session_.selection().clear(SelectionOrigin::command);
  EXPECT_TRUE(shapes().empty());
  show("aa");
  settle();
  EXPECT_EQ(explanations_.children(0), nullptr);
}

}  // namespace
}  // namespace gusset::viewer
