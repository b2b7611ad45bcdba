#include "gusset/core/plan.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "random_program.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::RandomProgram;
using testing::SharedValue;
using testing::task;
using testing::with_threads;

class Plans : public ::testing::TestWithParam<unsigned> {
 protected:
  Runtime runtime_{with_threads(GetParam())};
};

TEST_P(Plans, RepeatedRunsMatchRepeatedSubmission) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomProgram program(seed, 1 + seed % 7, 60);
    std::vector<std::uint64_t> expected;
    {
      Runtime runtime(with_threads(1));
      const auto values = program.make_values(runtime);
      for (int round = 0; round < 100; ++round) program.submit(runtime, values);
      runtime.wait();
      expected = RandomProgram::results(values);
    }
    const auto values = program.make_values(runtime_);
    Plan plan = runtime_.capture([&] { program.submit(runtime_, values); });
    for (int round = 0; round < 100; ++round) {
      runtime_.run(plan);
      if (round % 30 == 7) runtime_.wait();
    }
    runtime_.wait();
    EXPECT_EQ(RandomProgram::results(values), expected);
  }
}

TEST_P(Plans, AreOrderedWithOrdinaryTasksOnTheSameHandles) {
  for (unsigned seed = 20; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomProgram planned(seed, 5, 40);
    const RandomProgram between(seed + 100, 5, 13);
    const RandomProgram other(seed + 200, 5, 25);
    std::vector<std::uint64_t> expected;
    const auto run = [&](Runtime& runtime, const auto& values, auto&& run_planned, auto&& run_other) {
      for (int round = 0; round < 20; ++round) {
        run_planned();
        between.submit(runtime, values);
        run_other();
        if (round % 3 == 0) run_planned();
      }
      runtime.wait();
      return RandomProgram::results(values);
    };
    {
      Runtime runtime(with_threads(1));
      const auto values = planned.make_values(runtime);
      expected = run(
          runtime, values, [&] { planned.submit(runtime, values); }, [&] { other.submit(runtime, values); });
    }
    const auto values = planned.make_values(runtime_);
    Plan plan = runtime_.capture([&] { planned.submit(runtime_, values); });
    Plan second = runtime_.capture([&] { other.submit(runtime_, values); });
    EXPECT_EQ(run(
                  runtime_, values, [&] { runtime_.run(plan); }, [&] { runtime_.run(second); }),
              expected);
  }
}

TEST_P(Plans, VersionsAdvanceAsForSubmittedTasks) {
  SharedValue<int> x(runtime_, "x");
  SharedValue<int> y(runtime_, "y", 0xfffffff0);
  Plan plan = runtime_.capture([&] {
    for (int i = 0; i < 3; ++i)
      runtime_.submit(
          task(), [](const int*, int*) {}, read(x), write(y));
    runtime_.submit(
        task(), [](const int*, const int*) {}, read(x), read(y));
  });
  for (int round = 0; round < 10; ++round) runtime_.run(plan);
  runtime_.wait();
  EXPECT_EQ(runtime_.version(x), 40u);
  EXPECT_EQ(runtime_.version(y), 0xfffffff0u + 40u);
}

TEST_P(Plans, KeepOnlyEdgesThatOthersDoNotImply) {
  const Handle x = runtime_.handle("x");
  const Handle y = runtime_.handle("y");
  const auto nothing = [] {};
  const auto edges = [&](auto&& submissions) { return runtime_.capture(submissions).edges(); };
  const auto submit = [&](auto... accesses) { runtime_.submit(task(), nothing, accesses...); };
  EXPECT_EQ(edges([&] { submit(write(x)), submit(write(x)), submit(write(x)); }), 2u);
  EXPECT_EQ(edges([&] { submit(write(x)), submit(read(x)), submit(read(x)), submit(write(x)); }), 4u);
  EXPECT_EQ(edges([&] { submit(add(x)), submit(add(x)), submit(add(x)); }), 0u);
  EXPECT_EQ(edges([&] { submit(add(x)), submit(add(x)), submit(read(x)), submit(read(x)); }), 4u);
  EXPECT_EQ(edges([&] { submit(read(x)), submit(read(x)); }), 0u);
  // Two handles give the same dependency: one edge.
  EXPECT_EQ(edges([&] { submit(write(x), write(y)), submit(write(x), write(y)); }), 1u);
  // The third task follows the second, which follows the first.
  EXPECT_EQ(edges([&] { submit(write(x), write(y)), submit(write(x)), submit(write(x), write(y)); }), 2u);
  // A diamond has no edge from top to bottom.
  EXPECT_EQ(edges([&] {
              submit(write(x), write(y)), submit(write(x)), submit(write(y)), submit(read(x), read(y));
            }),
            4u);
}

