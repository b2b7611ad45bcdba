#include "threads/threaded_engine.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::SharedValue;
using testing::task;
using testing::with_threads;

static_assert(std::is_empty_v<detail::Plain> && !detail::Plain::records,
              "an unrecorded run keeps no records");

class ThreadedEngine : public ::testing::TestWithParam<unsigned> {
 protected:
  Runtime runtime_{with_threads(GetParam())};
};

TEST_P(ThreadedEngine, HasOneNodeWithData) {
  EXPECT_TRUE(runtime_.has_data());
  EXPECT_EQ(runtime_.grid().nodes(), 1u);
  EXPECT_EQ(runtime_.workers(), GetParam());
}

TEST_P(ThreadedEngine, AllWorkersRunConcurrently) {
  // The tasks of a round wait for each other, so each needs a separate worker. A lost wake-up hangs the test.
  const int workers = static_cast<int>(GetParam());
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> arrived{0};
    for (int i = 0; i < workers; ++i) {
      runtime_.submit(task(), [&arrived, workers] {
        arrived.fetch_add(1);
        while (arrived.load() < workers) std::this_thread::yield();
      });
    }
    runtime_.wait();
    EXPECT_EQ(arrived, workers);
  }
}

TEST_P(ThreadedEngine, ReadsRunConcurrently) {
  const int workers = static_cast<int>(GetParam());
  SharedValue<int> x(runtime_);
  std::atomic<int> arrived{0};
  runtime_.submit(
      task(), [](int* value) { *value = 1; }, write(x));
  for (int i = 0; i < workers; ++i) {
    runtime_.submit(
        task(),
        [&arrived, workers](const int* value) {
          EXPECT_EQ(*value, 1);
          arrived.fetch_add(1);
          while (arrived.load() < workers) std::this_thread::yield();
        },
        read(x));
  }
  runtime_.wait();
}

TEST_P(ThreadedEngine, AddsToSeveralHandlesExcludeEachOther) {
  constexpr std::size_t handles = 4;
  std::vector<std::unique_ptr<SharedValue<int>>> values;
  std::vector<std::unique_ptr<std::atomic<int>>> inside;
  for (std::size_t i = 0; i < handles; ++i) {
    values.push_back(std::make_unique<SharedValue<int>>(runtime_));
    inside.push_back(std::make_unique<std::atomic<int>>(0));
  }
  std::vector<int> expected(handles, 0);
  std::atomic<int> overlaps{0};
  for (unsigned i = 0; i < 2000; ++i) {
    // Pairs in every order, so that taking locks one by one could deadlock.
    const std::size_t first = i % handles;
    const std::size_t second = (i / handles + first + 1 + i % 3) % handles;
    const auto enter = [&overlaps, a = inside[first].get(), b = inside[second].get()](int* x, int* y) {
      if (a->fetch_add(1) != 0) ++overlaps;
      if (a != b && b->fetch_add(1) != 0) ++overlaps;
      ++*x;
      if (x != y) ++*y;
      a->fetch_sub(1);
      if (a != b) b->fetch_sub(1);
    };
    runtime_.submit(task(), enter, add(*values[first]), add(*values[second]));
    ++expected[first];
    if (first != second) ++expected[second];
  }
  runtime_.wait();
  EXPECT_EQ(overlaps, 0);
  for (std::size_t i = 0; i < handles; ++i) EXPECT_EQ(values[i]->value, expected[i]);
}

TEST_P(ThreadedEngine, AddsMayRunOutOfOrder) {
  // The first add to x waits until a later add to x opens the gate.
  SharedValue<int> x(runtime_, "x");
  SharedValue<int> gate(runtime_, "gate");
  std::vector<int> order;
  std::atomic<bool> is_open{false};
  if (GetParam() > 1) {
    runtime_.submit(
        task(),
        [&](int*) {
          while (!is_open.load()) std::this_thread::yield();
        },
        write(gate));
  }
  runtime_.submit(
      task(), [&](int*, const int*) { order.push_back(1); }, add(x), read(gate));
  runtime_.submit(
      task(),
      [&](int*) {
        order.push_back(2);
        is_open = true;
      },
      add(x));
  runtime_.wait();
  if (GetParam() > 1) {
    EXPECT_EQ(order, (std::vector<int>{2, 1}));
  }
}

