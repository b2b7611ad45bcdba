#include "gusset/viewer/model/timeline/view_state.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

ViewState view(int scroll) {
  return {TimeAxis(1000, 100), {scroll}, {}, {}};
}

TEST(History, UndoAndRedoVisitEachState) {
  ViewHistory history;
  history.before_change(view(0));
  history.end_gesture();
  history.before_change(view(1));
  EXPECT_EQ(history.undo(view(2)), view(1));
  EXPECT_EQ(history.undo(view(1)), view(0));
  EXPECT_FALSE(history.undo(view(0)));
  EXPECT_EQ(history.redo(view(0)), view(1));
  EXPECT_EQ(history.redo(view(1)), view(2));
  EXPECT_FALSE(history.redo(view(2)));
}

TEST(History, ChangesOfOneGestureAreUndoneTogether) {
  ViewHistory history;
  history.before_change(view(0));
  history.before_change(view(1));
  history.before_change(view(2));
  EXPECT_EQ(history.undo(view(3)), view(0));
  EXPECT_FALSE(history.can_undo());
}

TEST(History, ChangeAfterUndoClearsRedo) {
  ViewHistory history;
  history.before_change(view(0));
  EXPECT_TRUE(history.undo(view(1)));
  EXPECT_TRUE(history.can_redo());
  history.before_change(view(0));
  EXPECT_FALSE(history.can_redo());
}

TEST(History, GestureWithoutNetChangeIsNoStep) {
  ViewHistory history;
  history.before_change(view(0));
  history.end_gesture();
  history.before_change(view(1));
  EXPECT_EQ(history.undo(view(1)), view(0));
}

TEST(History, OldestStatesAreDropped) {
  ViewHistory history;
  for (int i = 0; i < 1000; ++i) {
    history.before_change(view(i));
    history.end_gesture();
  }
  int undone = 0;
  ViewState now = view(1000);
  while (const auto before = history.undo(now)) {
    now = *before;
    ++undone;
  }
  EXPECT_EQ(undone, static_cast<int>(ViewHistory::capacity));
}

TEST(History, ClearDropsEverything) {
  ViewHistory history;
  history.before_change(view(0));
  history.clear();
  EXPECT_FALSE(history.can_undo());
}

}  // namespace
}  // namespace gusset::viewer
