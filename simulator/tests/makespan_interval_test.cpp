#include "predict/makespan_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace gusset::simulator {
namespace {

/// Runs whose factors deviate by this much.
std::vector<MeasuredRun> runs(std::size_t count, double deviation) {
  std::vector<MeasuredRun> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back({std::exp(i % 2 == 0 ? deviation : -deviation), 0.0});
  return result;
}

TEST(MakespanInterval, NeedsSeveralSeedsAndRuns) {
  EXPECT_FALSE(makespan_interval({1.0}, runs(8, 0.1)));
  EXPECT_FALSE(makespan_interval({1.0, 1.0}, runs(2, 0.1)));
  EXPECT_TRUE(makespan_interval({1.0, 1.0}, runs(3, 0.1)));
}

TEST(MakespanInterval, NarrowsAsTheCalibrationGrows) {
  double before = 1e9;
  for (const std::size_t count : {4u, 8u, 16u, 32u, 64u}) {
    const auto interval = makespan_interval({1.0, 1.0, 1.0}, runs(count, 0.1));
    const double width = std::log(interval->high_s / interval->low_s);
    EXPECT_LT(width, before) << count;
    before = width;
  }
  // A normal distribution with this deviation: 2 · 1.645 · 0.1.
  EXPECT_NEAR(before, 0.329, 0.015);
}

// Time that is not simulated, such as the time before the first task, makes all factors large.
TEST(MakespanInterval, RunsThatTheModelDoesNotExplainGiveNone) {
  const std::vector<MeasuredRun> unknown = {{2.95, 0.005}, {2.97, 0.005}, {3.61, 0.005}, {3.68, 0.005}};
  EXPECT_FALSE(makespan_interval({1.0, 1.0}, unknown));
  EXPECT_EQ(runs_doubt(unknown),
            "the calibration's runs took 2.95 to 3.68 times as long as predicted from the other runs, "
            "because of something that the costs don't include");
  EXPECT_EQ(runs_doubt(runs(8, 0.1)), "");
  EXPECT_EQ(runs_doubt(runs(2, 3.0)), "") << "too few";
  // Student's t with 3 degrees of freedom: 2.353 · 0.25 · √(4/3) < log 2.
  EXPECT_EQ(runs_doubt(runs(3, 0.25)), "");
  EXPECT_NE(runs_doubt(runs(3, 0.26)), "");
}

TEST(MakespanInterval, IsAroundTheSeeds) {
  const auto interval = makespan_interval({1.0, 1.02, 0.98, 1.0, 1.0}, runs(20, 0.05));
  EXPECT_LT(interval->low_s, 0.93);
  EXPECT_GT(interval->low_s, 0.88);
  EXPECT_GT(interval->high_s, 1.07);
  EXPECT_LT(interval->high_s, 1.13);
}

TEST(MakespanInterval, SeedsExplainAPartOfTheRuns) {
  std::vector<MeasuredRun> explained = runs(20, 0.05);
  for (MeasuredRun& run : explained) run.deviation = 0.045;
  const auto with = makespan_interval({1.0, 1.0, 1.0}, explained);
  const auto without = makespan_interval({1.0, 1.0, 1.0}, runs(20, 0.05));
  EXPECT_LT(with->high_s, without->high_s);
  EXPECT_GT(with->low_s, without->low_s);
}

TEST(MakespanInterval, ContainsNineTenthsOfTheRuns) {
  std::mt19937 random(1);
  std::normal_distribution<double> of_run(0.0, 0.06);
  std::normal_distribution<double> of_seed(0.0, 0.04);
  for (const std::size_t traces : {4u, 12u}) {
    int inside = 0;
    constexpr int trials = 500;
    for (int i = 0; i < trials; ++i) {
      std::vector<double> seeds;
      for (int seed = 0; seed < 10; ++seed) seeds.push_back(std::exp(of_seed(random)));
      std::vector<MeasuredRun> measured;
      for (std::size_t run = 0; run < traces; ++run)
        measured.push_back({std::exp(of_run(random) + of_seed(random)), 0.04});
      const double next_s = std::exp(of_run(random) + of_seed(random));
      const auto interval = makespan_interval(seeds, measured);
      inside += interval->low_s <= next_s && next_s <= interval->high_s ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(inside) / trials, 0.9, 0.045) << traces;
  }
}

}  // namespace
}  // namespace gusset::simulator
