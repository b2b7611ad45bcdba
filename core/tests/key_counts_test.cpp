#include "gusset/core/graphs/key_counts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "gusset/core/graphs/key_text.hpp"

namespace gusset::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// All keys have the same hash.
struct SameHash {
  std::uint64_t operator()(int) const { return 7; }
};

TEST(KeyCounts, AKeyIsForgottenWithItsLastEvent) {
  KeyCounts<int, KeyHash> counts;
  std::vector<EventId> events;
  EXPECT_FALSE(counts.count(5, 3, EventId(1), events));
  EXPECT_FALSE(counts.count(5, 3, EventId(), events));
  EXPECT_EQ(counts.size(), 1u);
  EXPECT_TRUE(counts.count(5, 3, EventId(9), events));
  EXPECT_THAT(events, ElementsAre(EventId(1), EventId(9)));
  EXPECT_EQ(counts.size(), 0u);
}

TEST(KeyCounts, AKeyWithOneEventIsNeverStored) {
  KeyCounts<int, KeyHash> counts;
  std::vector<EventId> events;
  EXPECT_TRUE(counts.count(1, 1, EventId(), events));
  EXPECT_TRUE(counts.count(1, 1, EventId(4), events));
  EXPECT_THAT(events, ElementsAre(EventId(4)));
  EXPECT_EQ(counts.size(), 0u);
}

template <class Hash>
void expect_counts_like_a_map(std::uint64_t seed) {
  KeyCounts<int, Hash> counts;
  std::map<int, std::uint32_t> expected;
  std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
  std::vector<EventId> events;
  for (int step = 0; step < 20'000; ++step) {
    const int key = static_cast<int>(random() % 400) * 1'000'003;
    const auto in_degree = static_cast<std::uint32_t>(2 + key % 5);
    const auto found = expected.try_emplace(key, in_degree).first;
    const bool is_last = --found->second == 0;
    if (is_last) expected.erase(found);
    ASSERT_EQ(counts.count(key, in_degree, EventId(), events), is_last) << key;
    ASSERT_EQ(counts.size(), expected.size());
  }
  std::map<int, std::uint32_t> left;
  counts.for_each([&](int key, std::uint32_t missing, std::uint32_t whole) {
    left[key] = missing;
    EXPECT_EQ(whole, 2 + static_cast<std::uint32_t>(key % 5));
  });
  EXPECT_EQ(left, expected);
  counts.clear();
  EXPECT_EQ(counts.size(), 0u);
}

TEST(KeyCounts, CountsLikeAMap) {
  expect_counts_like_a_map<KeyHash>(1);
}

TEST(KeyCounts, CountsCorrectlyIfAllHashesAreEqual) {
  expect_counts_like_a_map<SameHash>(2);
}

TEST(KeyCounts, ConcurrentCountsCompleteEachKeyOnce) {
  constexpr int keys = 2000;
  constexpr int threads = 4;
  KeyCounts<int, KeyHash> counts;
  std::array<std::atomic<int>, keys> complete{};
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t) {
    all.emplace_back([&, t] {
      std::vector<int> order(keys);
      for (int k = 0; k < keys; ++k) order[static_cast<std::size_t>(k)] = k;
      std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<unsigned>(t)));
      std::vector<EventId> events;
      for (const int key : order) {
        if (counts.count(key, threads, EventId(), events)) ++complete[static_cast<std::size_t>(key)];
      }
    });
  }
  for (std::thread& thread : all) thread.join();
  EXPECT_EQ(counts.size(), 0u);
  EXPECT_TRUE(std::all_of(complete.begin(), complete.end(), [](const auto& count) { return count == 1; }));
}

TEST(KeyHash, NeighboursDiffer) {
  std::set<std::uint64_t> hashes;
  for (int i = 0; i < 30; ++i) {
    for (int j = 0; j < 30; ++j) {
      hashes.insert(KeyHash()(std::array{i, j}));
      hashes.insert(KeyHash()(std::tuple(i, j, std::string("a"))));
    }
  }
  EXPECT_EQ(hashes.size(), 1800u);
}

TEST(KeyText, ListsNumbersAndStrings) {
  EXPECT_EQ(key_text(7), "7");
  EXPECT_EQ(key_text(std::array{1, 2, -3}), "1,2,-3");
  EXPECT_EQ(key_text(std::pair(4, std::string("lu"))), "4,lu");
  struct Custom {};
  EXPECT_THAT(key_text(Custom()), IsEmpty());
}

}  // namespace
}  // namespace gusset::detail