TEST_P(Plans, IndependentTasksAllRun) {
  std::atomic<int> done{0};
  Plan plan = runtime_.capture([&] {
    for (int i = 0; i < 50; ++i) runtime_.submit(task(), [&] { ++done; });
  });
  EXPECT_EQ(plan.edges(), 0u);
  for (int round = 0; round < 100; ++round) runtime_.run(plan);
  runtime_.wait();
  EXPECT_EQ(done, 5000);
}

TEST_P(Plans, EmptyPlanRuns) {
  Plan plan = runtime_.capture([] {});
  EXPECT_EQ(plan.tasks(), 0u);
  for (int round = 0; round < 3; ++round) runtime_.run(plan);
  runtime_.wait();
}

TEST_P(Plans, RunsOfOnePlanDoNotOverlap) {
  // Even without a common handle: the plan's tasks exist only once.
  std::atomic<int> inside{0};
  std::atomic<int> overlaps{0};
  Plan plan = runtime_.capture([&] {
    runtime_.submit(task(), [&] {
      if (inside.fetch_add(1) != 0) ++overlaps;
      inside.fetch_sub(1);
    });
  });
  for (int round = 0; round < 500; ++round) runtime_.run(plan);
  runtime_.wait();
  EXPECT_EQ(overlaps, 0);
}

TEST_P(Plans, CommutingTasksExcludeEachOther) {
  SharedValue<int> x(runtime_, "x");
  SharedValue<int> y(runtime_, "y");
  std::atomic<int> inside{0};
  std::atomic<int> overlaps{0};
  Plan plan = runtime_.capture([&] {
    for (int i = 0; i < 30; ++i) {
      const auto once = [&](int* value) {
        if (inside.fetch_add(1) != 0) ++overlaps;
        ++*value;
        inside.fetch_sub(1);
      };
      runtime_.submit(task(), once, add(x));
      runtime_.submit(
          task(), [once](int* value, int* other) { once(value), ++*other; }, add(x), add(y));
    }
  });
  EXPECT_EQ(plan.edges(), 0u);
  for (int round = 1; round <= 50; ++round) {
    runtime_.run(plan);
    runtime_.submit(
        task(),
        [round](const int* a, const int* b) {
          EXPECT_EQ(*a, 60 * round);
          EXPECT_EQ(*b, 30 * round);
        },
        read(x), read(y));
  }
  runtime_.wait();
  EXPECT_EQ(overlaps, 0);
}

TEST_P(Plans, TasksMayHaveSubtasks) {
  SharedValue<int> x(runtime_, "x");
  SharedValue<int> free_value(runtime_, "free");
  std::atomic<int> subtasks{0};
  Plan plan = runtime_.capture([&] {
    for (int i = 0; i < 5; ++i) {
      runtime_.submit(
          task(),
          [&](int* value) {
            // The task's successors run after its subtasks.
            EXPECT_EQ(subtasks % 4, 0);
            ++*value;
            for (int child = 0; child < 4; ++child)
              runtime_.submit(
                  task(), [&](int* sum) { ++*sum, ++subtasks; }, add(free_value));
          },
          write(x));
    }
  });
  for (int round = 0; round < 40; ++round) runtime_.run(plan);
  runtime_.wait(x);
  EXPECT_EQ(x.value, 200);
  EXPECT_EQ(subtasks, 800);
  EXPECT_EQ(free_value.value, 800);
}

TEST_P(Plans, FailureAffectsOnlyItsRun) {
  SharedValue<int> x(runtime_, "x");
  SharedValue<int> y(runtime_, "y");
  SharedValue<int> z(runtime_, "z");
  bool fails = true;
  Plan plan = runtime_.capture([&] {
    runtime_.submit(
        TaskType("step")(),
        [&](int* value) {
          if (fails) throw std::runtime_error("broken");
          ++*value;
        },
        write(x));
    runtime_.submit(
        task(), [](const int* from, int* to) { *to += *from; }, read(x), write(y));
  });
  runtime_.run(plan);
  runtime_.submit(
      task(), [](const int*, int* to) { *to = -1; }, read(y), write(z));  // depends on the plan's run
  try {
    runtime_.wait();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const TaskFailure& error) {
    EXPECT_STREQ(error.what(), "task 'step' failed: broken");
  }
  EXPECT_EQ(x.value, 0);
  EXPECT_EQ(y.value, 0);
  EXPECT_EQ(z.value, 0);
  fails = false;
  for (int round = 0; round < 10; ++round) runtime_.run(plan);
  runtime_.wait();
  EXPECT_EQ(x.value, 10);
  EXPECT_EQ(y.value, 55);
}

