// Accesses of every kind, in any number, as tasks see them.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::SharedValue;
using testing::task;
using testing::with_threads;

AccessMode multiply() {
  return define_access_mode("test multiply", {.commutes = true, .exclusive = true, .modifies = true});
}
AccessMode maximum() {
  return define_access_mode("test maximum", {.commutes = true, .exclusive = true, .modifies = true});
}
AccessMode inspect() {
  return define_access_mode("test inspect", {.commutes = true, .exclusive = false, .modifies = false});
}
AccessMode seize() {
  return define_access_mode("test seize", {.commutes = false, .exclusive = true, .modifies = true});
}

class AccessTypes : public ::testing::TestWithParam<unsigned> {
 protected:
  Runtime runtime_{with_threads(GetParam())};
};

TEST_P(AccessTypes, DifferentCommutingModesOnOneHandleAreOrdered) {
  SharedValue<int> x(runtime_, "x");
  int expected = 0;
  for (int round = 0; round < 200; ++round) {
    // Each group commutes, but the groups do not: (x + 3) · 2 · 2, then at least 5, modulo a number.
    for (int i = 0; i < 3; ++i)
      runtime_.submit(
          task(), [](int* value) { *value += 1; }, add(x));
    for (int i = 0; i < 2; ++i)
      runtime_.submit(
          task(), [](int* value) { *value = *value * 2 % 1009; }, access(multiply(), x));
    for (int i = 0; i < 2; ++i)
      runtime_.submit(
          task(), [](int* value) { *value = std::max(*value, 5); }, access(maximum(), x));
    expected = std::max((expected + 3) * 2 % 1009 * 2 % 1009, 5);
  }
  runtime_.wait();
  EXPECT_EQ(x.value, expected);
}

TEST_P(AccessTypes, ExclusiveCommutingAccessesRunOneAtATime) {
  SharedValue<int> x(runtime_, "x");
  std::atomic<int> inside{0};
  std::atomic<int> overlaps{0};
  for (int i = 0; i < 1000; ++i) {
    runtime_.submit(
        task(),
        [&](int* value) {
          if (inside.fetch_add(1) != 0) ++overlaps;
          ++*value;
          inside.fetch_sub(1);
        },
        access(multiply(), x));
  }
  runtime_.wait();
  EXPECT_EQ(overlaps, 0);
  EXPECT_EQ(x.value, 1000);
}

TEST_P(AccessTypes, NonExclusiveAccessesRunConcurrently) {
  const int workers = static_cast<int>(GetParam());
  SharedValue<int> x(runtime_, "x");
  std::atomic<int> arrived{0};
  for (int i = 0; i < workers; ++i) {
    runtime_.submit(
        task(),
        [&](int*) {
          arrived.fetch_add(1);
          while (arrived.load() < workers) std::this_thread::yield();  // otherwise the test times out
        },
        access(inspect(), x));
  }
  runtime_.wait();
  EXPECT_EQ(arrived, workers);
}

TEST_P(AccessTypes, NonCommutingAccessesKeepTheirOrder) {
  SharedValue<std::vector<int>> x(runtime_, "x");
  for (int i = 0; i < 300; ++i)
    runtime_.submit(
        task(), [i](std::vector<int>* value) { value->push_back(i); }, access(seize(), x));
  runtime_.wait(x);
  ASSERT_EQ(x.value.size(), 300u);
  EXPECT_TRUE(std::is_sorted(x.value.begin(), x.value.end()));
}

TEST_P(AccessTypes, TaskMayHaveAThousandAccesses) {
  std::vector<std::unique_ptr<SharedValue<int>>> values;
  std::vector<decltype(add(std::declval<SharedValue<int>&>()))> adds;
  std::vector<decltype(read(std::declval<SharedValue<int>&>()))> reads;
  for (int i = 0; i < 1000; ++i) {
    values.push_back(std::make_unique<SharedValue<int>>(runtime_, "v" + std::to_string(i)));
    adds.insert(adds.begin() + (i % 3 == 0 ? 0 : i / 2), add(*values.back()));
    reads.push_back(read(*values.back()));
  }
  SharedValue<int> sum(runtime_, "sum");
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 4; ++i) {
      runtime_.submit(
          task(),
          [](const std::vector<int*>& all) {
            for (int* value : all) ++*value;
          },
          adds);
    }
    runtime_.submit(
        task(),
        [](const std::vector<const int*>& all, int* total) {
          for (const int* value : all) *total += *value;
        },
        reads, add(sum));
  }
  runtime_.wait();
  for (const auto& value : values) ASSERT_EQ(value->value, 20);
  EXPECT_EQ(sum.value, 1000 * (4 + 8 + 12 + 16 + 20));
}

