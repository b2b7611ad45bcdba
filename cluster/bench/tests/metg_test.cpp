#include "metg.hpp"

#include <gtest/gtest.h>

namespace gusset::cluster::bench {
namespace {

/// A series of graphs whose tasks each lose this time to overheads.
std::vector<Measured> series_with(double overhead_s, const std::vector<double>& kernels_s) {
  std::vector<Measured> series;
  for (const double kernel_s : kernels_s) series.push_back({kernel_s, kernel_s + overhead_s});
  return series;
}

TEST(Metg, LiesWhereHalfOfTheTimeIsOverhead) {
  // With 3 µs of overhead per task, kernels of 3 µs have an efficiency of 50 %: a granularity of 6 µs.
  const auto found = metg_s(series_with(3e-6, {1e-6, 3e-6, 9e-6}));
  ASSERT_TRUE(found);
  EXPECT_NEAR(*found, 6e-6, 1e-12);
}

TEST(Metg, IsInterpolatedBetweenTwoGraphs) {
  const auto found = metg_s({{4e-6, 10e-6}, {24e-6, 40e-6}});  // efficiencies of 40 and 60 %
  ASSERT_TRUE(found);
  EXPECT_NEAR(*found, 20e-6, 1e-12);  // the geometric mean of the granularities
}

TEST(Metg, CountsOnlyWhatStaysEfficient) {
  // A small graph that happened to be fast does not count, because a larger one is slow again.
  const auto found = metg_s({{1e-6, 1.5e-6}, {2e-6, 8e-6}, {6e-6, 8e-6}});
  ASSERT_TRUE(found);
  EXPECT_NEAR(*found, 8e-6, 1e-12);
}

TEST(Metg, IsTheSmallestGranularityIfAllGraphsAreEfficient) {
  EXPECT_EQ(metg_s({{1e-6, 1.5e-6}, {2e-6, 2.5e-6}}), 1.5e-6);
}

TEST(Metg, IsAbsentIfTheLargestTasksAreNotEfficient) {
  EXPECT_EQ(metg_s({{3e-6, 4e-6}, {4e-6, 9e-6}}), std::nullopt);
  EXPECT_EQ(metg_s({}), std::nullopt);
}

TEST(Metg, SeriesGoesFromSmallToLargeTasksInAtMostTheGivenSteps) {
  const std::vector<Graph> series = metg_series(1000);
  ASSERT_GT(series.size(), 5U);
  EXPECT_EQ(series.front().steps, 1000U);
  for (std::size_t i = 1; i < series.size(); ++i) {
    EXPECT_EQ(series[i].iterations, 2 * series[i - 1].iterations);
    EXPECT_LE(series[i].steps, series[i - 1].steps);
    EXPECT_GE(series[i].steps, 1U);
  }
}

TEST(Metg, KernelComputesEachIteration) {
  EXPECT_EQ(compute(0), 1.0);
  EXPECT_DOUBLE_EQ(compute(2), (1.0000001 + 1e-9) * 1.0000001 + 1e-9);
}

}  // namespace
}  // namespace gusset::cluster::bench