TEST_P(Plans, FailureSkipsOnlyDependents) {
  const Handle x = runtime_.handle("x"), y = runtime_.handle("y");
  int ran = 0;
  Plan plan = runtime_.capture([&] {
    runtime_.submit(
        task(), [] { throw std::runtime_error("broken"); }, write(x));
    runtime_.submit(
        task(), [&] { ++ran; }, write(y));
    runtime_.submit(
        task(), [&] { ran += 100; }, read(x));
  });
  for (int round = 1; round <= 3; ++round) {
    runtime_.run(plan);
    runtime_.run(plan);
    runtime_.submit(
        task(), [&] { ran += 10; }, write(y));
    EXPECT_THROW(runtime_.wait(), TaskFailure);
    EXPECT_EQ(ran, 12 * round);
  }
}

TEST_P(Plans, CancelledRunsLeaveThePlanUsable) {
  SharedValue<int> x(runtime_, "x");
  Plan plan = runtime_.capture([&] {
    for (int i = 0; i < 10; ++i) {
      runtime_.submit(
          task(), [](int* value) { ++*value; }, write(x));
      runtime_.submit(
          task(), [](int* value) { ++*value; }, add(x));
    }
  });
  for (int round = 0; round < 20; ++round) {
    runtime_.cancel();
    runtime_.run(plan);
    EXPECT_THROW(runtime_.wait(), Cancelled);
    EXPECT_EQ(x.value, 20 * round);
    runtime_.run(plan);
    runtime_.wait();
    EXPECT_EQ(x.value, 20 * (round + 1));
  }
}

TEST_P(Plans, CanBeMovedAndDestroyedWhileRunning) {
  SharedValue<int> x(runtime_, "x");
  const auto captured = std::make_shared<int>(0);
  {
    std::optional<Plan> plan = runtime_.capture([&] {
      for (int i = 0; i < 20; ++i)
        runtime_.submit(
            task(), [captured](int* value) { ++*value; }, write(x));
    });
    Plan moved = std::move(*plan);
    plan.reset();
    for (int round = 0; round < 10; ++round) runtime_.run(moved);
  }
  EXPECT_EQ(x.value, 200);
  EXPECT_EQ(captured.use_count(), 1);
}

TEST_P(Plans, PlanOfAnotherRuntimeIsRefused) {
  Runtime other(with_threads(1));
  Plan plan = other.capture([] {});
  EXPECT_THROW(runtime_.run(plan), UsageError);
}

TEST_P(Plans, RunBesideThrottledSubmission) {
  Options options = with_threads(GetParam());
  options.window = 100;
  Runtime runtime(options);
  SharedValue<int> x(runtime, "x");
  Plan plan = runtime.capture([&] {
    for (int i = 0; i < 50; ++i)
      runtime.submit(
          task(), [](int* value) { ++*value; }, write(x));
  });
  for (int round = 0; round < 200; ++round) {
    runtime.run(plan);
    for (int i = 0; i < 10; ++i)
      runtime.submit(
          task(), [](int* value) { ++*value; }, write(x));
  }
  runtime.wait();
  EXPECT_EQ(x.value, 200 * 60);
}

/// The order in which one worker runs a captured plan of four tasks: 0 → 1 → 2, and 3 by itself.
std::vector<int> order_under_critical(const std::vector<double>& work, std::int32_t priority_of_3 = 0) {
  Options options = with_threads(1);
  options.policy = "critical";
  Runtime runtime(options);
  SharedValue<int> chain(runtime, "chain");
  SharedValue<int> other(runtime, "other");
  std::vector<int> ran;
  Plan plan = runtime.capture([&] {
    runtime.submit(
        task(work[3]).with_priority(priority_of_3), [&](int*) { ran.push_back(3); }, write(other));
    for (int i = 0; i < 3; ++i) {
      runtime.submit(
          task(work[static_cast<std::size_t>(i)]), [&ran, i](int*) { ran.push_back(i); }, write(chain));
    }
  });
  runtime.run(plan);
  runtime.wait();
  return ran;
}

TEST(PlansUnderCritical, FollowTheDeclaredWorkToTheEnd) {
  EXPECT_EQ(order_under_critical({1, 1, 5, 4}), (std::vector<int>{0, 1, 2, 3})) << "7, 6, 5 and 4 to the end";
  EXPECT_EQ(order_under_critical({1, 1, 5, 9}), (std::vector<int>{3, 0, 1, 2}));
  EXPECT_EQ(order_under_critical({9, 1, 1, 4}), (std::vector<int>{0, 3, 1, 2}));
}

TEST(PlansUnderCritical, CountTasksWithoutDeclaredWork) {
  EXPECT_EQ(order_under_critical({0, 0, 0, 0}).front(), 0) << "three tasks to the end, not one";
}

TEST(PlansUnderCritical, KeepThePrioritiesOfTheProgram) {
  EXPECT_EQ(order_under_critical({1, 1, 5, 4}, 1), (std::vector<int>{3, 0, 1, 2}));
}

INSTANTIATE_TEST_SUITE_P(Workers, Plans, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
