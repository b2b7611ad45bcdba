#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::SharedValue;
using testing::task;
using testing::with_threads;

class Cancellation : public ::testing::TestWithParam<unsigned> {
 protected:
  static Options paused() {
    Options options = with_threads(GetParam());
    options.paused = true;
    return options;
  }
  std::string cancelled() {
    try {
      runtime_.wait();
    } catch (const Cancelled& error) {
      return error.what();
    }
    return "no";
  }
  Runtime runtime_{paused()};
  SharedValue<int> x_{runtime_, "x"};
  SharedValue<int> y_{runtime_, "y"};
  SharedValue<int> z_{runtime_, "z"};
  std::atomic<int> done_{0};
};

TEST_P(Cancellation, CancelAllStartsNoMoreTasks) {
  const auto captured = std::make_shared<int>(0);
  for (int i = 0; i < 100; ++i) {
    runtime_.submit(task(), [this] { ++done_; });
    runtime_.submit(
        task(), [this, captured](int*) { ++done_; }, write(x_));
  }
  runtime_.cancel();
  runtime_.submit(task(), [this] { ++done_; });  // tasks submitted before the wait do not run either
  EXPECT_EQ(cancelled(), "the program cancelled its tasks");
  EXPECT_EQ(done_, 0);
  EXPECT_EQ(captured.use_count(), 1);
}

TEST_P(Cancellation, EndsWhenTheWaitReturns) {
  for (int round = 0; round < 20; ++round) {
    runtime_.cancel();
    runtime_.submit(
        task(), [](int* value) { ++*value; }, write(x_));
    EXPECT_EQ(cancelled(), "the program cancelled its tasks");
    EXPECT_EQ(x_.value, round);
    runtime_.submit(
        task(), [](int* value) { ++*value; }, write(x_));
    EXPECT_EQ(cancelled(), "no");
    EXPECT_EQ(x_.value, round + 1);
  }
}

TEST_P(Cancellation, CancellingAHandleSkipsItsTasksAndDependents) {
  const auto count = [](int* value) { ++*value; };
  runtime_.submit(task(), count, write(x_));
  runtime_.submit(
      task(), [](const int*, int* value) { ++*value; }, read(x_), write(y_));
  runtime_.submit(task(), count, write(z_));
  runtime_.cancel(x_);
  runtime_.submit(task(), count, write(x_));
  runtime_.submit(task(), count, write(z_));
  EXPECT_NO_THROW(runtime_.wait(z_));
  try {
    runtime_.wait(y_);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Cancelled& error) {
    EXPECT_STREQ(error.what(), "the program cancelled the tasks on x");
  }
  EXPECT_EQ(cancelled(), "the program cancelled the tasks on x");
  EXPECT_EQ(x_.value, 0);
  EXPECT_EQ(y_.value, 0);
  EXPECT_EQ(z_.value, 2);
  runtime_.submit(task(), count, write(x_));
  EXPECT_EQ(cancelled(), "no");
  EXPECT_EQ(x_.value, 1);
}

TEST_P(Cancellation, TaskCanCancelLaterTasks) {
  // A search that ends when a task finds something.
  for (int i = 0; i < 1000; ++i) {
    runtime_.submit(
        task(),
        [this, i](int* value) {
          *value = i;
          if (i == 17) runtime_.cancel();
        },
        write(x_));
  }
  EXPECT_EQ(cancelled(), "the program cancelled its tasks");
  EXPECT_EQ(x_.value, 17);
}

TEST_P(Cancellation, RunningTasksComplete) {
  if (GetParam() == 1) return;  // no other worker would run it
  runtime_.resume();
  std::atomic<bool> is_running{false};
  std::atomic<bool> may_end{false};
  runtime_.submit(
      task(),
      [&](int* value) {
        is_running = true;
        while (!may_end.load()) std::this_thread::yield();
        *value = 5;
      },
      write(x_));
  while (!is_running.load()) std::this_thread::yield();
  runtime_.submit(
      task(), [](int* value) { *value = 6; }, write(x_));
  runtime_.cancel();
  may_end = true;
  EXPECT_EQ(cancelled(), "the program cancelled its tasks");
  EXPECT_EQ(x_.value, 5);
}

TEST_P(Cancellation, EarlierFailureTakesPrecedence) {
  runtime_.submit(task(), [] { throw std::runtime_error("broken"); });
  if (GetParam() == 1) {
    EXPECT_THROW(runtime_.wait(), TaskFailure);
    return;
  }
  runtime_.resume();
  SharedValue<int> after(runtime_, "after");
  runtime_.submit(
      task(), [](int*) { throw std::runtime_error("broken"); }, write(after));
  EXPECT_THROW(runtime_.wait(after), TaskFailure);
  runtime_.cancel();
  EXPECT_THROW(runtime_.wait(), TaskFailure);
}

INSTANTIATE_TEST_SUITE_P(Workers, Cancellation, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
