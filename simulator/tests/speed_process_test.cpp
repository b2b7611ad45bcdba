#include "costs/speed_process.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "costs/speed_fit.hpp"

namespace gusset::simulator {
namespace {

SpeedStates two_speeds() {
  SpeedStates speed;
  speed.fast_factor = 0.9;
  speed.slow_factor = 9.0 / 7.0;
  speed.fast_s = 0.08;
  speed.slow_s = 0.04;
  speed.correlation = 0.6;
  speed.windows = 1000;
  return speed;
}

TEST(SpeedProcess, MeanSpeedIsOne) {
  SpeedProcess process(two_speeds(), {0, 0}, 7);
  double now_ns = 0.0;
  constexpr int tasks = 100'000;
  for (int i = 0; i < tasks; ++i) now_ns += process.duration_ns(0, now_ns, 2e6);
  EXPECT_NEAR(now_ns / (tasks * 2e6), 1.0, 0.02);
}

TEST(SpeedProcess, LongTaskRunsThroughSeveralStates) {
  SpeedProcess process(two_speeds(), {0}, 3);
  SpeedProcess same(two_speeds(), {0}, 3);
  const double whole_ns = process.duration_ns(0, 0.0, 5e8);
  double now_ns = 0.0;
  for (int i = 0; i < 500; ++i) now_ns += same.duration_ns(0, now_ns, 1e6);
  EXPECT_NEAR(whole_ns, now_ns, 10.0);
}

TEST(SpeedProcess, DependsOnTheSeed) {
  const auto of_seed = [](std::uint64_t seed) {
    SpeedProcess process(two_speeds(), {0}, seed);
    return process.duration_ns(0, 0.0, 3e8);
  };
  EXPECT_EQ(of_seed(1), of_seed(1));
  EXPECT_NE(of_seed(1), of_seed(2));
}

/// Runs tasks of 1 ms one after the other on each core, and fits what they took.
SpeedStates fitted(const SpeedStates& speed, const std::vector<std::uint32_t>& sockets) {
  constexpr double task_ns = 1e6;
  constexpr double end_ns = 200e9;
  SpeedProcess process(speed, sockets, 11);
  SpeedFit fit;
  std::vector<double> now_ns(sockets.size());
  for (;;) {
    std::uint32_t first = 0;
    for (std::uint32_t i = 1; i < now_ns.size(); ++i) first = now_ns[i] < now_ns[first] ? i : first;
    if (now_ns[first] >= end_ns) break;
    const double took_ns = process.duration_ns(first, now_ns[first], task_ns);
    fit.add(first, std::llround(now_ns[first]), std::llround(now_ns[first] + took_ns), took_ns / task_ns);
    now_ns[first] += took_ns;
  }
  return fit.states(sockets);
}

TEST(SpeedFit, FindsWhatWasSimulated) {
  SpeedStates speed = two_speeds();
  speed.correlation = 1.0;
  const SpeedStates found = fitted(speed, {0, 0});
  EXPECT_NEAR(found.fast_factor, 0.9, 0.01);
  EXPECT_NEAR(found.slow_factor, 9.0 / 7.0, 0.02);
  EXPECT_NEAR(found.slow_share(), 1.0 / 3.0, 0.04);
  EXPECT_NEAR(found.fast_s, 0.08, 0.012);
  EXPECT_NEAR(found.slow_s, 0.04, 0.008);
  EXPECT_GT(found.correlation, 0.99);
  EXPECT_GT(found.windows, 79'000u);
}

TEST(SpeedFit, FindsHowStronglyCoresAreSlowTogether) {
  for (const double correlation : {0.0, 0.6}) {
    SpeedStates speed = two_speeds();
    speed.correlation = correlation;
    EXPECT_NEAR(fitted(speed, {0, 0}).correlation, correlation, 0.06);
  }
  SpeedStates speed = two_speeds();
  speed.correlation = 1.0;
  EXPECT_EQ(fitted(speed, {0, 1}).correlation, 1.0) << "no two cores of one socket were measured";
}

TEST(SpeedFit, SteadySpeedHasNoStates) {
  SpeedFit fit;
  for (std::int64_t i = 0; i < 1000; ++i) fit.add(0, i * 1'000'000, (i + 1) * 1'000'000, 1.0);
  EXPECT_FALSE(fit.states({0}).varies());
  EXPECT_EQ(fit.states({0}).windows, 200u);
}

TEST(SpeedFit, FewWindowsSayNothing) {
  SpeedFit fit;
  for (std::int64_t i = 0; i < 10; ++i)
    fit.add(0, i * 5'000'000, (i + 1) * 5'000'000, i % 2 == 0 ? 1.0 : 2.0);
  EXPECT_EQ(fit.states({0}).windows, 0u);
}

}  // namespace
}  // namespace gusset::simulator
