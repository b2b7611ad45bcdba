#include "analysis/time/statistics/duration_set.hpp"

#include <gmock/gmock.h>

#include <array>
#include <random>

namespace gusset::traces {
namespace {

TEST(DurationSet, EmptySetIsZero) {
  EXPECT_EQ(DurationSet().distribution(), Distribution{});
  EXPECT_TRUE(DurationSet::histogram_of({}).empty());
}

TEST(DurationSet, AgreesWithAListOfAllDurations) {
  std::mt19937_64 random(1);
  for (const unsigned bits : {1U, 8U, 17U, 33U, 40U}) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{999}, std::size_t{70000}}) {
      std::array<DurationSet, 3> sets;
      std::vector<std::int64_t> all;
      for (std::size_t i = 0; i < size; ++i) {
        all.push_back(static_cast<std::int64_t>(random() >> (64 - random() % bits - 1)));
        sets[random() % sets.size()].add(all.back());
      }
      const auto histogram = histogram_of(all);
      const Distribution expected = distribution_of(all);
      Distribution found = DurationSet::distribution_of(sets);
      EXPECT_NEAR(found.deviation_ns, expected.deviation_ns, 1e-9 * expected.deviation_ns);
      found.deviation_ns = expected.deviation_ns;  // summed in a different order
      EXPECT_EQ(found, expected) << bits << " bits, " << size;
      EXPECT_EQ(DurationSet::histogram_of(sets), histogram);
    }
  }
}

TEST(DurationSet, KeepsDurationsAroundTheFourByteLimit) {
  constexpr std::int64_t four_bytes = std::int64_t{1} << 32;
  DurationSet set;
  for (const std::int64_t duration_ns : {four_bytes - 2, four_bytes - 1, four_bytes, four_bytes + 1}) {
    set.add(duration_ns);
  }
  const Distribution d = set.distribution();
  EXPECT_EQ(d.min_ns, four_bytes - 2);
  EXPECT_EQ(d.median_ns, four_bytes - 1);
  EXPECT_EQ(d.p95_ns, four_bytes + 1);
  EXPECT_EQ(d.max_ns, four_bytes + 1);
}

}  // namespace
}  // namespace gusset::traces
