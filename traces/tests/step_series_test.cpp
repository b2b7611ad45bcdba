#include "gusset/traces/analysis/time/step_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace gusset::traces {
namespace {

using Change = StepSeries::Change;

TEST(StepSeries, HoldsEachValueUntilTheNextStep) {
  const StepSeries series(std::vector<std::int64_t>{10, 20, 20, 30}, std::vector<double>{1, 2, 3, 0});
  EXPECT_EQ(series.at(9), 0.0);
  EXPECT_EQ(series.at(10), 1.0);
  EXPECT_EQ(series.at(20), 3.0);
  EXPECT_EQ(series.at(1000), 0.0);
  EXPECT_DOUBLE_EQ(series.mean(0, 40), (10 * 1 + 10 * 3) / 40.0);
  EXPECT_DOUBLE_EQ(series.mean(15, 25), 2.0);
  EXPECT_EQ(series.mean(15, 15), 1.0);
  EXPECT_EQ(series.largest(0, 20), 1.0);
  EXPECT_EQ(series.largest(0, 21), 3.0);
  EXPECT_EQ(series.largest(), 3.0);
}

TEST(StepSeries, SeriesWithoutStepsIsZero) {
  const StepSeries series;
  EXPECT_TRUE(series.empty());
  EXPECT_EQ(series.at(5), 0.0);
  EXPECT_EQ(series.mean(0, 10), 0.0);
  EXPECT_EQ(series.largest(0, 10), 0.0);
  EXPECT_EQ(series.largest(), 0.0);
  EXPECT_TRUE(StepSeries::of_changes({}).empty());
}

TEST(StepSeries, AgreesWithBruteForce) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    constexpr std::int64_t length = 2000;
    std::vector<Change> changes;
    std::vector<double> values(length, 0.0);
    for (std::uint64_t i = 0; i < 20 * seed; ++i) {
      const auto begin = static_cast<std::int64_t>(random() % length);
      const auto end = begin + static_cast<std::int64_t>(random() % 300);
      const auto by = static_cast<double>(1 + random() % 9);
      changes.push_back({end, -by});
      changes.push_back({begin, by});
      for (std::int64_t t = begin; t < std::min(end, length); ++t) values[static_cast<std::size_t>(t)] += by;
    }
    const StepSeries series = StepSeries::of_changes(changes);
    for (int query = 0; query < 200; ++query) {
      const auto a = static_cast<std::int64_t>(random() % (length - 1));
      const auto b = a + 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length - a - 1));
      double sum = 0.0;
      double most = 0.0;
      for (std::int64_t t = a; t < b; ++t) {
        sum += values[static_cast<std::size_t>(t)];
        most = std::max(most, values[static_cast<std::size_t>(t)]);
      }
      ASSERT_NEAR(series.mean(a, b), sum / static_cast<double>(b - a), 1e-9);
      ASSERT_EQ(series.largest(a, b), most);
      ASSERT_EQ(series.at(a), values[static_cast<std::size_t>(a)]);
    }
  }
}

}  // namespace
}  // namespace gusset::traces
