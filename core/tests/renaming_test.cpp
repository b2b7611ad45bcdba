#include "gusset/core/engine/renaming.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
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

/// Renaming functions for sums, which count their calls.
struct Sums {
  std::atomic<int> created{0};
  std::atomic<int> merged{0};
  std::atomic<int> applied{0};

  RenamingFunctions functions() {
    return {.create =
                [this](void* buffer) {
                  *static_cast<long*>(buffer) = 0;
                  ++created;
                },
            .merge =
                [this](void* into, const void* buffer) {
                  *static_cast<long*>(into) += *static_cast<const long*>(buffer);
                  ++merged;
                },
            .apply =
                [this](void* contents, const void* buffer) {
                  *static_cast<long*>(contents) += *static_cast<const long*>(buffer);
                  ++applied;
                }};
  }
};

class Renaming : public ::testing::TestWithParam<unsigned> {
 protected:
  Renaming() { runtime_.rename_adds(x_, sums_.functions()); }
  Sums sums_;
  Runtime runtime_{with_threads(GetParam())};
  SharedValue<long> x_{runtime_, "x"};
};

TEST_P(Renaming, DataCanBeDestroyedOnceItsAddsAreApplied) {
  for (int round = 0; round < 2000; ++round) {
    Sums sums;
    SharedValue<long> mine(runtime_, "mine");
    runtime_.rename_adds(mine, sums.functions());
    for (int i = 0; i < 8; ++i)
      runtime_.submit(
          task(), [](long* value) { ++*value; }, add(mine));
    runtime_.wait(mine);
    ASSERT_EQ(mine.value, 8);
  }
}

TEST_P(Renaming, AllAddsAreApplied) {
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 500; ++i)
      runtime_.submit(
          task(), [](long* sum) { ++*sum; }, add(x_));
    long seen = -1;
    runtime_.submit(
        task(), [&](const long* sum) { seen = *sum; }, read(x_));
    runtime_.submit(
        task(), [](long* sum) { *sum *= 2; }, write(x_));
    runtime_.wait(x_);
    EXPECT_EQ(seen, x_.value / 2);
    EXPECT_EQ(x_.value, 1000);
    EXPECT_EQ(runtime_.version(x_), 502u * static_cast<unsigned>(round + 1));
    x_.value = 0;
  }
  // Every buffer has been merged into another or applied to the contents.
  EXPECT_EQ(sums_.created, sums_.merged + sums_.applied);
}

TEST_P(Renaming, AddsToABusyHandleRunConcurrently) {
  // Each task waits for all others. Without renaming, the tasks would exclude each other and this would time
  // out.
  const int workers = static_cast<int>(GetParam());
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> arrived{0};
    for (int i = 0; i < workers; ++i) {
      runtime_.submit(
          task(),
          [&arrived, workers](long* sum) {
            *sum += 3;
            arrived.fetch_add(1);
            while (arrived.load() < workers) std::this_thread::yield();
          },
          add(x_));
    }
    runtime_.wait();
  }
  EXPECT_EQ(x_.value, 60 * workers);
  EXPECT_EQ(sums_.created, 20 * (workers - 1));
}

TEST_P(Renaming, OtherAccessesSeeAllAdds) {
  long expected = 0;
  for (int i = 1; i <= 2000; ++i) {
    switch (i % 7) {
      case 0:
        runtime_.submit(
            task(), [](long* sum) { *sum = *sum * 3 % 1000003; }, write(x_));
        expected = expected * 3 % 1000003;
        break;
      case 3:
        runtime_.submit(
            task(), [expected](const long* sum) { EXPECT_EQ(*sum, expected); }, read(x_));
        break;
      default:
        runtime_.submit(
            task(), [i](long* sum) { *sum += i; }, add(x_));
        expected += i;
    }
  }
  runtime_.wait();
  EXPECT_EQ(x_.value, expected);
}

TEST_P(Renaming, FailedAddDiscardsOnlyItsOwnContribution) {
  const unsigned workers = GetParam();
  std::atomic<unsigned> arrived{0};
  // All tasks run at once, so that all but one add to buffers. Every second task fails after its add.
  for (unsigned i = 0; i < workers; ++i) {
    runtime_.submit(
        task(),
        [&arrived, workers, i](long* sum) {
          *sum += 1;
          arrived.fetch_add(1);
          while (arrived.load() < workers) std::this_thread::yield();
          if (i % 2 == 1) {
            throw std::runtime_error("odd");
          }
        },
        add(x_));
  }
  long seen = -1;
  runtime_.submit(
      task(), [&](const long* sum) { seen = *sum; }, read(x_));
  if (workers == 1) {
    runtime_.wait();
    EXPECT_EQ(seen, 1);
    return;
  }
  EXPECT_THROW(runtime_.wait(), TaskFailure);
  EXPECT_EQ(seen, -1);  // this task depends on the adds
  const long sound = static_cast<long>((workers + 1) / 2);
  // One task adds directly to the contents; if it fails, its add remains there.
  EXPECT_GE(x_.value, sound);
  EXPECT_LE(x_.value, sound + 1);
  x_.value = 0;
  for (int i = 0; i < 100; ++i)
    runtime_.submit(
        task(), [](long* sum) { ++*sum; }, add(x_));
  runtime_.wait();
  EXPECT_EQ(x_.value, 100);
}

