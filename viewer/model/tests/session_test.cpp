#include "gusset/viewer/model/state/session.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "documents.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

using testing::UiQueue;

constexpr const char* chain = R"(
  aa.bb
  cc...
  a1: write x@0
  c1: write y@0
  b1: read x@1, read y@1
)";

class SessionTest : public ::testing::Test {
 protected:
  SessionTest() : folder_(testing::temporary("gusset_session_test")) {
    std::filesystem::create_directories(folder_);
    connections_ = {
        session_.jobs().failed.connect([this](const std::string& message) { failure_ = message; }),
        session_.document_changed.connect([this](bool keep_view) {
          ++documents_;
          kept_view_ = keep_view;
        })};
  }
  ~SessionTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, std::string_view text) {
    const std::filesystem::path path = folder_ / name;
    const auto written = traces::write_gus(*traces::testing::trace_from_text(text), path);
    EXPECT_TRUE(written);
    return path;
  }
  void settle() {
    queue_.run_until([this] { return !session_.busy(); });
  }

  std::filesystem::path folder_;
  UiQueue queue_;
  std::string failure_;
  int documents_ = 0;
  bool kept_view_ = false;
  Session session_{queue_.post(), 2};
  Connections connections_;
};

TEST_F(SessionTest, OpenShowsAllFilesInOrder) {
  session_.open({write("one.gus", "aa"), write("two.gus", "bbb")});
  EXPECT_TRUE(session_.busy());
  settle();
  ASSERT_EQ(session_.document()->traces.size(), 2U);
  EXPECT_EQ(session_.document()->panel(0).name(), "one.gus");
  EXPECT_EQ(session_.document()->extent_ns, 3000);
  EXPECT_EQ(documents_, 1);
  EXPECT_FALSE(kept_view_);
}

TEST_F(SessionTest, AddKeepsTheOpenTracesAndTheView) {
  session_.open({write("one.gus", "aa")});
  settle();
  session_.add({write("two.gus", "bbb")});
  settle();
  EXPECT_EQ(session_.document()->traces.size(), 2U);
  EXPECT_TRUE(kept_view_);
}

TEST_F(SessionTest, BrokenFileChangesNothingAndIsReported) {
  session_.open({write("one.gus", "aa")});
  settle();
  std::ofstream(folder_ / "broken.gus") << "nonsense";
  session_.open({folder_ / "broken.gus"});
  settle();
  EXPECT_NE(failure_.find("broken.gus"), std::string::npos);
  EXPECT_EQ(session_.document()->traces.size(), 1U);
  EXPECT_EQ(documents_, 1);
}

TEST_F(SessionTest, ReloadReadsTheFilesAgainAndKeepsTheSelection) {
  const std::filesystem::path path = write("one.gus", "aab");
  session_.open({path});
  settle();
  session_.selection().select_task({0, traces::TaskId(1)}, {}, SelectionOrigin::command);
  write("one.gus", "aabb");
  session_.reload();
  settle();
  EXPECT_EQ(session_.document()->extent_ns, 4000);
  EXPECT_TRUE(kept_view_);
  EXPECT_EQ(session_.selection().state().task(), (TaskReference{0, traces::TaskId(1)}));
  write("one.gus", "aaa");
  session_.reload();
  settle();
  EXPECT_FALSE(session_.selection().state().task()) << "a missing task can't stay selected";
}

TEST_F(SessionTest, CloseShowsNothing) {
  session_.open({write("one.gus", "aa")});
  settle();
  session_.close();
  EXPECT_TRUE(session_.document()->empty());
}

TEST_F(SessionTest, SelectingATaskComputesTheGraphAndItsLastPredecessor) {
  session_.open({write("one.gus", chain)});
  settle();
  EXPECT_EQ(session_.graph(0), nullptr);
  session_.selection().select_task({0, traces::TaskId(2)}, {}, SelectionOrigin::timeline);
  EXPECT_FALSE(session_.waited_for());
  settle();
  ASSERT_NE(session_.graph(0), nullptr);
  ASSERT_TRUE(session_.waited_for());
  EXPECT_EQ(session_.waited_for()->panel, 0U);
  session_.selection().select_task({0, traces::TaskId(0)}, {}, SelectionOrigin::timeline);
  EXPECT_FALSE(session_.waited_for()) << "the first task waited for nothing";
}

