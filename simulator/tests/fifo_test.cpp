#include "schedule/fifo.hpp"

#include <gtest/gtest.h>

#include <deque>

namespace gusset::simulator {
namespace {

TEST(Fifo, PopsFromBothEnds) {
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

TEST(Fifo, BehavesLikeADeque) {
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
