// The runtime reports a program's mistakes, and they block nothing.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "refusal.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using std::chrono::milliseconds;
using testing::refusal;
using testing::SharedValue;
using testing::task;
using testing::with_threads;

class Misuse : public ::testing::TestWithParam<unsigned> {
 protected:
  /// Expects the handle to be fully usable.
  void expect_sound() {
    int ran = 0;
    runtime_.submit(
        task(), [&] { ++ran; }, write(x_));
    EXPECT_NO_THROW(runtime_.wait());
    EXPECT_EQ(ran, 1);
  }
  Runtime runtime_{with_threads(GetParam())};
  Handle x_ = runtime_.handle("x");
};

TEST_P(Misuse, ReservationUsedTwiceIsRefused) {
  auto reserved = runtime_.reserve(write(x_));
  runtime_.submit(
      task(), [] {}, std::move(reserved));
  EXPECT_EQ(refusal([&] {
              runtime_.submit(
                  task(), [] {}, std::move(reserved));
            }),
            "x: expected a reservation to be used once, found a second use");
  expect_sound();
}

TEST_P(Misuse, ReservedHandleNamedTwiceIsRefused) {
  const std::string message =
      "x: expected a reserved handle to be named only by its reservation, found it named twice";
  auto reserved = runtime_.reserve(write(x_));
  EXPECT_EQ(refusal([&] {
              runtime_.submit(
                  task(), [] {}, read(x_), std::move(reserved));
            }),
            message);
  EXPECT_EQ(refusal([&] {
              runtime_.submit(
                  task(), [] {}, std::move(reserved), read(x_));
            }),
            message);
  auto second = runtime_.reserve(write(x_));
  EXPECT_EQ(refusal([&] {
              runtime_.submit(
                  task(), [] {}, std::move(reserved), std::move(second));
            }),
            message);
  // A refused reservation can still be used.
  std::vector<int> ran;
  runtime_.submit(
      task(), [&] { ran.push_back(2); }, std::move(second));
  runtime_.submit(
      task(), [&] { ran.push_back(1); }, std::move(reserved));
  runtime_.wait();
  EXPECT_EQ(ran, (std::vector<int>{1, 2}));
  expect_sound();
}

TEST_P(Misuse, RefusedTaskKeepsItsReservation) {
  {
    auto reserved = runtime_.reserve(write(x_));
    EXPECT_NE(refusal([&] {
                runtime_.submit(
                    task(-1.0), [] {}, std::move(reserved));
              }),
              "accepted");
    EXPECT_FALSE(reserved.is_used());
  }
  expect_sound();
}

TEST_P(Misuse, ReservationInACaptureIsRefused) {
  EXPECT_EQ(refusal([&] { runtime_.capture([&] { runtime_.reserve(write(x_)); }); }),
            "x: expected reserve outside a capture, found it inside one");
  expect_sound();
}

TEST_P(Misuse, ReservationCanBeDroppedInACaptureOrByAHoldingTask) {
  auto reserved = std::make_unique<Reserved<NoContents>>(runtime_.reserve(write(x_)));
  const Plan plan = runtime_.capture([&] { reserved.reset(); });
  EXPECT_EQ(plan.tasks(), 0u);
  runtime_.submit(
      task(), [&] { const auto unused = runtime_.reserve(write(x_)); }, write(x_));
  expect_sound();
}

TEST_P(Misuse, SubtaskCanReadThroughAReservationDataThatItsParentReads) {
  std::atomic<bool> ran{false};
  runtime_.submit(
      task(),
      [&] {
        auto reserved = runtime_.reserve(read(x_));
        runtime_.submit(
            task(), [&] { ran = true; }, std::move(reserved));
      },
      read(x_));
  runtime_.wait();
  expect_sound();
  EXPECT_TRUE(ran);
}

TEST_P(Misuse, PlanRunInACaptureIsRefused) {
  Plan inner = runtime_.capture([&] {
    runtime_.submit(
        task(), [] {}, write(x_));
  });
  EXPECT_EQ(refusal([&] { runtime_.capture([&] { runtime_.run(inner); }); }),
            "expected only tasks in a capture, found a run of another plan");
  expect_sound();
}

TEST_P(Misuse, PlanRunByATaskThatHoldsItsHandlesIsRefused) {
  Plan plan = runtime_.capture([&] {
    runtime_.submit(
        task(), [] {}, write(x_));
  });
  std::string message;
  runtime_.submit(
      task(), [&] { message = refusal([&] { runtime_.run(plan); }); }, write(x_));
  runtime_.wait();
  EXPECT_EQ(message.substr(0, 50), "a plan accesses x, which its ancestor 'task' holds") << message;
  expect_sound();
}

