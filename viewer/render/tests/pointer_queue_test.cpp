#include "gusset/viewer/render/pointer_queue.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

using Kind = PointerEvent::Kind;

TEST(PointerQueue, PressAndReleaseBetweenFramesAreBothReported) {
  PointerQueue queue;
  queue.push({Kind::press, 5, 6, 0});
  queue.push({Kind::release, 5, 6, 0});
  EXPECT_TRUE(queue.next_frame().down[0]);
  EXPECT_TRUE(queue.pending());
  EXPECT_FALSE(queue.next_frame().down[0]);
  EXPECT_FALSE(queue.pending());
}

TEST(PointerQueue, ConsecutiveMovesMerge) {
  PointerQueue queue;
  EXPECT_EQ(queue.size(), 0u);
  queue.push({Kind::move, 1, 1, 0});
  queue.push({Kind::leave, 0, 0, 0});
  queue.push({Kind::move, 2, 2, 0});
  EXPECT_EQ(queue.size(), 1u);
  queue.push({Kind::press, 3, 3, 2});
  queue.push({Kind::move, 4, 4, 0});
  EXPECT_EQ(queue.size(), 3u);
  EXPECT_EQ(queue.next_frame().x, 3);
  EXPECT_EQ(queue.next_frame().x, 4);
  EXPECT_EQ(queue.size(), 0u);
}

TEST(PointerQueue, FrameTakesEventsUpToAPress) {
  PointerQueue queue;
  queue.push({Kind::move, 1, 1, 0});
  queue.push({Kind::press, 3, 3, 2});
  const PointerState state = queue.next_frame();
  EXPECT_EQ(state.x, 3);
  EXPECT_TRUE(state.down[2]);
  EXPECT_FALSE(queue.pending());
}

TEST(PointerQueue, MoveAfterPressWaitsForTheNextFrame) {
  PointerQueue queue;
  queue.push({Kind::press, 1, 1, 0});
  queue.push({Kind::move, 9, 9, 0});
  EXPECT_EQ(queue.next_frame().x, 1);
  EXPECT_EQ(queue.next_frame().x, 9);
  EXPECT_TRUE(queue.next_frame().down[0]);
}

TEST(PointerQueue, PointerIsInsideUntilItLeaves) {
  PointerQueue queue;
  EXPECT_FALSE(queue.next_frame().inside);
  queue.push({Kind::move, 1, 1, 0});
  EXPECT_TRUE(queue.next_frame().inside);
  queue.push({Kind::leave, 0, 0, 0});
  EXPECT_FALSE(queue.next_frame().inside);
}

TEST(PointerQueue, UnknownButtonsAreIgnored) {
  PointerQueue queue;
  queue.push({Kind::press, 1, 1, -1});
  queue.push({Kind::press, 1, 1, 17});
  queue.next_frame();
  const PointerState state = queue.next_frame();
  EXPECT_FALSE(state.down[0] || state.down[1] || state.down[2]);
}

}  // namespace
}  // namespace gusset::viewer
