#include "schedule/waiting_pool.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

namespace gusset::simulator {
namespace {

std::vector<std::uint32_t> drain(WaitingPool& pool, WaitingPool::Queue& queue) {
  std::vector<std::uint32_t> tasks;
  while (!queue.empty()) tasks.push_back(pool.pop(queue).number);
  return tasks;
}

TEST(WaitingPool, QueueIsFirstInFirstOut) {
  WaitingPool pool;
  WaitingPool::Queue queue;
  WaitingPool::Queue other;
  for (std::uint32_t task = 0; task < 4; ++task) {
    pool.push(queue, {0, task});
    pool.push(other, {0, task + 10});
  }
  EXPECT_EQ(pool.front(queue).number, 0u);
  EXPECT_EQ(drain(pool, queue), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(drain(pool, other), (std::vector<std::uint32_t>{10, 11, 12, 13}));
  EXPECT_TRUE(queue.empty());
}

TEST(WaitingPool, InsertsBeforeLaterEntries) {
  WaitingPool pool;
  WaitingPool::Queue queue;
  const auto push = [&](std::uint32_t version) {
    pool.insert_before(queue, [version](const WaitingPool::Entry& other) { return other.version > version; },
                       {version, version});
  };
  for (const std::uint32_t version : {5u, 7u, 6u, 1u, 7u, 9u, 0u}) push(version);
  EXPECT_EQ(drain(pool, queue), (std::vector<std::uint32_t>{0, 1, 5, 6, 7, 7, 9}));
}

TEST(WaitingPool, InsertsAtTheFrontAfterAPop) {
  WaitingPool pool;
  WaitingPool::Queue queue;
  for (std::uint32_t task = 10; task < 15; ++task) pool.push(queue, {0, task});
  EXPECT_EQ(pool.pop(queue).number, 10u);
  pool.insert_before(queue, [](const WaitingPool::Entry&) { return true; }, {0, 1});
  EXPECT_EQ(drain(pool, queue), (std::vector<std::uint32_t>{1, 11, 12, 13, 14}));
}

TEST(WaitingPool, ReusedEntriesKeepNoOldState) {
  WaitingPool pool;
  WaitingPool::Queue queue;
  pool.push(queue, {1, 2, WaitingPool::Kind::transfer});
  pool.pop(queue);
  pool.push(queue, {4, 5});
  pool.push(queue, {6, 7});
  const WaitingPool::Entry first = pool.pop(queue);
  EXPECT_EQ(first.version, 4u);
  EXPECT_EQ(first.kind(), WaitingPool::Kind::task);
  EXPECT_EQ(pool.pop(queue).number, 7u);
  EXPECT_TRUE(queue.empty());
}

TEST(WaitingPool, InterleavedLongQueuesKeepTheirOrder) {
  WaitingPool pool;
  WaitingPool::Queue queues[3];
  std::deque<std::uint32_t> expected[3];
  std::uint32_t next = 0;
  for (unsigned step = 0; step < 2000; ++step) {
    const std::size_t which = step * 7 % 3;
    if (step % 11 < 6) {
      pool.push(queues[which], {next, next});
      expected[which].push_back(next++);
    } else if (!expected[which].empty()) {
      EXPECT_EQ(pool.front(queues[which]).version, expected[which].front());
      EXPECT_EQ(pool.pop(queues[which]).number, expected[which].front());
      expected[which].pop_front();
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(expected[i].size(), 20u);
    EXPECT_EQ(drain(pool, queues[i]), std::vector<std::uint32_t>(expected[i].begin(), expected[i].end()));
  }
}

TEST(WaitingPool, InsertionShiftsEntriesAcrossBlocks) {
  WaitingPool pool;
  WaitingPool::Queue queue;
  const auto push = [&](std::uint32_t version, std::uint32_t number) {
    pool.insert_before(queue, [version](const WaitingPool::Entry& other) { return other.version > version; },
                       {version, number});
  };
  for (std::uint32_t i = 0; i < 30; ++i) push(10 * i, i);
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(pool.pop(queue).number, i);
  push(205, 100);
  push(55, 101);
  push(205, 102);  // after its equals
  std::vector<std::uint32_t> numbers{5, 101};
  for (std::uint32_t i = 6; i <= 20; ++i) numbers.push_back(i);
  numbers.insert(numbers.end(), {100, 102});
  for (std::uint32_t i = 21; i < 30; ++i) numbers.push_back(i);
  EXPECT_EQ(drain(pool, queue), numbers);
}

}  // namespace
}  // namespace gusset::simulator
