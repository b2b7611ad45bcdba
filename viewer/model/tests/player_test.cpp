#include "gusset/viewer/model/explain/player.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

TEST(Player, WholeScheduleTakesTwentySecondsAtSpeedOne) {
  Player player(1'000'000);
  player.play();
  player.pass(10.0);
  EXPECT_EQ(player.time_ns(), 500'000);
  EXPECT_TRUE(player.is_playing());
  player.pass(11.0);
  EXPECT_EQ(player.time_ns(), 1'000'000);
  EXPECT_FALSE(player.is_playing()) << "stops at the end";
}

TEST(Player, TimePassesOnlyWhilePlaying) {
  Player player(1000);
  player.pass(5.0);
  EXPECT_EQ(player.time_ns(), 0);
  player.play();
  player.pass(5.0);
  player.pause();
  player.pass(5.0);
  EXPECT_EQ(player.time_ns(), 250);
}

TEST(Player, SmallStepsAddUp) {
  Player player(20);
  player.play();
  for (int i = 0; i < 10; ++i) player.pass(0.5);
  EXPECT_EQ(player.time_ns(), 5) << "half a nanosecond each";
}

TEST(Player, SpeedsArePowersOfTwoWithinLimits) {
  Player player(1000);
  EXPECT_EQ(player.speed(), 1.0);
  player.set_doublings(1);
  EXPECT_EQ(player.speed(), 2.0);
  EXPECT_EQ(player.ns_per_second(), 100.0);
  player.set_doublings(-100);
  EXPECT_EQ(player.speed(), 1.0 / 64);
  player.set_doublings(100);
  EXPECT_EQ(player.speed(), 64.0);
}

TEST(Player, PlayAtTheEndRestarts) {
  Player player(1000);
  player.go_to(1000);
  EXPECT_TRUE(player.is_at_end());
  player.play();
  EXPECT_EQ(player.time_ns(), 0);
}

TEST(Player, GoToClampsAndPauses) {
  Player player(1000);
  player.play();
  player.go_to(300);
  EXPECT_EQ(player.time_ns(), 300);
  EXPECT_FALSE(player.is_playing());
  player.go_to(-5);
  EXPECT_EQ(player.time_ns(), 0);
  player.go_to(5000);
  EXPECT_EQ(player.time_ns(), 1000);
}

TEST(Player, EmptyScheduleEndsAtOnce) {
  Player player(0);
  player.play();
  player.pass(100.0);
  EXPECT_EQ(player.time_ns(), 1);
}

}  // namespace
}  // namespace gusset::viewer
