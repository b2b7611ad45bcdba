#include "gusset/viewer/model/document/selection.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace gusset::viewer {
namespace {

constexpr TaskReference seven{0, traces::TaskId(7)};

TEST(Selection, ListenersGetEachChangeOnce) {
  Selection selection;
  std::vector<SelectionState> received;
  const auto subscription =
      selection.changed.connect([&](const SelectionState& state) { received.push_back(state); });
  selection.select_task(seven, RowReference{0, 3}, SelectionOrigin::details);
  selection.select_task(seven, RowReference{0, 3}, SelectionOrigin::timeline);
  ASSERT_EQ(received.size(), 1U);
  EXPECT_EQ(received[0].task(), seven);
  EXPECT_EQ(received[0].rows, (std::vector<RowReference>{{0, 3}}));
  EXPECT_EQ(received[0].origin, SelectionOrigin::details);
}

TEST(Selection, EndedConnectionGetsNothing) {
  Selection selection;
  int received = 0;
  auto subscription = selection.changed.connect([&](const SelectionState&) { ++received; });
  subscription = {};
  selection.select_task(seven, {}, SelectionOrigin::command);
  EXPECT_EQ(received, 0);
}

TEST(Selection, TaskAndRangeAreIndependent) {
  Selection selection;
  selection.select_task(seven, {}, SelectionOrigin::command);
  selection.select_range({10, 20}, SelectionOrigin::timeline);
  EXPECT_EQ(selection.state().task(), seven);
  selection.clear_task(SelectionOrigin::timeline);
  EXPECT_FALSE(selection.state().task());
  EXPECT_EQ(selection.state().range, (TimeRange{10, 20}));
  selection.clear_range(SelectionOrigin::timeline);
  EXPECT_FALSE(selection.state().range);
}

TEST(Selection, RemembersWhetherTheRangeCameAfterTheTask) {
  Selection selection;
  selection.select_range({10, 20}, SelectionOrigin::timeline);
  EXPECT_TRUE(selection.state().is_range_last);
  selection.select_task(seven, {}, SelectionOrigin::command);
  EXPECT_FALSE(selection.state().is_range_last);
  selection.move_range({30, 40}, SelectionOrigin::timeline);
  EXPECT_EQ(selection.state().range, (TimeRange{30, 40}));
  EXPECT_FALSE(selection.state().is_range_last) << "the same range";
  selection.select_range({30, 40}, SelectionOrigin::timeline);
  EXPECT_TRUE(selection.state().is_range_last) << "although it was selected already";
  selection.clear_range(SelectionOrigin::timeline);
  EXPECT_FALSE(selection.state().is_range_last);
}

TEST(Selection, ClearRemovesEverything) {
  Selection selection;
  selection.select_task(seven, RowReference{0, 1}, SelectionOrigin::command);
  selection.select_range({10, 20}, SelectionOrigin::timeline);
  selection.clear(SelectionOrigin::command);
  EXPECT_EQ(selection.state(), SelectionState{});
}

TEST(Selection, ListenerMayConnectAnother) {
  Selection selection;
  int late = 0;
  Connection second;
  bool subscribed = false;
  const auto first = selection.changed.connect([&](const SelectionState&) {
    if (!std::exchange(subscribed, true))
      second = selection.changed.connect([&](const SelectionState&) { ++late; });
  });
  selection.select_task(seven, {}, SelectionOrigin::command);
  EXPECT_EQ(late, 0);
  selection.clear(SelectionOrigin::command);
  EXPECT_EQ(late, 1);
}

TEST(TimeRange, EndsMayBeInAnyOrder) {
  EXPECT_EQ(TimeRange::between(20, 10), (TimeRange{10, 20}));
  EXPECT_EQ(TimeRange::between(20, 10).duration_ns(), 10);
}

TEST(Selection, SetAndTaskReplaceEachOther) {
  Selection selection;
  int changes = 0;
  const auto subscription = selection.changed.connect([&](const SelectionState&) { ++changes; });
  auto set = std::make_shared<TaskSet>();
  selection.select_tasks(set, SelectionOrigin::command);
  EXPECT_EQ(changes, 0) << "an empty set changes nothing";
  set->tasks.push_back({0, traces::TaskId(1u)});
  selection.select_range({1, 2}, SelectionOrigin::command);
  selection.select_tasks(set, SelectionOrigin::command);
  EXPECT_EQ(changes, 2);
  EXPECT_EQ(selection.state().set, set);
  EXPECT_TRUE(selection.state().range) << "the range stays";
  selection.select_task({0, traces::TaskId(2u)}, std::nullopt, SelectionOrigin::command);
  EXPECT_EQ(selection.state().set, nullptr);
  selection.select_rows({{0, 3}}, std::nullopt, SelectionOrigin::command);
  EXPECT_FALSE(selection.state().task());
  EXPECT_FALSE(selection.state().range);
}

}  // namespace
}  // namespace gusset::viewer
