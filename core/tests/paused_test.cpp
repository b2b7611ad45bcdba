// A runtime that starts no task until resume() or a wait.
#include <gtest/gtest.h>

#include <atomic>
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

class Paused : public ::testing::TestWithParam<unsigned> {
 protected:
  static Options paused() {
    Options options = with_threads(GetParam());
    options.paused = true;
    return options;
  }
  void submit(int tasks) {
    for (int i = 0; i < tasks; ++i) runtime_.submit(task(), [this] { ++done_; });
  }
  static void yield_to_others() {
    for (int i = 0; i < 2000; ++i) std::this_thread::yield();
  }
  Runtime runtime_{paused()};
  std::atomic<int> done_{0};
};

TEST_P(Paused, NothingStartsBeforeResume) {
  submit(100);
  yield_to_others();
  EXPECT_EQ(done_, 0);
  runtime_.resume();
  if (GetParam() > 1) {
    while (done_.load() < 100) std::this_thread::yield();  // this thread does not help
  }
  runtime_.wait();
  EXPECT_EQ(done_, 100);
}

TEST_P(Paused, WaitForAllResumes) {
  submit(100);
  EXPECT_EQ(done_, 0);
  runtime_.wait();
  EXPECT_EQ(done_, 100);
  submit(100);
  runtime_.wait();
  EXPECT_EQ(done_, 200);
}

TEST_P(Paused, ThrottledTaskMayPause) {
  Options options = with_threads(GetParam());
  options.window = 4;
  Runtime runtime(options);
  std::atomic<int> done{0};
  for (int round = 0; round < 20; ++round) {
    runtime.submit(task(), [&] { runtime.pause(); });
    for (int i = 0; i < 100; ++i) runtime.submit(task(), [&done] { ++done; });  // submits while paused
    runtime.wait();
  }
  EXPECT_EQ(done, 2000);
}

TEST_P(Paused, PausingDuringAWaitDoesNotStopTheWait) {
  Runtime runtime(with_threads(GetParam()));
  std::atomic<int> done{0};
  SharedValue<int> x(runtime, "x");
  for (int i = 0; i < 100; ++i) {
    runtime.submit(
        task(),
        [&](int*) {
          runtime.pause();
          ++done;
        },
        write(x));
  }
  runtime.wait(x);
  EXPECT_EQ(done, 100);
  runtime.submit(task(), [&] { runtime.pause(); });
  runtime.submit(task(), [&] { ++done; });
  runtime.wait();
  EXPECT_EQ(done, 101);
}

TEST_P(Paused, WaitForAHandleResumes) {
  SharedValue<int> x(runtime_, "x");
  runtime_.submit(
      task(), [](int* value) { *value = 1; }, write(x));
  runtime_.wait(x);
  EXPECT_EQ(x.value, 1);
}

TEST_P(Paused, HandleWithUnstartedTasksCanBeDestroyed) {
  {
    SharedValue<int> x(runtime_, "x");
    runtime_.submit(
        task(), [this](int*) { ++done_; }, write(x));
  }
  EXPECT_EQ(done_, 1);
}

TEST_P(Paused, CanBePausedAgain) {
  for (int round = 1; round <= 20; ++round) {
    submit(50);
    runtime_.wait();
    EXPECT_EQ(done_, 50 * round);
    runtime_.pause();
  }
  submit(50);
  yield_to_others();
  EXPECT_EQ(done_, 50 * 20);
  runtime_.wait();
  EXPECT_EQ(done_, 50 * 21);
}

TEST_P(Paused, TasksWokenByARunningTaskDoNotStart) {
  if (GetParam() == 1) return;  // no other worker would run a task
  SharedValue<int> x(runtime_, "x");
  std::atomic<bool> is_running{false};
  std::atomic<bool> may_end{false};
  runtime_.resume();
  runtime_.submit(
      task(),
      [&](int*) {
        is_running = true;
        while (!may_end.load()) std::this_thread::yield();
      },
      write(x));
  for (int i = 0; i < 10; ++i)
    runtime_.submit(
        task(), [this](int*) { ++done_; }, write(x));
  while (!is_running.load()) std::this_thread::yield();
  runtime_.pause();
  may_end = true;
  yield_to_others();
  EXPECT_EQ(done_, 0);
  runtime_.wait();
  EXPECT_EQ(done_, 10);
}

TEST_P(Paused, WaitForCompletedTasksDoesNotResume) {
  SharedValue<int> x(runtime_, "x");
  submit(5);
  runtime_.wait(x);
  yield_to_others();
  EXPECT_EQ(done_, 0);
}

TEST_P(Paused, RunningTasksContinue) {
  runtime_.resume();
  if (GetParam() == 1) return;  // no other worker would run a task
  std::atomic<bool> is_running{false};
  std::atomic<bool> may_end{false};
  runtime_.submit(task(), [&] {
    is_running = true;
    while (!may_end.load()) std::this_thread::yield();
    submit(5);  // these do not start
    ++done_;
  });
  while (!is_running.load()) std::this_thread::yield();
  runtime_.pause();
  may_end = true;
  while (done_.load() == 0) std::this_thread::yield();
  yield_to_others();
  EXPECT_EQ(done_, 1);
  runtime_.wait();
  EXPECT_EQ(done_, 6);
}

INSTANTIATE_TEST_SUITE_P(Workers, Paused, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
