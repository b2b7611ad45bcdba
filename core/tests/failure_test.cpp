// What becomes of tasks that throw, and of those behind them.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "gusset/core.hpp"
#include "shared_value.hpp"

namespace gusset {
namespace {

using testing::SharedValue;
using testing::with_threads;

const TaskType task("task");

struct Broken : std::runtime_error {
  explicit Broken(int where) : std::runtime_error("broken"), place(where) {}
  int place;
};

class Failure : public ::testing::TestWithParam<unsigned> {
 protected:
  Runtime runtime_{with_threads(GetParam())};
  SharedValue<int> x_{runtime_, "x"};
  SharedValue<int> y_{runtime_, "y"};
  SharedValue<int> z_{runtime_, "z"};

  void fail_on(SharedValue<int>& value, int place = 1) {
    runtime_.submit(
        task(), [place](int*) { throw Broken(place); }, write(value));
  }
  void set(SharedValue<int>& value, int number) {
    runtime_.submit(
        task(), [number](int* to) { *to = number; }, write(value));
  }
};

TEST_P(Failure, TheOriginalExceptionReachesTheWaiter) {
  fail_on(x_, 42);
  try {
    runtime_.wait();
    FAIL() << "nothing was thrown";
  } catch (const Broken& error) {
    EXPECT_EQ(error.place, 42);
  }
}

TEST_P(Failure, AnythingMayBeThrown) {
  runtime_.submit(task(), [] { throw 5; });
  EXPECT_THROW(runtime_.wait(), int);
}

TEST_P(Failure, DependantsDoNotRunOthersDo) {
  fail_on(x_);
  runtime_.submit(
      task(), [](const int*, int* to) { *to = 1; }, read(x_), write(y_));  // depends on x
  runtime_.submit(
      task(), [](const int*, int* to) { *to = 1; }, read(y_), add(x_));  // through y
  set(z_, 1);
  EXPECT_THROW(runtime_.wait(), Broken);
  EXPECT_EQ(x_.value, 0);
  EXPECT_EQ(y_.value, 0);
  EXPECT_EQ(z_.value, 1);
}

TEST_P(Failure, WhatAFailedTaskOnlyReadIsSound) {
  runtime_.submit(
      task(), [](const int*, int*) { throw Broken(1); }, read(x_), write(y_));
  set(x_, 3);
  EXPECT_NO_THROW(runtime_.wait(x_));
  EXPECT_EQ(x_.value, 3);
  EXPECT_THROW(runtime_.wait(), Broken);
}

TEST_P(Failure, AddsOfOneGroupDoNotDependOnEachOther) {
  runtime_.submit(
      task(), [](int* to) { *to += 1; }, add(x_));
  runtime_.submit(
      task(), [](int*) { throw Broken(1); }, add(x_));
  runtime_.submit(
      task(), [](int* to, int* other) { *to += 1, *other += 1; }, add(x_), add(y_));
  runtime_.submit(
      task(), [](const int*, int* to) { *to = 1; }, read(x_), write(z_));  // this one does
  EXPECT_THROW(runtime_.wait(x_), Broken);
  EXPECT_NO_THROW(runtime_.wait(y_));
  EXPECT_THROW(runtime_.wait(z_), Broken);
  EXPECT_EQ(x_.value, 2);
  EXPECT_EQ(y_.value, 1);
  EXPECT_EQ(z_.value, 0);
  EXPECT_THROW(runtime_.wait(), Broken);
}

TEST_P(Failure, WaitForAHandleConcernsThatHandleAlone) {
  fail_on(x_);
  set(y_, 2);
  EXPECT_NO_THROW(runtime_.wait(y_));
  EXPECT_THROW(runtime_.wait(x_), Broken);
  EXPECT_THROW(runtime_.wait(x_), Broken);  // until the program has waited for all
  EXPECT_THROW(runtime_.wait(), Broken);
  EXPECT_NO_THROW(runtime_.wait(x_));
  EXPECT_NO_THROW(runtime_.wait());
}

TEST_P(Failure, TheRuntimeIsUsableAfterwards) {
  for (int round = 0; round < 10; ++round) {
    fail_on(x_, round);
    set(x_, 1);
    try {
      runtime_.wait();
      FAIL() << "nothing was thrown";
    } catch (const Broken& error) {
      EXPECT_EQ(error.place, round);
    }
    EXPECT_EQ(x_.value, 0);
    set(x_, 7);
    runtime_.wait();
    EXPECT_EQ(x_.value, 7);
    x_.value = 0;
  }
}

TEST_P(Failure, LongChainsBehindAFailureDoNotHang) {
  fail_on(x_);
  for (int i = 0; i < 1000; ++i)
    runtime_.submit(
        task(), [](int* a, const int*) { ++*a; }, write(x_), read(y_));
  EXPECT_THROW(runtime_.wait(), Broken);
  EXPECT_EQ(x_.value, 0);
}

TEST_P(Failure, OfATaskThatATaskSubmittedReachesTheProgram) {
  runtime_.submit(task(), [this] { fail_on(x_, 9); });
  EXPECT_THROW(runtime_.wait(), Broken);
}

TEST_P(Failure, ATaskCanNotWait) {
  bool can_submit = false;
  runtime_.submit(task(), [&] {
    EXPECT_THROW(runtime_.wait(), UsageError);
    EXPECT_THROW(runtime_.wait(x_), UsageError);
    can_submit = true;
  });
  runtime_.wait();
  EXPECT_TRUE(can_submit);
}

TEST_P(Failure, WrongUseInsideATaskIsTheTasksFailure) {
  runtime_.submit(task(), [&] { runtime_.submit(task(-1.0), [] {}); });
  EXPECT_THROW(runtime_.wait(), UsageError);
}

TEST_P(Failure, WhatFailedTasksCapturedIsReleased) {
  const auto captured = std::make_shared<int>(0);
  runtime_.submit(
      task(), [captured](int*) { throw Broken(1); }, write(x_));
  runtime_.submit(
      task(), [captured](int*) {}, write(x_));
  EXPECT_THROW(runtime_.wait(x_), Broken);
  EXPECT_EQ(captured.use_count(), 1);
  EXPECT_THROW(runtime_.wait(), Broken);
}

TEST_P(Failure, AHandleMayGoWhilePoisoned) {
  {
    SharedValue<int> local(runtime_, "local");
    fail_on(local);
  }
  EXPECT_THROW(runtime_.wait(), Broken);
}

INSTANTIATE_TEST_SUITE_P(Workers, Failure, ::testing::Values(1u, 2u, 4u));

std::string printed_by(void (*program)()) {
  ::testing::internal::CaptureStderr();
  program();
  return ::testing::internal::GetCapturedStderr();
}

TEST(UnreportedFailure, IsPrintedInOneLine) {
  EXPECT_EQ(printed_by([] {
              Runtime runtime(with_threads(1));
              runtime.submit(task(), [] { throw std::runtime_error("two\nlines"); });
            }),
            "gusset: a task failed and nobody waited for it: two lines\n");
  EXPECT_EQ(printed_by([] {
              Runtime runtime(with_threads(1));
              runtime.submit(task(), [] { throw 5; });
            }),
            "gusset: a task failed and nobody waited for it\n");
}

TEST(UnreportedFailure, IsNotPrintedOnceAWaitHasThrownIt) {
  EXPECT_EQ(printed_by([] {
              Runtime runtime(with_threads(1));
              SharedValue<int> x(runtime);
              runtime.submit(
                  task(), [](int*) { throw Broken(1); }, write(x));
              EXPECT_THROW(runtime.wait(x), Broken);
            }),
            "");
}

}  // namespace
}  // namespace gusset
