#include "network/lazy_heap.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace gusset::simulator {
namespace {

TEST(LazyHeap, OrdersByTimeThenByNumber) {
  LazyHeap heap;
  heap.insert_or_advance(3, 2.0);
  heap.insert_or_advance(1, 5.0);
  heap.insert_or_advance(2, 2.0);
  EXPECT_EQ(heap.first(), 2u);
  heap.remove_first();
  EXPECT_EQ(heap.first(), 3u);
  heap.remove_first();
  EXPECT_EQ(heap.first(), 1u);
  heap.remove_first();
  EXPECT_TRUE(heap.empty());
}

TEST(LazyHeap, InsertionMovesANumberOnlyToAnEarlierTime) {
  LazyHeap heap;
  heap.insert_or_advance(0, 4.0);
  heap.insert_or_advance(1, 3.0);
  heap.insert_or_advance(0, 2.0);
  EXPECT_EQ(heap.first(), 0u);
  heap.insert_or_advance(0, 9.0);
  EXPECT_EQ(heap.first_time(), 2.0);
  heap.postpone_first(9.0);
  EXPECT_EQ(heap.first(), 1u);
}

TEST(LazyHeap, AgreesWithASortedMap) {
  std::mt19937 random(7);
  LazyHeap heap;
  std::map<std::uint32_t, double> expected;
  for (int step = 0; step < 20'000; ++step) {
    const auto number = static_cast<std::uint32_t>(random() % 100);
    const auto time = static_cast<double>(random() % 1000);
    if (random() % 3 != 0 || expected.empty()) {
      heap.insert_or_advance(number, time);
      const auto [at, is_new] = expected.try_emplace(number, time);
      at->second = std::min(at->second, time);
    } else if (random() % 2 == 0) {
      expected[heap.first()] += time;
      heap.postpone_first(heap.first_time() + time);
    } else {
      expected.erase(heap.first());
      heap.remove_first();
    }
    ASSERT_EQ(heap.empty(), expected.empty());
    if (expected.empty()) continue;
    const auto first = std::min_element(expected.begin(), expected.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
    ASSERT_EQ(heap.first(), first->first) << "step " << step;
    ASSERT_EQ(heap.first_time(), first->second);
  }
}

}  // namespace
}  // namespace gusset::simulator
