#include "costs/robust_line.hpp"

#include <gtest/gtest.h>

namespace gusset::simulator {
namespace {

TEST(RobustLine, GoesThroughExactPoints) {
  const auto line = robust_line({{1.0, 5.0}, {2.0, 7.0}, {4.0, 11.0}});
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(line->slope, 2.0);
  EXPECT_DOUBLE_EQ(line->offset, 3.0);
}

TEST(RobustLine, IgnoresOutliers) {
  Points points;
  for (int i = 0; i < 40; ++i) points.emplace_back(i, 10.0 + 0.5 * i);
  for (int i = 0; i < 8; ++i) points[static_cast<std::size_t>(i) * 5].second = 1e6;
  const auto line = robust_line(points);
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->slope, 0.5, 1e-9);
  EXPECT_NEAR(line->offset, 10.0, 1e-9);
}

TEST(RobustLine, ManyPointsAreSampledTheSameWayEachTime) {
  Points points;
  for (int i = 0; i < 20000; ++i)
    points.emplace_back(i % 97, 3.0 + 2.0 * (i % 97) + (i % 2 == 0 ? 0.1 : -0.1));
  const auto once = robust_line(points);
  const auto again = robust_line(points);
  ASSERT_TRUE(once && again);
  EXPECT_NEAR(once->slope, 2.0, 0.01);
  EXPECT_EQ(once->slope, again->slope);
  EXPECT_EQ(once->offset, again->offset);
}

TEST(RobustLine, NeedsTwoDifferentXValues) {
  EXPECT_FALSE(robust_line({}));
  EXPECT_FALSE(robust_line({{1.0, 5.0}, {1.0, 6.0}}));
}

TEST(MedianOf, IsTheMiddleOrTheMeanOfTheTwoInTheMiddle) {
  EXPECT_EQ(median_of({3.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median_of({4.0, 1.0, 3.0, 2.0}), 2.5);
}

}  // namespace
}  // namespace gusset::simulator
