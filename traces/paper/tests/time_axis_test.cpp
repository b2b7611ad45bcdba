#include "figure/time_axis.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gusset::paper {
namespace {

std::vector<picture::TimeTick> labelled(const TimeAxis& axis, double spacing) {
  std::vector<picture::TimeTick> ticks = axis.ticks(spacing);
  std::erase_if(ticks, [](const picture::TimeTick& tick) { return tick.label.empty(); });
  return ticks;
}

TEST(TimeAxis, TicksKeepTheMinimumDistance) {
  for (std::int64_t end_ns = 7; end_ns < (std::int64_t{1} << 60); end_ns = end_ns * 3 + 1) {
    const TimeAxis axis(0, end_ns, 1500);
    const std::vector<picture::TimeTick> ticks = labelled(axis, 100.0);
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