TEST_P(ThreadedEngine, VersionsWrapWithoutLosingTasks) {
  SharedValue<std::uint64_t> x(runtime_, "x", 0xffffff00);
  constexpr int rounds = 200;
  std::uint64_t expected = 0;
  for (int i = 0; i < rounds; ++i) {
    runtime_.submit(
        task(), [](std::uint64_t* value) { *value = *value * 3 + 1; }, write(x));
    runtime_.submit(
        task(), [](const std::uint64_t*) {}, read(x));
    runtime_.submit(
        task(), [](std::uint64_t* value) { *value += 5; }, add(x));
    runtime_.submit(
        task(), [](std::uint64_t* value) { *value += 7; }, add(x));
    expected = expected * 3 + 1 + 12;
  }
  runtime_.wait(x);
  EXPECT_EQ(x.value, expected);
}

TEST_P(ThreadedEngine, TasksCanSubmitTasks) {
  SharedValue<int> count(runtime_);
  // A binary tree, 10 levels deep: every node submits one task that adds, and two more nodes.
  const auto grow = [&](const auto& self, int depth) -> void {
    runtime_.submit(task(), [&, depth] {
      runtime_.submit(
          task(), [](int* total) { ++*total; }, add(count));
      if (depth == 0) return;
      self(self, depth - 1);
      self(self, depth - 1);
    });
  };
  grow(grow, 9);
  runtime_.wait();
  EXPECT_EQ(count.value, 1023);
}

TEST_P(ThreadedEngine, SeveralThreadsCanSubmitAndWait) {
  constexpr int threads = 4;
  constexpr int tasks = 500;
  SharedValue<std::int64_t> x(runtime_, "x");
  SharedValue<std::int64_t> y(runtime_, "y");
  std::vector<std::thread> submitters;
  for (int i = 0; i < threads; ++i) {
    submitters.emplace_back([&, i] {
      for (int j = 0; j < tasks; ++j) {
        // Handles in both orders: registering one handle after the other could deadlock.
        if ((i + j) % 2 == 0) {
          runtime_.submit(
              task(), [](std::int64_t* a, std::int64_t* b) { ++*a, ++*b; }, write(x), write(y));
        } else {
          runtime_.submit(
              task(), [](std::int64_t* b, std::int64_t* a) { ++*a, ++*b; }, write(y), write(x));
        }
        if (j % 100 == 0) runtime_.wait(x);
      }
      runtime_.wait();
    });
  }
  for (std::thread& thread : submitters) thread.join();
  EXPECT_EQ(x.value, threads * tasks);
  EXPECT_EQ(y.value, threads * tasks);
}

TEST_P(ThreadedEngine, WaitForAHandleDoesNotWaitForOtherTasks) {
  // With one worker, only the waiting thread can run the tasks. With more, the unrelated task may still be
  // running.
  SharedValue<int> x(runtime_, "x");
  std::atomic<bool> may_end{GetParam() == 1};
  std::atomic<bool> has_begun{GetParam() == 1};
  if (GetParam() > 1) {
    runtime_.submit(task(), [&] {
      has_begun = true;
      while (!may_end.load()) std::this_thread::yield();
    });
    while (!has_begun.load())
      std::this_thread::yield();  // on another worker: this thread executes tasks only while it waits
  }
  runtime_.submit(
      task(), [](int* value) { *value = 1; }, write(x));
  runtime_.wait(x);
  EXPECT_EQ(x.value, 1);
  may_end = true;
  runtime_.wait();
}

