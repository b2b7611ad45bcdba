#include "gusset/traces/analysis/compare/ratio_interval.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/analysis/compare/change_limit.hpp"

namespace gusset::traces {
namespace {

using Durations = std::vector<std::int64_t>;

// Published tables give the largest value of the Mann-Whitney statistic that is significant at 5 %, for a
// two-sided test. It is one less than the rank.
TEST(RatioInterval, RanksMatchPublishedTables) {
  EXPECT_EQ(interval_rank(4, 4), 1U);
  EXPECT_EQ(interval_rank(5, 5), 3U);
  EXPECT_EQ(interval_rank(3, 5), 1U);
  EXPECT_EQ(interval_rank(8, 8), 14U);
  EXPECT_EQ(interval_rank(10, 10), 24U);
  EXPECT_EQ(interval_rank(20, 20), 128U);
  EXPECT_EQ(interval_rank(max_runs, max_runs), 4198U);
}

TEST(RatioInterval, RankDoesNotDependOnTheOrderOfTheGroups) {
  for (std::size_t a = 1; a <= 12; ++a) {
    for (std::size_t b = 1; b <= 12; ++b) EXPECT_EQ(interval_rank(a, b), interval_rank(b, a));
  }
  EXPECT_EQ(interval_rank(7, max_runs), interval_rank(max_runs, 7));
}

TEST(RatioInterval, EnoughRunsGiveAnInterval) {
  EXPECT_EQ(interval_rank(min_runs, min_runs), 0U) << "the widest interval has 90 % confidence";
  EXPECT_EQ(interval_rank(min_runs - 1, max_runs), 0U);
  for (std::size_t a = enough_runs; a <= max_runs; a += 8) EXPECT_GT(interval_rank(a, enough_runs), 0U);
}

// Without a difference, every order of all runs is equally likely. This test counts all orders.
TEST(RatioInterval, RankIsTheLargestWithAtMostFivePercent) {
  for (const auto& [a, b] : {std::pair(3U, 5U), {4U, 4U}, {4U, 6U}, {5U, 5U}, {6U, 6U}, {3U, 12U}}) {
    std::vector<std::size_t> orders_with(a * b + 1);
    for (std::uint32_t order = 0; order < 1U << (a + b); ++order) {
      if (std::popcount(order) != static_cast<int>(a)) continue;
      std::size_t pairs = 0;  // in which B's run comes first
      std::size_t runs_of_b = 0;
      for (std::uint32_t i = 0; i < a + b; ++i) {
        if (((order >> i) & 1U) != 0) {
          pairs += runs_of_b;
        } else {
          ++runs_of_b;
        }
      }
      ++orders_with[pairs];
    }
    std::size_t orders = 0;
    for (const std::size_t count : orders_with) orders += count;
    const std::size_t rank = interval_rank(a, b);
    std::size_t beyond = 0;
    for (std::size_t u = 0; u < rank; ++u) beyond += orders_with[u];
    EXPECT_LE(2 * beyond * 20, orders) << a << " and " << b;
    EXPECT_GT(2 * (beyond + orders_with[rank]) * 20, orders) << a << " and " << b;
  }
}

TEST(RatioEstimate, FourRunsGiveTheExtremeQuotients) {
  const auto estimate = estimate_ratio(Durations{100, 110, 120, 125}, Durations{220, 240, 260, 200});
  ASSERT_TRUE(estimate && estimate->interval);
  EXPECT_DOUBLE_EQ(estimate->interval->low, 200.0 / 125.0);
  EXPECT_DOUBLE_EQ(estimate->interval->high, 260.0 / 100.0);
  EXPECT_NEAR(estimate->ratio, 2.0, 0.05);
}

TEST(RatioEstimate, EqualDurationsHaveNoNoise) {
  const Durations five(5, 7);
  EXPECT_EQ(estimate_ratio(five, five), (RatioEstimate{1.0, RatioInterval{1.0, 1.0}}));
}

TEST(RatioEstimate, SingleRunsHaveNoInterval) {
  EXPECT_EQ(estimate_ratio(Durations{4}, Durations{5}), (RatioEstimate{1.25, {}}));
  EXPECT_EQ(estimate_ratio(Durations{4, 4, 4}, Durations{5, 5, 5}), (RatioEstimate{1.25, {}}));
}

TEST(RatioEstimate, NeedsPositiveDurations) {
  EXPECT_FALSE(estimate_ratio(Durations{}, Durations{1}));
  EXPECT_FALSE(estimate_ratio(Durations{1}, Durations{}));
  EXPECT_FALSE(estimate_ratio(Durations{1, 0, 1}, Durations{1, 1, 1}));
  EXPECT_FALSE(estimate_ratio(Durations{1, 1, 1}, Durations{1, 1, 0}));
}

// Draws of the standard library's distributions differ between libraries, so these are computed here.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : random_(seed) {}

  double uniform() { return (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53; }
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }
  double pareto(double shape) { return std::pow(uniform(), -1.0 / shape); }

