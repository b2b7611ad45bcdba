#include "gusset/base/radix_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace gusset {
namespace {

TEST(RadixSort, MatchesStdSort) {
  std::mt19937_64 random(3);
  for (const std::size_t size : {0u, 1u, 2u, 100u, 4095u, 4096u, 20'000u, 300'000u}) {
    for (const unsigned bits : {1u, 8u, 30u, 64u}) {
      std::vector<std::uint64_t> values(size);
      for (std::uint64_t& value : values) value = random() >> (64 - bits);
      std::vector<std::uint64_t> expected = values;
      std::sort(expected.begin(), expected.end());
      radix_sort(values);
      EXPECT_EQ(values, expected) << size << " values of " << bits << " bits";
    }
  }
}

TEST(RadixSort, SortsValuesThatShareTheirHighestDigits) {
  std::mt19937_64 random(5);
  std::vector<std::uint64_t> values{~std::uint64_t{0}};
  while (values.size() < 200'000) values.push_back(random() >> 40);
  std::vector<std::uint64_t> expected = values;
  std::sort(expected.begin(), expected.end());
  radix_sort(values);
  EXPECT_EQ(values, expected);
}

}  // namespace
}  // namespace gusset
