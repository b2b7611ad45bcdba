// Threads other than the program's thread that submit tasks and wait.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::SharedValue;
using testing::task;
using testing::with_threads;

class ForeignThreads : public ::testing::TestWithParam<unsigned> {
 protected:
  Runtime runtime_{with_threads(GetParam())};
};

/// One modification of a value: the submitting thread and its task's number.
struct Entry {
  int thread;
  int number;
  friend bool operator==(const Entry&, const Entry&) = default;
};
using Log = std::vector<Entry>;

TEST_P(ForeignThreads, TasksOfSeveralThreadsHaveOneOrderOnAllHandles) {
  constexpr int threads = 4;
  constexpr int tasks = 400;
  std::array<std::unique_ptr<SharedValue<Log>>, 3> logs;
  for (std::size_t i = 0; i < logs.size(); ++i)
    logs[i] = std::make_unique<SharedValue<Log>>(runtime_, "log " + std::to_string(i));
  const auto submit_all = [&](int thread) {
    for (int number = 0; number < tasks; ++number) {
      const std::size_t first = static_cast<std::size_t>(thread + number) % 3;
      const std::size_t second = (first + 1 + static_cast<std::size_t>(number) % 2) % 3;
      // Two handles in any order. If the engine registered them one by one, tasks could get different orders
      // on the two handles, and none would run.
      runtime_.submit(
          task(),
          [thread, number](Log* a, Log* b) {
            a->push_back({thread, number});
            b->push_back({thread, number});
          },
          write(*logs[first]), write(*logs[second]));
    }
  };
  std::vector<std::thread> others;
  for (int thread = 1; thread < threads; ++thread) others.emplace_back([&, thread] { submit_all(thread); });
  submit_all(0);
  for (std::thread& other : others) other.join();
  runtime_.wait();
  std::size_t entries = 0;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    // Each thread's tasks are in submission order …
    std::array<int, threads> last{-1, -1, -1, -1};
    for (const Entry& entry : logs[i]->value) {
      EXPECT_GT(entry.number, last[static_cast<std::size_t>(entry.thread)]);
      last[static_cast<std::size_t>(entry.thread)] = entry.number;
    }
    entries += logs[i]->value.size();
    // … and the common entries of two logs are in the same order in both.
    const Log& other = logs[(i + 1) % 3]->value;
    std::size_t at = 0;
    std::size_t common = 0;
    std::vector<bool> is_in_other(static_cast<std::size_t>(threads * tasks), false);
    const auto index = [](const Entry& e) { return static_cast<std::size_t>(e.thread * tasks + e.number); };
    for (const Entry& entry : other) is_in_other[index(entry)] = true;
    std::vector<bool> is_in_this(is_in_other.size(), false);
    for (const Entry& entry : logs[i]->value) is_in_this[index(entry)] = true;
    for (const Entry& entry : logs[i]->value) {
      if (!is_in_other[index(entry)]) continue;
      while (at < other.size() && !is_in_this[index(other[at])]) ++at;
      ASSERT_LT(at, other.size());
      ASSERT_EQ(other[at], entry);
      ++at;
      ++common;
    }
    EXPECT_GT(common, 0u);
  }
  EXPECT_EQ(entries, 2u * threads * tasks);
}

TEST_P(ForeignThreads, MixedAccessesOfSeveralThreadsExcludeEachOther) {
  // Writes record their order; adds between writes are counted; reads must never see an intermediate state.
  constexpr int threads = 3;
  constexpr int rounds = 300;
  struct State {
    std::int64_t written = 0;
    std::int64_t added = 0;
  };
  SharedValue<State> x(runtime_, "x");
  std::atomic<int> inside{0};
  std::atomic<int> errors{0};
  const auto submit_all = [&] {
    for (int round = 0; round < rounds; ++round) {
      runtime_.submit(
          task(),
          [&](State* state) {
            if (inside.fetch_add(1000) != 0) ++errors;
            ++state->written;
            inside.fetch_sub(1000);
          },
          write(x));
      runtime_.submit(
          task(),
          [&](State* state) {
            if (inside.fetch_add(1000) != 0) ++errors;
            ++state->added;
            inside.fetch_sub(1000);
          },
          add(x));
      runtime_.submit(
          task(),
          [&](const State* state) {
            if (inside.fetch_add(1) >= 1000) ++errors;
            if (state->written < 0) ++errors;
            inside.fetch_sub(1);
          },
          read(x));
      if (round % 50 == 0) runtime_.wait(x);
    }
  };
  std::vector<std::thread> others;
  for (int thread = 1; thread < threads; ++thread) others.emplace_back(submit_all);
  submit_all();
  for (std::thread& other : others) other.join();
  runtime_.wait(x);
  EXPECT_EQ(errors, 0);
  EXPECT_EQ(x.value.written, threads * rounds);
  EXPECT_EQ(x.value.added, threads * rounds);
}