TEST_P(AccessTypes, AccessCountsAroundBlockLimitsWork) {
  // A task's header counts up to 254 accesses, its TaskExtra more. Block sizes change at powers of two.
  std::vector<std::unique_ptr<SharedValue<int>>> values;
  for (int i = 0; i < 300; ++i) values.push_back(std::make_unique<SharedValue<int>>(runtime_));
  int expected = 0;
  for (const std::size_t count : {0u, 1u, 2u, 3u, 4u, 7u, 8u, 15u, 16u, 17u, 253u, 254u, 255u, 256u, 300u}) {
    std::vector<decltype(write(*values[0]))> writes;
    for (std::size_t i = 0; i < count; ++i) writes.push_back(write(*values[i]));
    int ran = -1;
    runtime_.submit(
        task(),
        [&ran](const std::vector<int*>& all) {
          for (int* value : all) ++*value;
          ran = static_cast<int>(all.size());
        },
        writes);
    runtime_.wait();
    EXPECT_EQ(ran, static_cast<int>(count));
    expected += count > 0 ? 1 : 0;
  }
  EXPECT_EQ(values[0]->value, expected);
  EXPECT_EQ(values[299]->value, 1);
}

TEST_P(AccessTypes, RepeatedHandleIsAccessedOnceInTheCombinedMode) {
  SharedValue<std::vector<int>> x(runtime_, "x");
  // read + add is a write: in order, and alone. add + add is an add, and read + read is a read.
  for (int i = 0; i < 100; ++i) {
    runtime_.submit(
        task(),
        [i](const std::vector<int>* seen, std::vector<int>* value) {
          EXPECT_EQ(seen, value);
          value->push_back(i);
        },
        read(x), add(x));
  }
  runtime_.wait(x);
  EXPECT_EQ(runtime_.version(x), 100u);  // one for each task
  ASSERT_EQ(x.value.size(), 100u);
  EXPECT_TRUE(std::is_sorted(x.value.begin(), x.value.end()));

  const int workers = static_cast<int>(GetParam());
  std::atomic<int> arrived{0};
  for (int i = 0; i < workers; ++i) {
    runtime_.submit(
        task(),
        [&](const std::vector<int>*, const std::vector<int>*) {
          arrived.fetch_add(1);
          while (arrived.load() < workers) std::this_thread::yield();
        },
        read(x), read(x));
  }
  runtime_.wait(x);
  EXPECT_EQ(runtime_.version(x), 100u + GetParam());
}

TEST_P(AccessTypes, AddsToSharedHandlesAllRunUnderEveryPolicy) {
  for (const std::string& policy : policy_names()) {
    for (const int others : {0, 3, 12}) {
      Options options = with_threads(GetParam());
      options.policy = policy;
      options.paused = true;
      Runtime runtime(options);
      const Handle a = runtime.handle("a"), b = runtime.handle("b"), c = runtime.handle("c");
      int ran = 0;
      // Such a task keeps its lock until its subtasks end, while other tasks pass around locks that they
      // cannot use.
      const auto hold = [&] {
        runtime.submit(task(), [&] { runtime.submit(task(), [] { std::this_thread::yield(); }); });
      };
      runtime.submit(task(), hold, add(b));
      runtime.submit(
          task(), [&] { ++ran; }, add(a), add(b));
      runtime.submit(task(), hold, add(a));
      for (int i = 0; i < 2 + others; ++i) {
        runtime.submit(
            task(), [&] { ++ran; }, add(a), add(b));
        if (others > 0)
          runtime.submit(
              task(), [&] { ++ran; }, add(c), add(a), add(b));
      }
      runtime.wait();
      EXPECT_EQ(ran, 1 + (2 + others) * (others > 0 ? 2 : 1)) << policy;
    }
  }
}

TEST_P(AccessTypes, ExclusiveAccessOfDataThatAParentReadsIsRefused) {
  const AccessMode tick =
      define_access_mode("test tick", {.commutes = true, .exclusive = true, .modifies = false});
  const Handle x = runtime_.handle("x");
  std::string message = "none";
  runtime_.submit(
      task(),
      [&] {
        try {
          runtime_.submit(
              task(), [] {}, access(tick, x));
        } catch (const UsageError& error) {
          message = error.what();
        }
      },
      read(x));
  runtime_.wait();
  EXPECT_EQ(message.substr(0, 16), "'task' accesses ");
}

INSTANTIATE_TEST_SUITE_P(Workers, AccessTypes, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