TEST_F(SessionTest, TotalsFollowTheSelectedRange) {
  session_.open({write("one.gus", "aabb")});
  settle();
  EXPECT_EQ(session_.totals().statistics()[0]->busy_ns, 4000);
  session_.selection().select_range({1000, 3000}, SelectionOrigin::timeline);
  settle();
  EXPECT_EQ(session_.totals().range(), (TimeRange{1000, 3000}));
  EXPECT_EQ(session_.totals().statistics()[0]->busy_ns, 2000);
  session_.selection().clear_range(SelectionOrigin::timeline);
  EXPECT_EQ(session_.totals().statistics()[0]->busy_ns, 4000);
}

TEST_F(SessionTest, OpeningAnotherTraceClearsTheSelection) {
  session_.open({write("one.gus", "aabb")});
  settle();
  session_.selection().select_range({1000, 3000}, SelectionOrigin::timeline);
  session_.open({write("two.gus", "c")});
  settle();
  EXPECT_EQ(session_.selection().state().range, std::nullopt);
  EXPECT_EQ(session_.totals().range(), std::nullopt);
  EXPECT_EQ(session_.totals().statistics()[0]->busy_ns, 1000);
}

TEST_F(SessionTest, ColoursChangeWithoutChangingTheSelection) {
  session_.open({write("chain.gus", chain)});
  settle();
  EXPECT_EQ(session_.colour_keys(),
            (std::vector<std::string>{"type", "node", "duration", "slack", "waiting"}));
  session_.selection().select_range({1000, 3000}, SelectionOrigin::command);
  settle();
  session_.colour_by({traces::ColourKey::slack, {}});
  settle();
  EXPECT_TRUE(kept_view_);
  ASSERT_NE(session_.document()->panel(0).colouring, nullptr);
  EXPECT_EQ(session_.document()->panel(0).colouring->title(), "slack");
  EXPECT_EQ(session_.totals().range(), (TimeRange{1000, 3000}));
  ASSERT_EQ(session_.totals().categories()[0]->size(), 6U);
  // Traces opened later have the same colouring; a trace without a graph is coloured by type.
  session_.add({write("plain.gus", "ab")});
  settle();
  EXPECT_EQ(session_.document()->panel(0).colouring->title(), "slack");
  EXPECT_EQ(session_.document()->panel(1).colouring, nullptr);
  session_.colour_by({});
  settle();
  EXPECT_EQ(session_.document()->panel(0).colouring, nullptr);
}

TEST_F(SessionTest, AppearanceAppliesToOpenAndLaterTraces) {
  session_.open({write("one.gus", "aa.b")});
  settle();
  Appearance appearance;
  appearance.hidden = {"a"};
  appearance.custom_colours["b"] = {1, 2, 3};
  session_.set_appearance(appearance);
  settle();
  EXPECT_TRUE(kept_view_);
  EXPECT_FALSE(session_.document()->panel(0).shows(traces::TaskId(0)));
  EXPECT_EQ(session_.document()->colours.of_categories(0)[1], (traces::Colour{1, 2, 3}));
  session_.add({write("two.gus", "ab")});
  settle();
  EXPECT_FALSE(session_.document()->panel(1).shows(traces::TaskId(0)));
  EXPECT_EQ(session_.document()->appearance, appearance);
}

TEST_F(SessionTest, AnotherColouringShowsHiddenTypesAgain) {
  session_.open({write("one.gus", "aa.b")});
  settle();
  Appearance appearance;
  appearance.hidden = {"a"};
  appearance.conditions = {"type=b"};
  session_.set_appearance(appearance);
  session_.colour_by({traces::ColourKey::duration, {}});
  settle();
  EXPECT_TRUE(session_.appearance().hidden.empty());
  EXPECT_EQ(session_.appearance().conditions, appearance.conditions);
}

TEST_F(SessionTest, ConditionFailsIfNoTraceUnderstandsIt) {
  session_.open({write("one.gus", "aa.b")});
  settle();
  EXPECT_EQ(session_.condition_error("type=b"), std::nullopt);
  ASSERT_TRUE(session_.condition_error("colour=red"));
  EXPECT_NE(session_.condition_error("colour=red")->find("colour"), std::string::npos);
}