TEST_P(ThreadedEngine, RepeatedWaitsLoseNoWakeUp) {
  SharedValue<int> x(runtime_, "x");
  for (int i = 0; i < 3000; ++i) {
    runtime_.submit(
        task(), [](int* value) { ++*value; }, write(x));
    if (i % 2 == 0) {
      runtime_.wait(x);
    } else {
      runtime_.wait();
    }
    ASSERT_EQ(x.value, i + 1);
  }
}

TEST_P(ThreadedEngine, SubmissionAloneWakesWorkers) {
  // This thread never waits, so only the other workers can run the tasks, which need each other.
  const int others = static_cast<int>(GetParam()) - 1;
  for (int round = 0; round < 50; ++round) {
    std::this_thread::sleep_for(
        std::chrono::milliseconds(1));  // most workers sleep by now; the test is correct in any case
    std::atomic<int> arrived{0};
    std::atomic<int> left{0};
    for (int i = 0; i < others; ++i) {
      runtime_.submit(task(), [&] {
        arrived.fetch_add(1);
        while (arrived.load() < others) std::this_thread::yield();
        left.fetch_add(1);
      });
    }
    while (left.load() < others) std::this_thread::yield();
    EXPECT_EQ(arrived, others);
  }
  runtime_.wait();
}

TEST_P(ThreadedEngine, TasksLeftByAWaitRunOnOtherWorkers) {
  if (GetParam() == 1) return;  // no other worker could take the second task
  SharedValue<int> x(runtime_, "x");
  const Handle y = runtime_.handle("y");
  for (int round = 0; round < 100; ++round) {
    std::atomic<bool> is_done{false};
    const auto take_long = [](int*) {
      // Most other workers sleep by then; the test is correct in any case.
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    runtime_.submit(task(), take_long, write(x), write(y));
    runtime_.submit(
        task(), [&] { is_done = true; }, read(y));
    runtime_.wait(x);  // this thread often runs the first task, and so wakes the second into its own queue
    while (!is_done.load()) std::this_thread::yield();
  }
  runtime_.wait();
}

TEST_P(ThreadedEngine, WaitingThreadsTakeOverFromEachOther) {
  constexpr int rounds = 2000;
  SharedValue<int> x(runtime_, "x");
  SharedValue<int> y(runtime_, "y");
  const auto program = [&](SharedValue<int>& value) {
    for (int round = 0; round < rounds; ++round) {
      runtime_.submit(
          task(), [](int* number) { ++*number; }, write(value));
      runtime_.wait(value);
      ASSERT_EQ(value.value, round + 1);
    }
  };
  std::thread other([&] { program(y); });
  program(x);
  other.join();
}

TEST_P(ThreadedEngine, RuntimesCanNest) {
  std::atomic<int> inner_tasks{0};
  runtime_.submit(task(), [&] {
    Runtime inner(with_threads(2));
    for (int i = 0; i < 10; ++i) inner.submit(task(), [&] { ++inner_tasks; });
    inner.wait();
    EXPECT_EQ(inner_tasks, 10);
    EXPECT_THROW(runtime_.wait(), UsageError);
  });
  runtime_.wait();
}

TEST_P(ThreadedEngine, TaskCanAddToManyHandles) {
  std::vector<std::unique_ptr<SharedValue<int>>> values;
  std::vector<decltype(add(std::declval<SharedValue<int>&>()))> adds;
  for (int i = 0; i < 40; ++i) {
    values.push_back(std::make_unique<SharedValue<int>>(runtime_));
    adds.insert(adds.begin(), add(*values.back()));
  }
  for (int i = 0; i < 50; ++i) {
    runtime_.submit(
        task(),
        [](const std::vector<int*>& all) {
          for (int* value : all) ++*value;
        },
        adds);
  }
  runtime_.wait();
  for (const auto& value : values) EXPECT_EQ(value->value, 50);
}

INSTANTIATE_TEST_SUITE_P(Workers, ThreadedEngine, ::testing::Values(1u, 2u, 4u, 8u));

}  // namespace
}  // namespace gusset