 private:
  std::mt19937_64 random_;
};

struct Noise {
  std::string name;
  std::function<double(Draws&)> duration_ns;
};

const std::vector<Noise> noises{
    {"normal, 5 %", [](Draws& draws) { return 2e6 * (1.0 + 0.05 * draws.normal()); }},
    {"lognormal, 30 %", [](Draws& draws) { return 2e6 * std::exp(0.3 * draws.normal()); }},
    {"heavy tail without a variance", [](Draws& draws) { return 2e6 * (1.0 + 0.02 * draws.pareto(1.2)); }},
    {"now and then 30 % slower",
     [](Draws& draws) {
       const double usual = 1.0 + 0.01 * draws.normal();
       return 2e6 * (draws.uniform() < 0.2 ? usual + 0.3 : usual);
     }},
    {"a coarse clock", [](Draws& draws) { return std::round(20.0 + 2.0 * draws.normal()); }}};

Durations some_runs(const Noise& noise, std::size_t runs, Draws& draws, double scale = 1.0) {
  Durations durations;
  while (durations.size() < runs) durations.push_back(std::llround(scale * noise.duration_ns(draws)));
  return durations;
}

// Draws `a` runs of A, then `b` runs of B, which takes `scale` times as long.
std::optional<RatioEstimate> some_estimate(const Noise& noise, std::size_t a, std::size_t b, Draws& draws,
                                           double scale = 1.0) {
  const Durations runs_of_a = some_runs(noise, a, draws);
  return estimate_ratio(runs_of_a, some_runs(noise, b, draws, scale));
}

struct GroupSizes {
  std::size_t a;
  std::size_t b;
  int comparisons;  ///< how many to draw
};
constexpr GroupSizes group_sizes[] = {{3, 3, 500},    {3, 5, 3000},  {4, 4, 3000},  {5, 5, 3000},
                                      {10, 10, 2000}, {5, 20, 2000}, {3, 30, 2000}, {30, 30, 600}};

// Three standard errors above 5 %. With a true rate of 5 %, there are rarely more misses.
double most_misses(int comparisons) {
  return 0.05 * comparisons + 3.0 * std::sqrt(0.05 * 0.95 * comparisons);
}

TEST(RatioEstimate, NoiseAloneFailsAtMostFivePercentOfTheTime) {
  const ChangeLimit slower{RunQuantity::makespan, true, 0.0};
  constexpr std::uint64_t seed = 19;
  for (const Noise& noise : noises) {
    for (const auto& [a, b, comparisons] : group_sizes) {
      SCOPED_TRACE(noise.name + ", " + std::to_string(a) + " and " + std::to_string(b) + " runs, seed " +
                   std::to_string(seed));
      Draws draws(seed);
      int failed = 0;
      int differs = 0;
      for (int i = 0; i < comparisons; ++i) {
        const auto estimate = some_estimate(noise, a, b, draws);
        ASSERT_TRUE(estimate);
        if (slower.decide(estimate) == ChangeLimit::Decision::failed) ++failed;
        if (estimate->interval && (estimate->interval->low > 1.0 || estimate->interval->high < 1.0))
          ++differs;
      }
      EXPECT_LE(failed * 20, comparisons);
      EXPECT_LE(differs, most_misses(comparisons)) << "in either direction";
    }
  }
}

TEST(RatioEstimate, IntervalContainsTheTrueRatio) {
  constexpr std::uint64_t seed = 20;
  for (const Noise& noise : {noises[0], noises[1], noises[2], noises[3]}) {
    for (const auto& [a, b, comparisons] : group_sizes) {
      if (interval_rank(a, b) == 0) continue;
      SCOPED_TRACE(noise.name + ", " + std::to_string(a) + " and " + std::to_string(b) + " runs, seed " +
                   std::to_string(seed));
      Draws draws(seed);
      int missed = 0;
      for (int i = 0; i < comparisons; ++i) {
        const auto estimate = some_estimate(noise, a, b, draws, 1.1);
        ASSERT_TRUE(estimate && estimate->interval);
        if (estimate->interval->low > 1.1 || estimate->interval->high < 1.1) ++missed;
      }
      EXPECT_LE(missed, most_misses(comparisons));
    }
  }
}

TEST(RatioEstimate, TenRunsShowATenPercentChange) {
  const ChangeLimit slower{RunQuantity::makespan, true, 5.0};
  const Noise noise{"lognormal, 2 %", [](Draws& draws) { return 2e6 * std::exp(0.02 * draws.normal()); }};
  Draws draws(21);
  int failed = 0;
  for (int i = 0; i < 200; ++i) {
    const auto estimate = some_estimate(noise, 10, 10, draws, 1.1);
    if (slower.decide(estimate) == ChangeLimit::Decision::failed) ++failed;
  }
  EXPECT_GE(failed, 180) << "of 200";
}

}  // namespace
}  // namespace gusset::traces
