// Making plans: what a capture records, and what it refuses.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::SharedValue;
using testing::task;
using testing::with_threads;

class PlanCaptures : public ::testing::TestWithParam<unsigned> {
 protected:
  Runtime runtime_{with_threads(GetParam())};
};

TEST_P(PlanCaptures, CaptureRunsNothing) {
  SharedValue<int> x(runtime_, "x");
  const Plan plan = runtime_.capture([&] {
    for (int i = 0; i < 10; ++i)
      runtime_.submit(
          task(), [](int* value) { ++*value; }, write(x));
  });
  EXPECT_EQ(plan.tasks(), 10u);
  EXPECT_EQ(plan.edges(), 9u);
  runtime_.wait();
  EXPECT_EQ(x.value, 0);
  EXPECT_EQ(runtime_.version(x), 0u);
}

TEST_P(PlanCaptures, ExceptionInACaptureLeavesNothingBehind) {
  SharedValue<int> x(runtime_, "x");
  const auto captured = std::make_shared<int>(0);
  EXPECT_THROW(runtime_.capture([&] {
    runtime_.submit(
        task(), [captured](int* value) { ++*value; }, write(x));
    throw std::out_of_range("beyond");
  }),
               std::out_of_range);
  EXPECT_EQ(captured.use_count(), 1);
  EXPECT_THROW(runtime_.capture([&] { runtime_.submit(task(-1.0), [] {}); }), UsageError);
  // Tasks submitted now run, and another capture makes a separate plan.
  runtime_.submit(
      task(), [](int* value) { ++*value; }, write(x));
  Plan plan = runtime_.capture([&] {
    runtime_.submit(
        task(), [](int* value) { *value *= 5; }, write(x));
  });
  EXPECT_EQ(plan.tasks(), 1u);
  runtime_.run(plan);
  runtime_.wait();
  EXPECT_EQ(x.value, 5);
}

TEST_P(PlanCaptures, NestedCaptureIsRefused) {
  EXPECT_THROW(runtime_.capture([&] { runtime_.capture([] {}); }), UsageError);
  EXPECT_EQ(runtime_.capture([] {}).tasks(), 0u);
}

TEST_P(PlanCaptures, OtherThreadsCanSubmitDuringACapture) {
  SharedValue<int> x(runtime_, "x");
  SharedValue<int> y(runtime_, "y");
  Plan plan = runtime_.capture([&] {
    runtime_.submit(
        task(), [](int* value) { ++*value; }, write(x));
    std::thread([&] {
      runtime_.submit(
          task(), [](int* value) { ++*value; }, write(y));
      runtime_.wait(y);
    }).join();
  });
  EXPECT_EQ(plan.tasks(), 1u);
  EXPECT_EQ(y.value, 1);
  EXPECT_EQ(x.value, 0);
}

TEST_P(PlanCaptures, ThreadsCaptureOneAtATime) {
  constexpr int rounds = 100;
  std::atomic<int> ran{0};
  const auto capture_often = [&] {
    const Handle x = runtime_.handle("x");
    for (int round = 0; round < rounds;) {
      try {
        Plan plan = runtime_.capture([&] {
          runtime_.submit(
              task(), [&] { ++ran; }, write(x));
        });
        runtime_.run(plan);
        ++round;
      } catch (const UsageError&) {
        std::this_thread::yield();  // the other thread is capturing
      }
    }
    runtime_.wait(x);
  };
  std::thread other(capture_often);
  capture_often();
  other.join();
  EXPECT_EQ(ran, 2 * rounds);
}

TEST_P(PlanCaptures, ReservedAccessesAreRefused) {
  SharedValue<int> x(runtime_, "x");
  auto reserved = runtime_.reserve(write(x));
  try {
    runtime_.capture([&] {
      runtime_.submit(
          task(), [](int*) {}, std::move(reserved));
    });
    FAIL() << "nothing was thrown";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "task: expected no reserved accesses in a plan, found one of x");
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, PlanCaptures, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
