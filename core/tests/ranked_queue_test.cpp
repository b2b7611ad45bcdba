#include "threads/ranked_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <unordered_map>
#include <vector>

#include "bare_tasks.hpp"
#include "threads/guided_queue.hpp"

namespace gusset::detail {
namespace {

using testing::BareTasks;

template <class Queue>
class QueuesByRank : public ::testing::Test {};
using Queues = ::testing::Types<RankedQueue, GuidedQueue>;
TYPED_TEST_SUITE(QueuesByRank, Queues);

TYPED_TEST(QueuesByRank, PopsTheHighestRankThenTheOldest) {
  BareTasks tasks(5);
  TypeParam queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.pop(), nullptr);
  queue.push(tasks[0], 0);
  queue.push(tasks[1], 7);
  queue.push(tasks[2], -1);
  queue.push(tasks[3], 7);
  queue.push(tasks[4], 0);
  EXPECT_FALSE(queue.empty());
  for (const std::size_t expected : {1u, 3u, 0u, 4u, 2u}) EXPECT_EQ(queue.pop(), &tasks[expected]);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.pop(), nullptr);
}

TYPED_TEST(QueuesByRank, ShowsTheHighestRank) {
  BareTasks tasks(3);
  TypeParam queue;
  const std::int64_t lowest = queue.first_rank();
  queue.push(tasks[0], 3);
  queue.push(tasks[1], 7);
  queue.push(tasks[2], 7);
  EXPECT_EQ(queue.first_rank(), 7);
  queue.pop();
  EXPECT_EQ(queue.first_rank(), 7);
  queue.pop();
  EXPECT_EQ(queue.first_rank(), 3);
  queue.pop();
  EXPECT_EQ(queue.first_rank(), lowest);
  EXPECT_LT(lowest, 0);
}

TYPED_TEST(QueuesByRank, MatchesASortedList) {
  BareTasks tasks(500);
  TypeParam queue;
  std::multimap<std::int64_t, Task*, std::greater<>> model;  // keeps equal ranks in insertion order
  std::mt19937 random(5);
  int taken = 0;
  for (int step = 0; step < 20000; ++step) {
    if (random() % 2 == 0) {
      Task& task = tasks[random() % 500];
      const std::int64_t rank = static_cast<std::int64_t>(random() % 7) - 3;
      queue.push(task, rank);
      model.emplace(rank, &task);
    } else {
      Task* const expected = model.empty() ? nullptr : model.begin()->second;
      if (!model.empty()) model.erase(model.begin());
      ASSERT_EQ(queue.pop(), expected);
      taken += expected != nullptr ? 1 : 0;
    }
    ASSERT_EQ(queue.empty(), model.empty());
  }
  EXPECT_GT(taken, 5000);
}

TYPED_TEST(QueuesByRank, ConcurrentThreadsTakeEachTaskOnce) {
  constexpr std::size_t count = 10000;
  BareTasks tasks(count);
  std::unordered_map<Task*, std::size_t> number;
  for (std::size_t i = 0; i < count; ++i) number[&tasks[i]] = i;
  const auto taken = std::make_unique<std::atomic<int>[]>(count);
  TypeParam queue;
  std::atomic<std::size_t> left{count};
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t i = thread; i < count; i += 4) queue.push(tasks[i], static_cast<std::int64_t>(i % 3));
      while (left.load() > 0) {
        if (Task* const task = queue.pop()) {
          ++taken[number.at(task)];
          --left;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(taken[i], 1);
}

}  // namespace
}  // namespace gusset::detail
