#include "schedule/waiting_pool.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

namespace gusset::simulator {
namespace {

std::vector<std::uint32_t> drain(WaitingPool& pool, WaitingPool::Line& line) {
  std::vector<std::uint32_t> tasks;
  while (!line.empty()) tasks.push_back(pool.pop(line).number);
  return tasks;
}

TEST(WaitingPool, ALineGivesBackInItsOrder) {
  WaitingPool pool;
  WaitingPool::Line line;
  WaitingPool::Line other;
  for (std::uint32_t task = 0; task < 4; ++task) {
    pool.push(line, {0, task});
    pool.push(other, {0, task + 10});
  }
  EXPECT_EQ(pool.front(line).number, 0u);
  EXPECT_EQ(drain(pool, line), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(drain(pool, other), (std::vector<std::uint32_t>{10, 11, 12, 13}));
  EXPECT_TRUE(line.empty());
}

TEST(WaitingPool, WhatComesLateMayStandAhead) {
  WaitingPool pool;
  WaitingPool::Line line;
  const auto push = [&](std::uint32_t version) {
    pool.push_ahead_of(line, [version](const WaitingPool::Entry& other) { return other.version > version; },
                       {version, version});
  };
  for (const std::uint32_t version : {5u, 7u, 6u, 1u, 7u, 9u, 0u}) push(version);
  EXPECT_EQ(drain(pool, line), (std::vector<std::uint32_t>{0, 1, 5, 6, 7, 7, 9}));
}

TEST(WaitingPool, NothingStandsBeforeWhatIsGone) {
  WaitingPool pool;
  WaitingPool::Line line;
  for (std::uint32_t task = 10; task < 15; ++task) pool.push(line, {0, task});
  EXPECT_EQ(pool.pop(line).number, 10u);
  pool.push_ahead_of(line, [](const WaitingPool::Entry&) { return true; }, {0, 1});
  EXPECT_EQ(drain(pool, line), (std::vector<std::uint32_t>{1, 11, 12, 13, 14}));
}

TEST(WaitingPool, EntriesAreUsedAgainWithoutTheirPast) {
  WaitingPool pool;
  WaitingPool::Line line;
  pool.push(line, {1, 2, WaitingPool::Kind::transfer});
  pool.pop(line);
  pool.push(line, {4, 5});
  pool.push(line, {6, 7});
  const WaitingPool::Entry first = pool.pop(line);
  EXPECT_EQ(first.version, 4u);
  EXPECT_EQ(first.kind(), WaitingPool::Kind::task);
  EXPECT_EQ(pool.pop(line).number, 7u);
  EXPECT_TRUE(line.empty());
}

TEST(WaitingPool, LongLinesThatComeAndGoInTurnsKeepTheirOrders) {
  WaitingPool pool;
  WaitingPool::Line lines[3];
  std::deque<std::uint32_t> expected[3];
  std::uint32_t next = 0;
  for (unsigned step = 0; step < 2000; ++step) {
    const std::size_t which = step * 7 % 3;
    if (step % 11 < 6) {
      pool.push(lines[which], {next, next});
      expected[which].push_back(next++);
    } else if (!expected[which].empty()) {
      EXPECT_EQ(pool.front(lines[which]).version, expected[which].front());
      EXPECT_EQ(pool.pop(lines[which]).number, expected[which].front());
      expected[which].pop_front();
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(expected[i].size(), 20u);
    EXPECT_EQ(drain(pool, lines[i]), std::vector<std::uint32_t>(expected[i].begin(), expected[i].end()));
  }
}

TEST(WaitingPool, WhatComesLateMovesWhatStandsInFurtherBlocks) {
  WaitingPool pool;
  WaitingPool::Line line;
  const auto push = [&](std::uint32_t version, std::uint32_t number) {
    pool.push_ahead_of(line, [version](const WaitingPool::Entry& other) { return other.version > version; },
                       {version, number});
  };
  for (std::uint32_t i = 0; i < 30; ++i) push(10 * i, i);
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(pool.pop(line).number, i);
  push(205, 100);
  push(55, 101);
  push(205, 102);  // after its equals
  std::vector<std::uint32_t> numbers{5, 101};
  for (std::uint32_t i = 6; i <= 20; ++i) numbers.push_back(i);
  numbers.insert(numbers.end(), {100, 102});
  for (std::uint32_t i = 21; i < 30; ++i) numbers.push_back(i);
  EXPECT_EQ(drain(pool, line), numbers);
}

}  // namespace
}  // namespace gusset::simulator
