#include "threads/task_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <random>
#include <thread>
#include <unordered_map>
#include <vector>

#include "bare_tasks.hpp"

namespace gusset::detail {
namespace {

using testing::BareTasks;

TEST(TaskQueue, PopsTheOldestFirst) {
  BareTasks tasks(3);
  TaskQueue queue;
  EXPECT_TRUE(queue.empty());
  for (std::size_t i = 0; i < 3; ++i) queue.push_back(tasks[i]);
  EXPECT_FALSE(queue.empty());
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(queue.pop_front(), &tasks[i]);
  EXPECT_EQ(queue.pop_front(), nullptr);
  EXPECT_TRUE(queue.empty());
}

TEST(TaskQueue, MatchesADeque) {
  BareTasks tasks(1000);
  TaskQueue queue;
  std::deque<Task*> model;
  std::mt19937 random(3);
  std::size_t longest = 0;
  for (int step = 0; step < 20000; ++step) {
    if (random() % 5 < (step < 10000 ? 3u : 2u)) {
      Task& task = tasks[random() % 1000];
      queue.push_back(task);
      model.push_back(&task);
    } else {
      Task* const expected = model.empty() ? nullptr : model.front();
      if (!model.empty()) model.pop_front();
      ASSERT_EQ(queue.pop_front(), expected);
    }
    ASSERT_EQ(queue.empty(), model.empty());
    longest = std::max(longest, model.size());
  }
  EXPECT_GT(longest, 1000u);  // the queue has grown several times
}

TEST(TaskQueue, ConcurrentThreadsTakeEachTaskOnce) {
  constexpr std::size_t count = 20000;
  BareTasks tasks(count);
  std::unordered_map<Task*, std::size_t> number;
  for (std::size_t i = 0; i < count; ++i) number[&tasks[i]] = i;
  const auto taken = std::make_unique<std::atomic<int>[]>(count);
  TaskQueue queue;
  std::atomic<std::size_t> left{count};
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t i = thread; i < count; i += 4) {
        queue.push_back(tasks[i]);
        if (Task* const task = queue.pop_front()) {
          ++taken[number.at(task)];
          --left;
        }
      }
      while (left.load() > 0) {
        if (Task* const task = queue.pop_front()) {
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