TEST_P(ForeignThreads, RuntimeWorksWithForeignThreadsAlone) {
  SharedValue<int> x(runtime_, "x");
  std::thread([&] {
    for (int round = 0; round < 300; ++round) {
      runtime_.submit(
          task(), [](int* value) { ++*value; }, write(x));
      runtime_.submit(task(), [&] {
        runtime_.submit(
            task(), [](int* value) { ++*value; }, add(x));
      });
      if (round % 2 == 0) {
        runtime_.wait(x);
      } else {
        runtime_.wait();
      }
    }
    runtime_.wait();
  }).join();
  EXPECT_EQ(x.value, 600);
}

TEST_P(ForeignThreads, WaitingThreadDoesNotDisturbTheSubmitter) {
  for (int round = 0; round < 30; ++round) {
    Runtime runtime(with_threads(GetParam()));
    SharedValue<int> x(runtime, "x");
    std::atomic<bool> has_ended{false};
    std::thread other([&] {
      while (!has_ended.load()) runtime.wait();
    });
    int free_tasks = 0;
    std::atomic<int> done{0};
    for (int i = 0; i < 2000; ++i) {
      runtime.submit(
          task(), [](int* value) { ++*value; }, write(x));
      runtime.submit(task(), [&] { ++done; });
      ++free_tasks;
    }
    runtime.wait();
    EXPECT_EQ(x.value, 2000);
    EXPECT_EQ(done, free_tasks);
    has_ended = true;
    other.join();
  }
}

TEST_P(ForeignThreads, WaitForAllEndsWhileAnotherThreadWaitsForFutureTasks) {
  SharedValue<int> x(runtime_, "x");
  SharedValue<int> y(runtime_, "y");
  for (std::uint32_t round = 1; round <= 50; ++round) {
    std::atomic<bool> begins{false};
    std::thread other([&] {
      runtime_.version(x);
      begins = true;
      runtime_.wait(x, round);  // for a task that the main thread submits only after its own wait
    });
    while (!begins.load()) std::this_thread::yield();
    for (int i = 0; i < 200; ++i)
      std::this_thread::yield();  // the other thread usually waits by now; the test is correct in any case
    for (int i = 0; i < 20; ++i)
      runtime_.submit(
          task(), [](int* value) { ++*value; }, write(y));
    runtime_.wait();
    EXPECT_EQ(y.value, 20 * static_cast<int>(round));
    runtime_.submit(
        task(), [](int* value) { ++*value; }, write(x));
    other.join();
    runtime_.wait();
  }
  EXPECT_EQ(x.value, 50);
}

TEST_P(ForeignThreads, ManyThreadsCanWaitForDifferentHandles) {
  constexpr int threads = 6;
  std::vector<std::thread> others;
  std::array<int, threads> results{};
  for (std::size_t thread = 0; thread < threads; ++thread) {
    others.emplace_back([&, thread] {
      SharedValue<int> mine(runtime_, "mine");
      for (int i = 0; i < 200; ++i) {
        runtime_.submit(
            task(), [](int* value) { ++*value; }, write(mine));
        runtime_.wait(mine);
      }
      results[thread] = mine.value;
    });
  }
  for (std::thread& other : others) other.join();
  for (const int result : results) EXPECT_EQ(result, 200);
}

INSTANTIATE_TEST_SUITE_P(Workers, ForeignThreads, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