TEST_P(Renaming, WorksWithExclusiveLocksOfOtherHandles) {
  SharedValue<long> y(runtime_, "y");
  SharedValue<long> z(runtime_, "z");
  runtime_.rename_adds(z, sums_.functions());
  for (int i = 0; i < 1500; ++i) {
    const auto both = [](long* a, long* b) { ++*a, ++*b; };
    if (i % 3 == 0) runtime_.submit(task(), both, add(x_), add(y));
    if (i % 3 == 1) runtime_.submit(task(), both, add(z), add(x_));
    if (i % 3 == 2) runtime_.submit(task(), both, add(y), add(z));
  }
  runtime_.wait();
  EXPECT_EQ(x_.value, 1000);
  EXPECT_EQ(y.value, 1000);
  EXPECT_EQ(z.value, 1000);
}

TEST_P(Renaming, AddsOfTasksWithSubtasksAreApplied) {
  std::atomic<int> subtasks{0};
  for (int i = 0; i < 500; ++i) {
    runtime_.submit(
        task(),
        [&](long* sum) {
          ++*sum;
          runtime_.submit(task(), [&] { ++subtasks; });
        },
        add(x_));
  }
  runtime_.wait(x_);
  EXPECT_EQ(x_.value, 500);
  runtime_.wait();
  EXPECT_EQ(subtasks, 500);
}

TEST_P(Renaming, WorksInPlans) {
  std::atomic<int> subtasks{0};
  Plan plan = runtime_.capture([&] {
    for (int i = 0; i < 40; ++i) {
      runtime_.submit(
          task(),
          [&, i](long* sum) {
            ++*sum;
            if (i % 4 == 0) runtime_.submit(task(), [&] { ++subtasks; });
          },
          add(x_));
    }
    runtime_.submit(
        task(), [](long* sum) { *sum += 60; }, write(x_));
  });
  for (int round = 1; round <= 50; ++round) {
    runtime_.run(plan);
    for (int i = 0; i < 10; ++i)
      runtime_.submit(
          task(), [](long* sum) { ++*sum; }, add(x_));
    if (round % 10 == 0) {
      runtime_.wait(x_);
      EXPECT_EQ(x_.value, 110 * round);
    }
  }
  runtime_.wait();
  EXPECT_EQ(x_.value, 110 * 50);
  EXPECT_EQ(subtasks, 10 * 50);
}

TEST_P(Renaming, FallsBackToTheExclusiveLockIfNoBufferCanBeMade) {
  SharedValue<long> y(runtime_, "y");
  SharedValue<long> z(runtime_, "z");
  std::atomic<int> refused{0};
  RenamingFunctions refusing = sums_.functions();
  refusing.create = [&](void*) {
    ++refused;
    throw std::bad_alloc();
  };
  runtime_.rename_adds(y, std::move(refusing));
  for (int i = 0; i < 2000; ++i) {
    if (i % 2 == 0) {
      runtime_.submit(
          task(), [](long* sum) { ++*sum; }, add(y));
    } else {
      runtime_.submit(
          task(), [](long* a, long* b) { ++*a, ++*b; }, add(z), add(y));
    }
  }
  runtime_.wait();
  EXPECT_EQ(y.value, 2000);
  EXPECT_EQ(z.value, 1000);
}

TEST_P(Renaming, AffectsOnlyAdds) {
  const AccessMode maximum =
      define_access_mode("maximum", {.commutes = true, .exclusive = true, .modifies = true});
  Sums sums;
  SharedValue<long> x(runtime_, "x");
  x.value = -100;
  runtime_.rename_adds(x, sums.functions());
  for (long i = 0; i < 200; ++i) {
    runtime_.submit(
        task(),
        [i](long* value) {
          *value = std::max(*value, i);
          std::this_thread::yield();
        },
        access(maximum, x));
  }
  runtime_.wait();
  EXPECT_EQ(x.value, 199);
  EXPECT_EQ(sums.created, 0);
}

TEST_P(Renaming, HandleWithoutContentsIsRefused) {
  const Handle bare = runtime_.handle("bare", 8);
  try {
    runtime_.rename_adds(bare, sums_.functions());
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "bare: expected contents without parts for rename_adds, found none");
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, Renaming, ::testing::Values(1u, 2u, 4u, 8u));

TEST(RenamingBuffers, AreInitialisedAndReused) {
  Sums sums;
  detail::Renaming renaming(sizeof(long), sums.functions());
  EXPECT_FALSE(renaming.pick());
  auto a = renaming.take();
  auto b = renaming.take();
  EXPECT_NE(a.contents, b.contents);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.contents) % 64, 0u);
  *static_cast<long*>(a.contents) = 3;
  *static_cast<long*>(b.contents) = 4;
  renaming.merge(a, b);
  EXPECT_EQ(a.adds, 2u);
  renaming.leave(a);
  const auto picked = renaming.pick();
  ASSERT_TRUE(picked);
  EXPECT_EQ(picked->adds, 2u);
  EXPECT_FALSE(renaming.pick());
  long contents = 10;
  renaming.apply(&contents, *picked);
  EXPECT_EQ(contents, 17);
  const auto again = renaming.take();
  EXPECT_TRUE(again.contents == a.contents || again.contents == b.contents);
  EXPECT_EQ(*static_cast<long*>(again.contents), 0);
  EXPECT_EQ(again.adds, 1u);
}

}  // namespace
}  // namespace gusset
