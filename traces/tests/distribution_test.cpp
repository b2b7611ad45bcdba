#include "gusset/traces/analysis/time/distribution.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <random>

namespace gusset::traces {

void PrintTo(const HistogramBin& bin, std::ostream* out) {
  *out << "[" << bin.from_ns << ", " << bin.to_ns << "): " << bin.count;
}

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Distribution, EmptyDistributionIsZero) {
  std::vector<std::int64_t> none;
  EXPECT_EQ(distribution_of(none), Distribution{});
  EXPECT_THAT(histogram_of(none), IsEmpty());
}

TEST(Distribution, SingleDurationIsEveryStatistic) {
  std::vector<std::int64_t> one{7};
  const Distribution d = distribution_of(one);
  EXPECT_EQ(d.median_ns, 7);
  EXPECT_EQ(d.p95_ns, 7);
  EXPECT_EQ(d.deviation_ns, 0.0);
}

TEST(Distribution, SumsOf62BitsDoNotOverflow) {
  std::vector<std::int64_t> two{std::int64_t{1} << 61, std::int64_t{1} << 61};
  const Distribution d = distribution_of(two);
  EXPECT_EQ(d.total_ns, std::int64_t{1} << 62);
  EXPECT_EQ(d.median_ns, std::int64_t{1} << 61);
}

TEST(Distribution, AgreesWithASortedList) {
  std::mt19937_64 random(1);
  for (std::size_t size = 1; size < 200; ++size) {
    std::vector<std::int64_t> values(size);
    for (std::int64_t& value : values) value = static_cast<std::int64_t>(random() % (1 + random() % 1000));
    std::vector<std::int64_t> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const Distribution d = distribution_of(values);
    EXPECT_EQ(d.count, size);
    EXPECT_EQ(d.min_ns, sorted.front());
    EXPECT_EQ(d.max_ns, sorted.back());
    EXPECT_EQ(d.median_ns, (sorted[(size - 1) / 2] + sorted[size / 2]) / 2);
    const auto not_above = [&](std::int64_t limit) {
      return std::count_if(sorted.begin(), sorted.end(), [limit](std::int64_t v) { return v <= limit; });
    };
    EXPECT_GE(not_above(d.p95_ns) * 100, static_cast<std::ptrdiff_t>(size) * 95);
    EXPECT_LT(not_above(d.p95_ns - 1) * 100, static_cast<std::ptrdiff_t>(size) * 95);
    EXPECT_GE(not_above(d.p99_ns) * 100, static_cast<std::ptrdiff_t>(size) * 99);
    EXPECT_LT(not_above(d.p99_ns - 1) * 100, static_cast<std::ptrdiff_t>(size) * 99);
    double mean = 0.0;
    double squares = 0.0;
    for (const std::int64_t v : sorted) mean += static_cast<double>(v) / static_cast<double>(size);
    for (const std::int64_t v : sorted) squares += std::pow(static_cast<double>(v) - mean, 2);
    EXPECT_NEAR(d.mean_ns, mean, 1e-9);
    EXPECT_NEAR(d.deviation_ns, std::sqrt(squares / static_cast<double>(size)), 1e-9);
  }
}

TEST(Histogram, HasEdgesAtOneTwoAndFive) {
  const std::vector<std::int64_t> values{0, 1, 2, 4, 5, 9, 10, 1000};
  const auto bins = histogram_of(values);
  ASSERT_EQ(bins.size(), 11u);
  EXPECT_EQ(bins[0], (HistogramBin{0, 1, 1}));
  EXPECT_EQ(bins[1], (HistogramBin{1, 2, 1}));
  EXPECT_EQ(bins[2], (HistogramBin{2, 5, 2}));
  EXPECT_EQ(bins[3], (HistogramBin{5, 10, 2}));
  EXPECT_EQ(bins[4], (HistogramBin{10, 20, 1}));
  EXPECT_EQ(bins[5].count, 0u);
  EXPECT_EQ(bins[10], (HistogramBin{1000, 2000, 1}));
}

TEST(Histogram, CloseDurationsUseAFinerScale) {
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < 450; ++i) values.push_back(200'000 + 1'000 * i);
  const auto bins = histogram_of(values);
  ASSERT_EQ(bins.size(), 11U) << "3 on the scale of 1, 2, 5; 6 on R10";
  EXPECT_EQ(bins[0], (HistogramBin{200'000, 224'000, 24}));
  EXPECT_EQ(bins[1], (HistogramBin{224'000, 250'000, 26}));
  EXPECT_EQ(bins[10].from_ns, 630'000);
  EXPECT_EQ(bins[10].to_ns, 710'000);
}

TEST(Histogram, SingleDurationIsOneBar) {
  const std::vector<std::int64_t> values(10, 123'456);
  EXPECT_THAT(histogram_of(values), ElementsAre(HistogramBin{118'000, 125'000, 10}));
}

TEST(Histogram, HoldsTheLongestDurations) {
  std::vector<std::int64_t> values(9, std::int64_t{1} << 62);
  values.push_back(std::numeric_limits<std::int64_t>::max());
  const auto bins = histogram_of(values);
  EXPECT_EQ(bins.front(), (HistogramBin{4'500'000'000'000'000'000, 4'750'000'000'000'000'000, 9}));
  EXPECT_EQ(bins.back().to_ns, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(bins.back().count, 1U);
}

TEST(Histogram, CountsEachDurationInItsBin) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int64_t> values(1 + random() % 30);
    const int wide = static_cast<int>(random() % 62);
    const auto least = static_cast<std::int64_t>(random() >> (2 + random() % 62));
    for (std::int64_t& value : values)
      value = least / 2 + static_cast<std::int64_t>(random() >> (63 - wide)) / 2;
    const auto bins = histogram_of(values);
    std::uint64_t counted = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
      if (i > 0) {
        ASSERT_EQ(bins[i].from_ns, bins[i - 1].to_ns);
      }
      const auto within = std::count_if(values.begin(), values.end(), [&](std::int64_t value) {
        return value >= bins[i].from_ns && value < bins[i].to_ns;
      });
      ASSERT_EQ(bins[i].count, static_cast<std::uint64_t>(within)) << bins[i].from_ns;
      counted += bins[i].count;
    }
    EXPECT_EQ(counted, values.size());
    EXPECT_GT(bins.front().count, 0U);
    EXPECT_GT(bins.back().count, 0U);
  }
}

}  // namespace
}  // namespace gusset::traces
