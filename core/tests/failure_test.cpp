// What happens to tasks that throw, and to the tasks behind them.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::SharedValue;
using testing::task;
using testing::with_threads;

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

/// The kernel's exception, taken out of the TaskFailure that a wait throws.
template <class Original, class Wait>
Original original_of(Wait&& wait) {
  try {
    wait();
  } catch (const TaskFailure& failure) {
    try {
      failure.rethrow_nested();
    } catch (const Original& original) {
      return original;
    }
  }
  throw std::logic_error("the wait threw no TaskFailure");
}

template <class Wait>
std::string message_of(Wait&& wait) {
  try {
    wait();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST_P(Failure, WaitThrowsTheTaskNameAndTheOriginalException) {
  runtime_.submit(
      TaskType("gemm")(), [](int*) { throw Broken(42); }, write(x_));
  try {
    runtime_.wait();
    FAIL() << "nothing was thrown";
  } catch (const TaskFailure& failure) {
    EXPECT_STREQ(failure.what(), "task 'gemm' failed: broken");
    EXPECT_EQ(failure.task(), "gemm");
    EXPECT_THROW(failure.rethrow_nested(), Broken);
  }
}

TEST_P(Failure, OriginalExceptionIsPreserved) {
  fail_on(x_, 42);
  EXPECT_EQ(original_of<Broken>([&] { runtime_.wait(x_); }).place, 42);
  EXPECT_EQ(original_of<Broken>([&] { runtime_.wait(); }).place, 42);
}

TEST_P(Failure, AnyTypeMayBeThrown) {
  runtime_.submit(task(), [] { throw 5; });
  EXPECT_EQ(original_of<int>([&] { runtime_.wait(); }), 5);
  runtime_.submit(task(), [] { throw 5; });
  EXPECT_EQ(message_of([&] { runtime_.wait(); }),
            "task 'task' failed: an exception that is not a std::exception");
}

TEST_P(Failure, FirstOfSeveralIsReported) {
  fail_on(x_, 1);
  runtime_.submit(
      task(), [](const int*, int*) { throw Broken(2); }, read(y_), write(x_));  // does not run
  EXPECT_EQ(original_of<Broken>([&] { runtime_.wait(); }).place, 1);
}

TEST_P(Failure, DependentsAreSkippedAndOthersRun) {
  fail_on(x_);
  runtime_.submit(
      task(), [](const int*, int* to) { *to = 1; }, read(x_), write(y_));  // depends on x
  runtime_.submit(
      task(), [](const int*, int* to) { *to = 1; }, read(y_), add(x_));  // depends on x through y
  set(z_, 1);
  EXPECT_THROW(runtime_.wait(), TaskFailure);
  EXPECT_EQ(x_.value, 0);
  EXPECT_EQ(y_.value, 0);
  EXPECT_EQ(z_.value, 1);
}

TEST_P(Failure, DataThatAFailedTaskOnlyReadStaysValid) {
  runtime_.submit(
      task(), [](const int*, int*) { throw Broken(1); }, read(x_), write(y_));
  set(x_, 3);
  EXPECT_NO_THROW(runtime_.wait(x_));
  EXPECT_EQ(x_.value, 3);
  EXPECT_THROW(runtime_.wait(), TaskFailure);
}

TEST_P(Failure, AddsOfOneGroupFailIndependently) {
  runtime_.submit(
      task(), [](int* to) { *to += 1; }, add(x_));
  runtime_.submit(
      task(), [](int*) { throw Broken(1); }, add(x_));
  runtime_.submit(
      task(), [](int* to, int* other) { *to += 1, *other += 1; }, add(x_), add(y_));
  runtime_.submit(
      task(), [](const int*, int* to) { *to = 1; }, read(x_), write(z_));  // this task depends on x
  EXPECT_THROW(runtime_.wait(x_), TaskFailure);
  EXPECT_NO_THROW(runtime_.wait(y_));
  EXPECT_THROW(runtime_.wait(z_), TaskFailure);
  EXPECT_EQ(x_.value, 2);
  EXPECT_EQ(y_.value, 1);
  EXPECT_EQ(z_.value, 0);
  EXPECT_THROW(runtime_.wait(), TaskFailure);
}

TEST_P(Failure, WaitForAHandleReportsOnlyItsFailures) {
  fail_on(x_);
  set(y_, 2);
  EXPECT_NO_THROW(runtime_.wait(y_));
  EXPECT_THROW(runtime_.wait(x_), TaskFailure);
  EXPECT_THROW(runtime_.wait(x_), TaskFailure);  // throws until the program has waited for all tasks
  EXPECT_THROW(runtime_.wait(), TaskFailure);
  EXPECT_NO_THROW(runtime_.wait(x_));
  EXPECT_NO_THROW(runtime_.wait());
}

TEST_P(Failure, RuntimeIsUsableAfterwards) {
  for (int round = 0; round < 10; ++round) {
    fail_on(x_, round);
    set(x_, 1);
    EXPECT_EQ(original_of<Broken>([&] { runtime_.wait(); }).place, round);
    EXPECT_EQ(x_.value, 0);
    set(x_, 7);
    runtime_.wait();
    EXPECT_EQ(x_.value, 7);
    x_.value = 0;
  }
}

TEST_P(Failure, LongChainsBehindAFailureAreSkipped) {
  fail_on(x_);
  for (int i = 0; i < 1000; ++i)
    runtime_.submit(
        task(), [](int* a, const int*) { ++*a; }, write(x_), read(y_));
  EXPECT_THROW(runtime_.wait(), TaskFailure);
  EXPECT_EQ(x_.value, 0);
}

TEST_P(Failure, SubtaskFailureReachesTheProgram) {
  runtime_.submit(task(), [this] { fail_on(x_, 9); });
  EXPECT_THROW(runtime_.wait(), TaskFailure);
}

TEST_P(Failure, TaskCannotWait) {
  bool can_submit = false;
  runtime_.submit(task(), [&] {
    EXPECT_THROW(runtime_.wait(), UsageError);
    EXPECT_THROW(runtime_.wait(x_), UsageError);
    can_submit = true;
  });
  runtime_.wait();
  EXPECT_TRUE(can_submit);
}

TEST_P(Failure, MisuseInsideATaskFailsThatTask) {
  runtime_.submit(task(), [&] { runtime_.submit(task(-1.0), [] {}); });
  EXPECT_EQ(message_of([&] { runtime_.wait(); }),
            "task 'task' failed: task: expected work that is finite and not negative, found -1.000000");
}

TEST_P(Failure, CapturesOfFailedTasksAreReleased) {
  const auto captured = std::make_shared<int>(0);
  runtime_.submit(
      task(), [captured](int*) { throw Broken(1); }, write(x_));
  runtime_.submit(
      task(), [captured](int*) {}, write(x_));
  EXPECT_THROW(runtime_.wait(x_), TaskFailure);
  EXPECT_EQ(captured.use_count(), 1);
  EXPECT_THROW(runtime_.wait(), TaskFailure);
}

TEST_P(Failure, HandledExceptionIsReleased) {
  for (int round = 0; round < 300; ++round) {
    auto thrown = std::make_shared<int>(round);
    const std::weak_ptr<int> kept = thrown;
    runtime_.submit(
        task(), [thrown](int*) { throw std::shared_ptr<int>(thrown); }, write(x_));
    thrown.reset();
    // Several workers skip these tasks, the last one as the wait ends.
    for (SharedValue<int>* value : {&y_, &z_}) {
      runtime_.submit(
          task(), [](const int*, int*) {}, read(x_), write(*value));
    }
    EXPECT_THROW(runtime_.wait(), TaskFailure);
    ASSERT_TRUE(kept.expired()) << "round " << round;
  }
}

TEST_P(Failure, PoisonedHandleCanBeDestroyed) {
  {
    SharedValue<int> local(runtime_, "local");
    fail_on(local);
  }
  EXPECT_THROW(runtime_.wait(), TaskFailure);
}

INSTANTIATE_TEST_SUITE_P(Workers, Failure, ::testing::Values(1u, 2u, 4u));

std::string printed_by(void (*program)()) {
  ::testing::internal::CaptureStderr();
  program();
  return ::testing::internal::GetCapturedStderr();
}

TEST(UnreportedFailure, IsPrintedOnOneLine) {
  EXPECT_EQ(printed_by([] {
              Runtime runtime(with_threads(1));
              runtime.submit(task(), [] { throw std::runtime_error("two\nlines"); });
            }),
            "gusset: a task failed and nobody waited for it: task 'task' failed: two lines\n");
  EXPECT_EQ(printed_by([] {
              Runtime runtime(with_threads(1));
              runtime.submit(task(), [] { throw 5; });
            }),
            "gusset: a task failed and nobody waited for it: task 'task' failed: an exception that is not a "
            "std::exception\n");
}

TEST(UnreportedFailure, CancellationIsNotPrinted) {
  EXPECT_EQ(printed_by([] {
              Runtime runtime(with_threads(1));
              runtime.submit(task(), [] {});
              runtime.cancel();
            }),
            "");
}

TEST(UnreportedFailure, IsNotPrintedAfterAWaitThrewIt) {
  EXPECT_EQ(printed_by([] {
              Runtime runtime(with_threads(1));
              SharedValue<int> x(runtime);
              runtime.submit(
                  task(), [](int*) { throw Broken(1); }, write(x));
              EXPECT_THROW(runtime.wait(x), TaskFailure);
            }),
            "");
}

}  // namespace
}  // namespace gusset
