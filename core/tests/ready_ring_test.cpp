#include "threads/ready_ring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
using Stolen = std::array<Task*, Policy::max_steal_count>;

TEST(ReadyRing, GivesNewestAndOldest) {
  BareTasks tasks(3);
  ReadyRing ring;
  EXPECT_TRUE(ring.empty());
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(ring.push(tasks[i]));
  EXPECT_FALSE(ring.empty());
  EXPECT_EQ(ring.take_newest(), &tasks[2]);
  EXPECT_EQ(ring.take_oldest(), &tasks[0]);
  EXPECT_EQ(ring.take_oldest(), &tasks[1]);
  EXPECT_EQ(ring.take_oldest(), nullptr);
  EXPECT_EQ(ring.take_newest(), nullptr);
  EXPECT_TRUE(ring.empty());
}

TEST(ReadyRing, ThievesTakeTheOldestTasksFirst) {
  BareTasks tasks(100);
  ReadyRing ring;
  Stolen stolen{};
  EXPECT_EQ(ring.steal(stolen,
                       [](std::size_t) -> std::size_t {
                         ADD_FAILURE() << "called for an empty ring";
                         return 1;
                       }),
            0u);
  for (std::size_t i = 0; i < 100; ++i) ring.push(tasks[i]);
  EXPECT_EQ(ring.steal(stolen,
                       [](std::size_t available) {
                         EXPECT_EQ(available, 100u);
                         return std::size_t{3};
                       }),
            3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(stolen[i], &tasks[i]);
  // Whatever the function returns, a thief takes at least one task, and no more than fit.
  EXPECT_EQ(ring.steal(stolen, [](std::size_t) { return std::size_t{0}; }), 1u);
  EXPECT_EQ(stolen[0], &tasks[3]);
  EXPECT_EQ(ring.steal(stolen, [](std::size_t available) { return available; }), Policy::max_steal_count);
  for (std::size_t i = 0; i < Policy::max_steal_count; ++i) EXPECT_EQ(stolen[i], &tasks[4 + i]);
}

TEST(ReadyRing, FullRingRefusesTasks) {
  BareTasks tasks(ReadyRing::capacity + 1);
  ReadyRing ring;
  for (std::size_t i = 0; i < ReadyRing::capacity; ++i) ASSERT_TRUE(ring.push(tasks[i]));
  EXPECT_FALSE(ring.push(tasks[ReadyRing::capacity]));
  EXPECT_EQ(ring.take_oldest(), &tasks[0]);
  EXPECT_TRUE(ring.push(tasks[ReadyRing::capacity]));
  EXPECT_EQ(ring.take_newest(), &tasks[ReadyRing::capacity]);
}

class ReadyRingModel : public ::testing::TestWithParam<bool> {};

TEST_P(ReadyRingModel, MatchesADequeOnOneThread) {
  const bool alone = GetParam();
  BareTasks tasks(6000);
  ReadyRing ring;
  std::deque<Task*> model;
  std::mt19937 random(7);
  bool was_full = false;
  for (int step = 0; step < 100000; ++step) {
    // The ring fills up and runs empty again and again; its indices wrap around many times.
    const bool grows = step % 20000 < 10000;
    const auto what = random() % 8;
    if (grows ? what < 6 : what < 2) {
      Task& task = tasks[random() % tasks.size()];
      const bool has_room = model.size() < ReadyRing::capacity;
      ASSERT_EQ(ring.push(task, alone), has_room);
      if (has_room) model.push_back(&task);
      was_full |= !has_room;
    } else if (what % 3 == 0) {
      ASSERT_EQ(ring.take_newest(alone), model.empty() ? nullptr : model.back());
      if (!model.empty()) model.pop_back();
    } else if (what % 3 == 1) {
      ASSERT_EQ(ring.take_oldest(alone), model.empty() ? nullptr : model.front());
      if (!model.empty()) model.pop_front();
    } else {
      Stolen stolen{};
      const std::size_t wanted = 1 + random() % 8;
      const std::size_t count = ring.steal(stolen, [&](std::size_t available) {
        EXPECT_EQ(available, model.size());
        return std::min(available, wanted);
      });
      ASSERT_EQ(count, std::min(model.size(), wanted));
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(stolen[i], model.front());
        model.pop_front();
      }
    }
    ASSERT_EQ(ring.empty(), model.empty());
  }
  EXPECT_TRUE(was_full);
}

INSTANTIATE_TEST_SUITE_P(Alone, ReadyRingModel, ::testing::Bool());

TEST(ReadyRing, ConcurrentThreadsTakeEachTaskOnce) {
  constexpr std::size_t count = 2000;
  constexpr std::size_t rounds = 50;
  constexpr std::size_t thieves = 3;
  BareTasks tasks(count);
  std::unordered_map<Task*, std::size_t> number;
  for (std::size_t i = 0; i < count; ++i) number[&tasks[i]] = i;
  const auto taken = std::make_unique<std::atomic<int>[]>(count);
  ReadyRing ring;
  std::atomic<bool> has_ended{false};
  std::atomic<std::size_t> out_of_order{0};
  std::atomic<std::size_t> total{0};
  const auto take = [&](Task* task) {
    ++taken[number.at(task)];
    ++total;
  };
  std::vector<std::thread> threads;
  for (std::size_t thief = 0; thief < thieves; ++thief) {
    threads.emplace_back([&, thief] {
      Stolen stolen{};
      while (!has_ended.load()) {
        const std::size_t got = ring.steal(stolen, [&](std::size_t) { return 1 + 4 * thief; });
        for (std::size_t i = 0; i < got; ++i) {
          // Tasks of one round are pushed in order, and none twice.
          if (i > 0 && number.at(stolen[i]) <= number.at(stolen[i - 1])) ++out_of_order;
          take(stolen[i]);
        }
      }
    });
  }
  std::mt19937 random(11);
  for (std::size_t round = 1; round <= rounds; ++round) {
    for (std::size_t i = 0; i < count; ++i) {
      while (!ring.push(tasks[i])) {
        if (Task* const task = ring.take_oldest()) take(task);
      }
      if (random() % 4 == 0) {
        if (Task* const task = ring.take_newest()) take(task);
      }
    }
    while (Task* const task = ring.take_newest()) take(task);
    while (total.load() < round * count) std::this_thread::yield();  // the thieves' tasks
  }
  has_ended = true;
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(taken[i], static_cast<int>(rounds));
  EXPECT_EQ(out_of_order, 0u);
}

}  // namespace
}  // namespace gusset::detail
