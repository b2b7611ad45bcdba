#include "waiting_pool.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gusset::simulator {
namespace {

std::vector<std::uint32_t> drain(WaitingPool& pool, WaitingPool::Line& line) {
  std::vector<std::uint32_t> tasks;
  while (!line.empty()) tasks.push_back(pool.pop(line).task);
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
  EXPECT_EQ(pool.front(line).task, 0u);
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
  EXPECT_EQ(pool.pop(line).task, 10u);
  pool.push_ahead_of(line, [](const WaitingPool::Entry&) { return true; }, {0, 1});
  EXPECT_EQ(drain(pool, line), (std::vector<std::uint32_t>{1, 11, 12, 13, 14}));
}

TEST(WaitingPool, EntriesAreUsedAgainWithoutTheirPast) {
  WaitingPool pool;
  WaitingPool::Line line;
  pool.push(line, {1, 2, 3, true});
  pool.pop(line);
  pool.push(line, {4, 5});
  pool.push(line, {6, 7});
  const WaitingPool::Entry first = pool.pop(line);
  EXPECT_EQ(first.version, 4u);
  EXPECT_EQ(first.transfer, WaitingPool::none);
  EXPECT_FALSE(first.takes_turn);
  EXPECT_EQ(pool.pop(line).task, 7u);
  EXPECT_TRUE(line.empty());
}

}  // namespace
}  // namespace gusset::simulator
