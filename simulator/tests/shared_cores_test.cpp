#include "schedule/shared_cores.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gusset::simulator {
namespace {

using Workers = std::vector<std::uint32_t>;

TEST(SharedCores, TasksTakeTheirTimeIfThereAreCoresForAll) {
  SharedCores cores(2);
  cores.start(0, 100, 0);
  cores.start(1, 150, 0);
  EXPECT_EQ(cores.plan(), 100);
  EXPECT_TRUE(cores.is_planned(100));
  EXPECT_EQ(cores.take_ended(100), Workers{0});
  EXPECT_EQ(cores.plan(), 150);
  EXPECT_EQ(cores.take_ended(150), Workers{1});
  EXPECT_EQ(cores.plan(), std::nullopt);
}

TEST(SharedCores, MoreTasksThanCoresShareThem) {
  SharedCores cores(2);
  for (std::uint32_t worker = 0; worker < 3; ++worker) cores.start(worker, 100, 0);
  cores.start(3, 300, 0);
  EXPECT_EQ(cores.plan(), 200);
  EXPECT_EQ(cores.take_ended(200), (Workers{0, 1, 2}));
  EXPECT_EQ(cores.plan(), 400);  // the last has 200 left, on a core of its own
}

TEST(SharedCores, APlanIsMadeOnceAndReplaced) {
  SharedCores cores(1);
  cores.start(0, 100, 0);
  EXPECT_EQ(cores.plan(), 100);
  EXPECT_EQ(cores.plan(), std::nullopt);
  cores.start(1, 10, 50);  // 50 left and 10, at half speed
  EXPECT_EQ(cores.plan(), 70);
  EXPECT_FALSE(cores.is_planned(100));
  EXPECT_EQ(cores.take_ended(70), Workers{1});
  EXPECT_EQ(cores.plan(), 110);
}

}  // namespace
}  // namespace gusset::simulator
