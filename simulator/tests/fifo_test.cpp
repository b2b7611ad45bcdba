#include "fifo.hpp"

#include <gtest/gtest.h>

#include <deque>

namespace gusset::simulator {
namespace {

TEST(Fifo, GivesBothEnds) {
  Fifo<int> fifo;
  EXPECT_TRUE(fifo.empty());
  for (int i = 0; i < 4; ++i) fifo.push(i);
  EXPECT_EQ(fifo.front(), 0);
  EXPECT_EQ(fifo.pop(), 0);
  EXPECT_EQ(fifo.pop_newest(), 3);
  EXPECT_EQ(fifo.size(), 2u);
  EXPECT_EQ(fifo.pop_newest(), 2);
  EXPECT_EQ(fifo.pop(), 1);
  EXPECT_TRUE(fifo.empty());
}

TEST(Fifo, PutsAnItemAheadOfLaterOnesOnly) {
  Fifo<int> fifo;
  const auto add = [&fifo](int item) {
    fifo.push_ahead_of([item](int other) { return other / 10 > item / 10; }, item);
  };
  for (const int item : {10, 30, 20, 11, 31, 0}) add(item);
  for (const int item : {0, 10, 11, 20, 30, 31}) EXPECT_EQ(fifo.pop(), item);
  EXPECT_TRUE(fifo.empty());
}

TEST(Fifo, DoesNotPutItemsBeforeThoseThatAreGone) {
  Fifo<int> fifo;
  for (int i = 0; i < 5; ++i) fifo.push(i + 10);
  EXPECT_EQ(fifo.pop(), 10);
  fifo.push_ahead_of([](int) { return true; }, 1);
  EXPECT_EQ(fifo.pop(), 1);
  EXPECT_EQ(fifo.pop(), 11);
}

TEST(Fifo, BehavesLikeADequeInALongMixture) {
  Fifo<unsigned> fifo;
  std::deque<unsigned> expected;
  unsigned random = 1;
  for (unsigned step = 0; step < 10'000; ++step) {
    random = random * 1664525u + 1013904223u;
    const unsigned choice = (random >> 16) % 5;
    if (expected.empty() || choice < 2) {
      fifo.push(step);
      expected.push_back(step);
    } else if (choice < 4) {
      ASSERT_EQ(fifo.pop(), expected.front());
      expected.pop_front();
    } else {
      ASSERT_EQ(fifo.pop_newest(), expected.back());
      expected.pop_back();
    }
    ASSERT_EQ(fifo.size(), expected.size());
    ASSERT_EQ(fifo.empty(), expected.empty());
  }
}

}  // namespace
}  // namespace gusset::simulator
