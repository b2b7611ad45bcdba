#include "gusset/traces/picture/timeline/ticks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gusset::picture {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> labels(double begin_ns, double end_ns, double least_ns) {
  std::vector<std::string> labels;
  for (const TimeTick& tick : time_ticks(begin_ns, end_ns, least_ns)) {
    if (!tick.label.empty()) labels.push_back(tick.label);
  }
  return labels;
}

TEST(TimeTicks, LabelsAreRoundTimesWithOneUnit) {
  EXPECT_THAT(labels(0, 1'234'000'000, 3e8), ElementsAre("0.0 s", "0.5 s", "1.0 s"));
  EXPECT_THAT(labels(0, 90'000'000, 2e7), ElementsAre("0 ms", "20 ms", "40 ms", "60 ms", "80 ms"));
  EXPECT_THAT(labels(0, 4, 0.1), ElementsAre("0 ns", "1 ns", "2 ns", "3 ns", "4 ns"));
  EXPECT_THAT(labels(0, 2'000, 400), ElementsAre("0.0 µs", "0.5 µs", "1.0 µs", "1.5 µs", "2.0 µs"));
  EXPECT_THAT(labels(-1'000'000, 1'000'000, 7e5), ElementsAre("-1 ms", "0 ms", "1 ms"));
}

TEST(TimeTicks, TheUnitFollowsTheLargestTime) {
  EXPECT_THAT(labels(0, 999, 500), ElementsAre("0 ns", "500 ns"));
  EXPECT_THAT(labels(1'000'000'000, 1'002'000'000, 1e6), ElementsAre("1.000 s", "1.001 s", "1.002 s"));
}

TEST(TimeTicks, MinorTicksDivideTheStep) {
  EXPECT_EQ(time_ticks(0, 100, 100).size(), 6u);  // steps of 100, in 5 parts
  EXPECT_EQ(time_ticks(0, 200, 200).size(), 5u);  // steps of 200, in 4 parts
  EXPECT_EQ(time_ticks(0, 500, 500).size(), 6u);
}

TEST(TimeTicks, StepsAreOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_DOUBLE_EQ(round_step(0.11), 0.2);
  EXPECT_DOUBLE_EQ(round_step(21), 50);
  EXPECT_DOUBLE_EQ(round_step(50), 50);
  EXPECT_DOUBLE_EQ(round_step(51), 100);
}

}  // namespace
}  // namespace gusset::picture
