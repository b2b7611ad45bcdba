#include "gusset/viewer/model/timeline/ruler.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gusset::viewer {
namespace {

std::vector<Tick> labelled(const std::vector<Tick>& ticks) {
  std::vector<Tick> result;
  for (const Tick& tick : ticks) {
    if (!tick.label.empty()) result.push_back(tick);
  }
  return result;
}

TEST(Ruler, LabelsAreAtRoundTimes) {
  const TimeAxis axis(700'000'000, 1000);
  const std::vector<Tick> ticks = labelled(ruler_ticks(axis, 120));
  ASSERT_EQ(ticks.size(), 8U);
  EXPECT_EQ(ticks[0].label, "0 ms");
  EXPECT_EQ(ticks[7].label, "700 ms");
  EXPECT_NEAR(ticks[7].x, axis.x_from_time(700'000'000), 1e-9);
}

TEST(Ruler, LabelsKeepTheirDistanceAtEveryZoom) {
  TimeAxis axis(1'000'000'000, 1600);
  for (int step = 0; step < 100; ++step, axis = axis.zoomed_at(800, 1.25)) {
    const std::vector<Tick> ticks = labelled(ruler_ticks(axis, 120));
    ASSERT_LE(ticks.size(), 15U);
    for (std::size_t i = 1; i < ticks.size(); ++i)
      ASSERT_GE(ticks[i].x - ticks[i - 1].x, 119.9) << "step " << step;
  }
}

TEST(Ruler, NeighbouringLabelsDiffer) {
  TimeAxis axis = TimeAxis(100'000'000'000, 1600).centred_on(99e9);
  for (int step = 0; step < 140; ++step, axis = axis.zoomed_at(800, 1.25)) {
    const std::vector<Tick> ticks = labelled(ruler_ticks(axis, 120));
    for (std::size_t i = 1; i < ticks.size(); ++i)
      ASSERT_NE(ticks[i].label, ticks[i - 1].label) << "step " << step;
  }
}

TEST(Ruler, NoTicksBeforeZero) {
  const TimeAxis axis = TimeAxis(1'000'000, 1000).panned(-400);
  for (const Tick& tick : ruler_ticks(axis, 100)) EXPECT_GE(tick.x, axis.x_from_time(0.0) - 1e-6);
}

TEST(Ruler, NegativeTimesHaveTicks) {
  const TimeAxis axis = TimeAxis(1'000'000, 1000).of({1.0, 600'000.0});
  const std::vector<Tick> ticks = labelled(ruler_ticks(axis, 120, -600'000.0));
  ASSERT_EQ(ticks.size(), 6U);
  EXPECT_EQ(ticks.front().label, "-600 µs");
  EXPECT_EQ(ticks[3].label, "0 µs");
  EXPECT_EQ(ticks.back().label, "400 µs");
  EXPECT_NEAR(ticks[3].x, TimeAxis(1'000'000, 1000).x_from_time(600'000), 0.51);
}

}  // namespace
}  // namespace gusset::viewer
