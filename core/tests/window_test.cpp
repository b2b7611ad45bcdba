// Throttled submission: Options::window.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
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

class Window : public ::testing::TestWithParam<unsigned> {
 protected:
  static constexpr std::uint64_t size = 256;
  /// How far submission may exceed the window, because it checks only now and then.
  static constexpr std::int64_t slack = 64;

  Options options(std::uint64_t window = size) const {
    Options result = with_threads(GetParam());
    result.window = window;
    return result;
  }
};

TEST_P(Window, LimitsTheTasksInFlight) {
  Runtime runtime(options());
  SharedValue<int> x(runtime, "x");
  std::atomic<std::int64_t> done{0};
  std::int64_t most = 0;
  for (std::int64_t submitted = 1; submitted <= 20000; ++submitted) {
    if (submitted % 2 == 0) {
      runtime.submit(task(), [&] { ++done; });
    } else {
      runtime.submit(
          task(), [&](int*) { ++done; }, write(x));
    }
    most = std::max(most, submitted - done.load());
  }
  EXPECT_LE(most, static_cast<std::int64_t>(size) + slack);
  EXPECT_GE(most, 1);
  runtime.wait();
  EXPECT_EQ(done, 20000);
}

TEST_P(Window, ZeroIsUnlimited) {
  Options unlimited = options(0);
  unlimited.paused = true;
  Runtime runtime(unlimited);
  std::atomic<int> done{0};
  for (int i = 0; i < 20000; ++i) runtime.submit(task(), [&] { ++done; });
  EXPECT_EQ(done, 0);
  runtime.wait();
  EXPECT_EQ(done, 20000);
}

TEST_P(Window, OpensIfNothingIsReady) {
  // All tasks wait for a task that is submitted last.
  Runtime runtime(options());
  SharedValue<int> x(runtime, "x");
  auto first = runtime.reserve(write(x));
  std::atomic<int> sum{0};
  for (int i = 0; i < 5000; ++i)
    runtime.submit(
        task(), [&](const int* value) { sum += *value; }, read(x));
  EXPECT_EQ(sum, 0);
  runtime.submit(
      task(), [](int* value) { *value = 3; }, std::move(first));
  runtime.wait();
  EXPECT_EQ(sum, 15000);
}

TEST_P(Window, DoesNotThrottleSubtasks) {
  // One task submits ten times as many tasks as the window allows: it is never throttled, and nothing hangs.
  Runtime runtime(options());
  std::atomic<std::int64_t> started{0};
  std::atomic<bool> has_submitted_all{false};
  runtime.submit(task(), [&] {
    for (std::uint64_t i = 0; i < 10 * size; ++i) runtime.submit(task(), [&] { ++started; });
    has_submitted_all = true;
  });
  runtime.wait();
  EXPECT_TRUE(has_submitted_all);
  EXPECT_EQ(started, static_cast<std::int64_t>(10 * size));
}

TEST_P(Window, WindowOfOneRunsEverything) {
  Runtime runtime(options(1));
  SharedValue<std::vector<int>> x(runtime, "x");
  for (int i = 0; i < 1000; ++i)
    runtime.submit(
        task(), [i](std::vector<int>* list) { list->push_back(i); }, write(x));
  runtime.wait();
  ASSERT_EQ(x.value.size(), 1000u);
  EXPECT_TRUE(std::is_sorted(x.value.begin(), x.value.end()));
}

TEST_P(Window, FailuresInThrottledSubmissionReachTheWait) {
  Runtime runtime(options());
  std::atomic<int> done{0};
  for (int i = 0; i < 2000; ++i) {
    runtime.submit(task(), [&, i] {
      ++done;
      if (i % 500 == 17) throw i;
    });
  }
  EXPECT_THROW(runtime.wait(), TaskFailure);
  EXPECT_EQ(done, 2000);
}

INSTANTIATE_TEST_SUITE_P(Workers, Window, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace gusset
