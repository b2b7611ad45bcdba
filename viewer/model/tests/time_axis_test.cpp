#include "gusset/viewer/model/timeline/time_axis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gusset::viewer {
namespace {

TEST(TimeAxis, ShowsEverythingWithASmallMargin) {
  const TimeAxis axis(1'000'000, 1000);
  EXPECT_TRUE(axis.shows_everything());
  EXPECT_DOUBLE_EQ(axis.begin_ns(), -10'000);
  EXPECT_DOUBLE_EQ(axis.end_ns(), 1'010'000);
}

TEST(TimeAxis, PixelsAndTimesAreInverse) {
  const TimeAxis axis = TimeAxis(123'456'789, 1600).zoomed_at(700, 37.0);
  for (const double x : {0.0, 1.0, 799.5, 1600.0})
    EXPECT_NEAR(axis.x_from_time(axis.time_from_x(x)), x, 1e-6);
}

TEST(TimeAxis, ZoomKeepsTheTimeUnderThePointerOverManySteps) {
  TimeAxis axis(1'000'000'000, 1600);
  const double time = axis.time_from_x(613);
  for (int i = 0; i < 30; ++i) {
    axis = axis.zoomed_at(613, 1.25);
    ASSERT_NEAR(axis.x_from_time(time), 613, 1.01) << "after step " << i;
  }
  for (int i = 0; i < 30; ++i) axis = axis.zoomed_at(613, 0.8);
  EXPECT_NEAR(axis.x_from_time(time), 613, 1.01);
}

TEST(TimeAxis, ZoomShrinksTheSpanByAboutItsFactor) {
  const TimeAxis axis(1'000'000, 1000);
  EXPECT_NEAR(axis.zoomed_at(500, 4.0).span_ns(), axis.span_ns() / 4, axis.span_ns() / 4 * 0.003);
}

TEST(TimeAxis, SmallestStepStillZooms) {
  for (double x = 0.0; x < 1000.0; x += 1.0) {
    const TimeAxis axis(1'000'000, 1000);
    ASSERT_LT(axis.zoomed_at(x, 1.05).ns_per_pixel(), axis.ns_per_pixel()) << "at " << x;
    ASSERT_GT(axis.zoomed_at(x, 1 / 1.05).ns_per_pixel(), axis.ns_per_pixel()) << "at " << x;
  }
}

TEST(TimeAxis, ZoomEndsAtAnEighthOfANanosecondPerPixel) {
  const TimeAxis axis = TimeAxis(1'000'000, 1000).zoomed_at(500, 1e30);
  EXPECT_GE(axis.ns_per_pixel(), TimeAxis::min_ns_per_pixel);
  EXPECT_LT(axis.ns_per_pixel(), TimeAxis::min_ns_per_pixel * 1.001);
}

TEST(TimeAxis, ZoomingOutKeepsTheTraceOnTwoThirdsOfThePlot) {
  const TimeAxis axis = TimeAxis(1'000'000, 1000).zoomed_at(0, 1e-30);
  EXPECT_LE(axis.span_ns(), 1.54e6);
}

TEST(TimeAxis, PanningNeverLosesTheTrace) {
  const TimeAxis axis = TimeAxis(1'000'000, 1000).zoomed_at(500, 10.0);
  EXPECT_DOUBLE_EQ(axis.panned(1e12).begin_ns(), 1'000'000 - axis.span_ns() / 2);
  EXPECT_DOUBLE_EQ(axis.panned(-1e12).begin_ns(), -axis.span_ns() / 2);
}

TEST(TimeAxis, PanningByWholePixelsMovesTheGridByAsManyColumns) {
  const TimeAxis axis = TimeAxis(1'000'000, 1000).zoomed_at(500, 10.0);
  EXPECT_EQ(axis.panned(7).grid().first_column, axis.grid().first_column + 7);
  EXPECT_EQ(axis.panned(7).grid().ns_per_column, axis.grid().ns_per_column);
}

TEST(TimeAxis, NonFiniteArgumentsChangeNothing) {
  const TimeAxis axis(1'000'000, 1000);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(axis.zoomed_at(nan, 2.0), axis);
  EXPECT_EQ(axis.zoomed_at(10, nan), axis);
  EXPECT_EQ(axis.zoomed_at(10, 0.0), axis);
  EXPECT_EQ(axis.zoomed_at(10, infinity), axis);
  EXPECT_EQ(axis.panned(nan), axis);
  EXPECT_EQ(axis.centred_on(infinity), axis);
}

TEST(TimeAxis, RangeIsShownWithAMargin) {
  const TimeAxis axis = TimeAxis(1'000'000, 1000).showing({400'000, 500'000}, 0.1);
  EXPECT_NEAR(axis.begin_ns(), 390'000, 1e-6);
  EXPECT_NEAR(axis.end_ns(), 510'000, 1e-6);
}

TEST(TimeAxis, InstantCanBeShown) {
  const TimeAxis axis = TimeAxis(1'000'000, 1000).showing({400'000, 400'000});
  EXPECT_DOUBLE_EQ(axis.ns_per_pixel(), TimeAxis::min_ns_per_pixel);
  EXPECT_NEAR((axis.begin_ns() + axis.end_ns()) / 2, 400'000, 1e-6);
}

TEST(TimeAxis, ResizingKeepsTheTimesShown) {
  const TimeAxis axis = TimeAxis(1'000'000, 1000).showing({400'000, 500'000});
  const TimeAxis wider = axis.resized(1700);
  EXPECT_NEAR(wider.begin_ns(), axis.begin_ns(), 1e-6);
  EXPECT_NEAR(wider.end_ns(), axis.end_ns(), 1e-6);
  EXPECT_TRUE(TimeAxis(1'000'000, 1000).resized(300).shows_everything());
}

TEST(TimeAxis, NewExtentKeepsTheViewUnlessEverythingWasShown) {
  const TimeAxis all(1'000'000, 1000);
  EXPECT_EQ(all.with_extent(5'000'000), TimeAxis(5'000'000, 1000));
  const TimeAxis part = all.showing({400'000, 500'000});
  EXPECT_NEAR(part.with_extent(5'000'000).begin_ns(), part.begin_ns(), 1e-6);
}

TEST(TimeAxis, EmptyTraceIsAtTheLeft) {
  const TimeAxis axis(0, 1000);
  EXPECT_NEAR(axis.x_from_time(0.0), 0.0, 1.0);
  EXPECT_TRUE(std::isfinite(axis.end_ns()));
}

}  // namespace
}  // namespace gusset::viewer
