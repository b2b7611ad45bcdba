#include "figure/time_axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gusset::paper {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> labels(const TimeAxis& axis, double spacing) {
  std::vector<std::string> labels;
  for (const Tick& tick : axis.ticks(spacing)) labels.push_back(tick.label);
  return labels;
}

TEST(TimeAxis, UnitFollowsTheLength) {
  EXPECT_EQ(TimeAxis(0, 999, 100).unit(), "ns");
  EXPECT_EQ(TimeAxis(0, 1'000, 100).unit(), "\xC2\xB5s");
  EXPECT_EQ(TimeAxis(0, 1'000'000, 100).unit(), "ms");
  EXPECT_EQ(TimeAxis(0, 1'000'000'000, 100).unit(), "s");
  EXPECT_EQ(TimeAxis(0, std::int64_t{1} << 62, 100).unit(), "s");
}

TEST(TimeAxis, TicksAreRoundNumbers) {
  EXPECT_THAT(labels(TimeAxis(0, 1'234'000'000, 1000), 200.0), ElementsAre("0.0", "0.5", "1.0"));
  EXPECT_THAT(labels(TimeAxis(0, 90'000'000, 1000), 200.0), ElementsAre("0", "20", "40", "60", "80"));
  EXPECT_THAT(labels(TimeAxis(0, 4, 1000), 200.0), ElementsAre("0", "1", "2", "3", "4"));
  EXPECT_THAT(labels(TimeAxis(0, 2'000, 1000), 200.0), ElementsAre("0.0", "0.5", "1.0", "1.5", "2.0"));
  EXPECT_THAT(labels(TimeAxis(-1'000'000, 1'000'000, 1000), 400.0), ElementsAre("-1", "0", "1"));
}

TEST(TimeAxis, TicksKeepTheMinimumDistance) {
  for (std::int64_t end_ns = 7; end_ns < (std::int64_t{1} << 60); end_ns = end_ns * 3 + 1) {
    const TimeAxis axis(0, end_ns, 1500);
    const std::vector<Tick> ticks = axis.ticks(100.0);
    ASSERT_FALSE(ticks.empty());
    for (std::size_t i = 1; i < ticks.size(); ++i) {
      const double distance = (ticks[i].time_ns - ticks[i - 1].time_ns) / axis.grid().ns_per_column;
      EXPECT_GE(distance, 99.9);
      EXPECT_TRUE(distance <= 260.0 || ticks[i].time_ns - ticks[i - 1].time_ns == 1.0) << end_ns;
    }
  }
}

TEST(TimeAxis, AxisCoversTheWholeLength) {
  for (std::int64_t end_ns = 1; end_ns < (std::int64_t{1} << 60); end_ns = end_ns * 2 + 1) {
    const TimeAxis axis(0, end_ns, 1437);
    EXPECT_GE(axis.grid().time_from_column(1437), static_cast<double>(end_ns));
    EXPECT_EQ(axis.x_from_time(0), 0.0);
    EXPECT_NEAR(axis.x_from_time(end_ns), 1437.0, 1e-6);
  }
  const TimeAxis axis(-500, 1000, 100);
  EXPECT_GE(axis.x_from_time(-500), 0.0);
  EXPECT_LE(axis.x_from_time(1000), 100.0);
  EXPECT_LE(axis.grid().time_from_column(0), -500.0);
  EXPECT_GE(axis.grid().time_from_column(100), 1000.0);
}

TEST(TimeAxis, EmptyTraceHasAnAxisOfOneNanosecond) {
  EXPECT_EQ(TimeAxis(0, 0, 100).end_ns(), 1);
}

}  // namespace
}  // namespace gusset::paper