TEST_P(Misuse, CancellingAHandleOfAnotherRuntimeIsRefused) {
  Runtime other(with_threads(1));
  const Handle y = other.handle("y");
  EXPECT_EQ(refusal([&] { runtime_.cancel(y); }), "y: expected a handle of this runtime, found another's");
  expect_sound();
}

TEST_P(Misuse, RenameAddsIsRefusedTwiceOrWithTasksInFlight) {
  SharedValue<long> sum(runtime_, "sum");
  const RenamingFunctions functions{
      [](void* buffer) { *static_cast<long*>(buffer) = 0; },
      [](void* into, const void* buffer) { *static_cast<long*>(into) += *static_cast<const long*>(buffer); },
      [](void* contents, const void* buffer) {
        *static_cast<long*>(contents) += *static_cast<const long*>(buffer);
      }};
  auto late = runtime_.reserve(write(sum));
  EXPECT_EQ(refusal([&] { runtime_.rename_adds(sum, functions); }),
            "sum: expected rename_adds before any task accesses it, found tasks in flight");
  runtime_.submit(
      task(), [](long*) {}, std::move(late));
  runtime_.wait();
  runtime_.rename_adds(sum, functions);
  EXPECT_EQ(refusal([&] { runtime_.rename_adds(sum, functions); }),
            "sum: expected one call of rename_adds, found a second");
}

TEST_P(Misuse, WaitInTheDestructorOfACaptureIsRefused) {
  struct Waiter {
    Runtime* runtime;
    std::atomic<bool>* is_refused;
    explicit Waiter(Runtime& owner, std::atomic<bool>& flag) : runtime(&owner), is_refused(&flag) {}
    Waiter(Waiter&& other) noexcept
        : runtime(std::exchange(other.runtime, nullptr)), is_refused(other.is_refused) {}
    Waiter& operator=(Waiter&&) = delete;
    ~Waiter() {
      if (runtime != nullptr) *is_refused = refusal([this] { runtime->wait(); }) != "accepted";
    }
  };
  std::atomic<bool> is_refused{false};
  runtime_.submit(task(), [waiter = Waiter(runtime_, is_refused)] {});
  runtime_.wait();
  EXPECT_TRUE(is_refused);
}

INSTANTIATE_TEST_SUITE_P(Workers, Misuse, ::testing::Values(1u, 2u, 4u));

TEST(Reporting, PlanDestroyedInATaskWhileItRunsIsReported) {
  const auto lose_plan = [] {
    Runtime runtime(with_threads(2));
    const Handle x = runtime.handle("x");
    runtime.submit(task(), [&] {
      Plan plan = runtime.capture([&] {
        for (int i = 0; i < 100; ++i)
          runtime.submit(
              task(), [] { std::this_thread::sleep_for(milliseconds(1)); }, write(x));
      });
      runtime.run(plan);
    });
    runtime.wait();
  };
  EXPECT_DEATH(lose_plan(), "gusset: a plan is destroyed inside a task while it runs: a task can't wait");
}

TEST(Reporting, FailureAfterAReportedFailureIsReported) {
  ::testing::internal::CaptureStderr();
  {
    Runtime runtime(with_threads(2));
    runtime.submit(task(), [] { throw std::runtime_error("first"); });
    EXPECT_THROW(runtime.wait(), TaskFailure);
    runtime.submit(task(), [] { throw std::runtime_error("second"); });
  }
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("second"), std::string::npos);
}

TEST(Reporting, DeadlockFoundByAHandleDestructorIsReported) {
  Runtime runtime(with_threads(2));
  const Handle x = runtime.handle("x");
  auto never = runtime.reserve(write(x));
  ::testing::internal::CaptureStderr();
  {
    const Handle y = runtime.handle("y");
    runtime.submit(
        task(), [] {}, read(x), write(y));
  }
  const std::string message = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(message.find("'task' waits for version 1 of x, which stays at 0"), std::string::npos) << message;
}

TEST(Reporting, TooManyTaskTypesAreReported) {
  const auto name_many = [] {
    try {
      for (int i = 0; i < 70000; ++i) TaskType("type " + std::to_string(i));
    } catch (const UsageError& error) {
      std::fputs(error.what(), stderr);
      std::exit(3);
    }
  };
  EXPECT_EXIT(name_many(), ::testing::ExitedWithCode(3),
              "expected at most 65535 task types, found one more: 'type 655");
}

}  // namespace
}  // namespace gusset
