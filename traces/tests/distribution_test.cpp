#include "gusset/traces/distribution.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <random>

namespace gusset::traces {

void PrintTo(const HistogramBin& bin, std::ostream* out) {
  *out << "[" << bin.from_ns << ", " << bin.to_ns << "): " << bin.count;
}

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Distribution, OfNothingIsZero) {
  std::vector<std::int64_t> none;
  EXPECT_EQ(distribution_of(none), Distribution{});
  EXPECT_THAT(histogram_of(none), IsEmpty());
}

TEST(Distribution, OfOneDurationIsThatOne) {
  std::vector<std::int64_t> one{7};
  const Distribution d = distribution_of(one);
  EXPECT_EQ(d.median_ns, 7);
  EXPECT_EQ(d.p95_ns, 7);
  EXPECT_EQ(d.deviation_ns, 0.0);
}

TEST(Distribution, OfSumsThatNeed62BitsDoesNotOverflow) {
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

TEST(Histogram, HoldsTheLongestDurationsThereAre) {
  const std::vector<std::int64_t> values{std::int64_t{1} << 62};
  EXPECT_THAT(histogram_of(values),
              ElementsAre(HistogramBin{2'000'000'000'000'000'000, 5'000'000'000'000'000'000, 1}));
}

}  // namespace
}  // namespace gusset::traces