TEST_F(SessionTest, NewDocumentEndsTheSearch) {
  session_.open({write("one.gus", "aa.b"), write("two.gus", "a")});
  settle();
  session_.search().find("a");
  EXPECT_FALSE(session_.search().result());
  settle();
  ASSERT_TRUE(session_.search().result());
  EXPECT_EQ(session_.search().result()->count, 2U);
  EXPECT_EQ(session_.search().result()->tasks[0], (traces::TaskSet{true, false}));
  session_.open({write("three.gus", "a")});
  settle();
  EXPECT_FALSE(session_.search().result());
}

TEST_F(SessionTest, TracksAreComputedOnRequestAndForLaterTraces) {
  session_.open({write("one.gus", "aa.b")});
  settle();
  EXPECT_TRUE(session_.tracks().all().empty());
  session_.tracks().show(true);
  ASSERT_EQ(session_.tracks().all().size(), 1U);
  EXPECT_EQ(session_.tracks().all()[0], nullptr);
  settle();
  ASSERT_NE(session_.tracks().all()[0], nullptr);
  EXPECT_EQ(session_.tracks().all()[0]->front().kind, traces::Track::Kind::running);
  session_.add({write("two.gus", "a")});
  settle();
  ASSERT_EQ(session_.tracks().all().size(), 2U);
  EXPECT_NE(session_.tracks().all()[1], nullptr);
  session_.tracks().show(false);
  EXPECT_TRUE(session_.tracks().all().empty());
}

TEST_F(SessionTest, AlignmentAppliesAtOnceAndToAddedTraces) {
  session_.open({write("one.gus", "..aa"), write("two.gus", "bbb")});
  settle();
  int emitted = 0;
  const Connection connection = session_.settings_changed.connect([&] { ++emitted; });
  session_.align({traces::AlignAt::first_task, false, {}});
  EXPECT_EQ(session_.document()->alignment.at, traces::AlignAt::first_task);
  EXPECT_TRUE(kept_view_);
  EXPECT_EQ(emitted, 1);
  Appearance next = session_.appearance();
  next.hidden = {"b"};
  session_.set_appearance(next);
  settle();
  EXPECT_EQ(session_.document()->alignment.at, traces::AlignAt::first_task);
  EXPECT_EQ(session_.view_settings().hidden, next.hidden);
  session_.add({write("three.gus", ".c")});
  settle();
  EXPECT_EQ(session_.document()->alignment.at, traces::AlignAt::first_task);
  session_.open({write("four.gus", "d")});
  settle();
  EXPECT_EQ(session_.alignment(), traces::Alignment());
}

TEST_F(SessionTest, ReloadEndsAnAlignmentAtTasks) {
  session_.open({write("one.gus", "..aa"), write("two.gus", "bbb")});
  settle();
  session_.align({traces::AlignAt::task, false, {traces::TaskId(0), traces::TaskId(0)}});
  session_.reload();
  settle();
  EXPECT_EQ(session_.alignment().at, traces::AlignAt::recorded);
}

TEST_F(SessionTest, SelectedRangeKeepsTheTopTracesTimes) {
  session_.open({write("one.gus", "aa.a"), write("two.gus", ".bbbb")});
  settle();
  session_.selection().select_range({1000, 3000}, SelectionOrigin::command);
  settle();
  session_.align({traces::AlignAt::end, false, {}});
  settle();
  EXPECT_EQ(session_.selection().state().range, (TimeRange{2000, 4000}));
  EXPECT_EQ(session_.totals().statistics()[0]->busy_ns, 1000);
  EXPECT_EQ(session_.totals().statistics()[1]->busy_ns, 2000);
}

TEST_F(SessionTest, ViewSettingsAreSetTogetherAndReportedOnce) {
  session_.open({write("one.gus", "..aa"), write("two.gus", "bbb")});
  settle();
  int emitted = 0;
  const Connection connection = session_.settings_changed.connect([&] { ++emitted; });
  ViewSettings settings = session_.view_settings();
  settings.hidden = {"a"};
  settings.alignment.at = traces::AlignAt::end;
  session_.set_view_settings(settings);
  settle();
  EXPECT_EQ(emitted, 1);
  EXPECT_EQ(session_.document()->appearance.hidden, settings.hidden);
  EXPECT_EQ(session_.document()->alignment, settings.alignment);
}

}  // namespace
}  // namespace gusset::viewer
