#include "threads/sleepers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace gusset::detail {
namespace {

TEST(Sleepers, WakeUpAfterEnteringIsNotMissed) {
  Sleepers sleepers;
  Sleepers::Sleeper self;
  sleepers.enter(self);
  sleepers.wake_one();
  sleepers.sleep(self);  // returns at once; otherwise the test times out
}

TEST(Sleepers, WakeUpWithoutSleepersIsForgotten) {
  Sleepers sleepers;
  sleepers.wake_one();
  sleepers.wake_all();
  Sleepers::Sleeper self;
  sleepers.enter(self);
  std::atomic<bool> has_woken{false};
  std::thread sleeper([&] {
    sleepers.sleep(self);
    has_woken = true;
  });
  EXPECT_FALSE(has_woken);
  sleepers.wake_one();
  sleeper.join();
  EXPECT_TRUE(has_woken);
}

TEST(Sleepers, AWorkerIsWokenBeforeOthers) {
  Sleepers sleepers;
  Sleepers::Sleeper first(1), second(2);
  sleepers.enter(first);
  sleepers.enter(second);
  sleepers.wake_or_other(1, 2);
  sleepers.sleep(first);         // returns at once; otherwise the test times out
  sleepers.wake_or_other(1, 1);  // not the second
  sleepers.enter(first);
  sleepers.wake_or_other(1, 0);  // the first again
  sleepers.sleep(first);
  sleepers.wake_or_other(1, 0);
  sleepers.sleep(second);
  sleepers.wake_or_other(1, 0);  // nobody sleeps
}

TEST(Sleepers, CancelPassesAWakeUpOn) {
  Sleepers sleepers;
  Sleepers::Sleeper first, second;
  sleepers.enter(first);
  sleepers.enter(second);
  sleepers.wake_one();  // wakes the second
  sleepers.cancel(second);
  sleepers.sleep(first);
}

TEST(Sleepers, CancelledSleeperIsNotWoken) {
  Sleepers sleepers;
  Sleepers::Sleeper first, second;
  sleepers.enter(first);
  sleepers.enter(second);
  sleepers.cancel(second);
  sleepers.wake_one();
  sleepers.sleep(first);
}

TEST(Sleepers, WakeUpGoesToAnEarlierSleeper) {
  Sleepers sleepers;
  Sleepers::Sleeper early, late;
  sleepers.enter(early);
  sleepers.wake_one();
  sleepers.enter(late);
  sleepers.sleep(early);
  sleepers.wake_one();
  sleepers.sleep(late);
}

TEST(Sleepers, WakesTheRequestedNumber) {
  Sleepers sleepers;
  Sleepers::Sleeper first, second, third;
  sleepers.enter(first);
  sleepers.enter(second);
  sleepers.enter(third);
  sleepers.wake(0);
  sleepers.wake(2);
  sleepers.sleep(third);
  sleepers.sleep(second);
  const auto begin = std::chrono::steady_clock::now();
  sleepers.sleep_for(first, std::chrono::milliseconds(2));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(2));
  sleepers.enter(first);
  sleepers.wake(5);
  sleepers.sleep(first);
}

TEST(Sleepers, WakeAllWakesEverySleeper) {
  Sleepers sleepers;
  std::vector<Sleepers::Sleeper> selves(4);
  std::vector<std::thread> threads;
  for (Sleepers::Sleeper& self : selves) sleepers.enter(self);
  for (Sleepers::Sleeper& self : selves) threads.emplace_back([&] { sleepers.sleep(self); });
  sleepers.wake_all();
  for (std::thread& thread : threads) thread.join();
}

TEST(Sleepers, NoWakeUpIsLostBetweenTwoThreads) {
  constexpr int rounds = 20000;
  Sleepers sleepers;
  std::atomic<int> produced{0};
  std::atomic<int> consumed{0};
  const auto await = [&](std::atomic<int>& counter, int target) {
    Sleepers::Sleeper self;
    while (counter.load(std::memory_order_seq_cst) < target) {
      sleepers.enter(self);
      if (counter.load(std::memory_order_seq_cst) >= target) {
        sleepers.cancel(self);
      } else {
        sleepers.sleep(self);
      }
    }
  };
  std::thread consumer([&] {
    for (int round = 1; round <= rounds; ++round) {
      await(produced, round);
      consumed.store(round, std::memory_order_seq_cst);
      sleepers.wake_all();
    }
  });
  for (int round = 1; round <= rounds; ++round) {
    produced.store(round, std::memory_order_seq_cst);
    sleepers.wake_all();
    await(consumed, round);
  }
  consumer.join();
  EXPECT_EQ(consumed, rounds);
}

}  // namespace
}  // namespace gusset::detail
