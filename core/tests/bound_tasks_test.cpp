// Tasks that only one worker may run: TaskCall::bound_to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;
using testing::SharedValue;
using testing::task;
using testing::with_threads;

class BoundTasks : public ::testing::TestWithParam<std::string> {
 protected:
  Options options(unsigned threads) const {
    Options result = with_threads(threads);
    result.policy = GetParam();
    return result;
  }
};

TEST_P(BoundTasks, RunOnTheirWorkersAndNowhereElse) {
  for (const unsigned threads : {1u, 3u}) {
    Runtime runtime(options(threads));
    std::vector<std::atomic<int>> wrong(threads);
    std::atomic<int> others{0};
    for (unsigned i = 0; i < 600; ++i) {
      const unsigned worker = i % threads;
      runtime.submit(task().bound_to(WorkerId(worker)), [&, worker] {
        if (detail::current_worker_index(runtime.engine()) != worker) ++wrong[worker];
        // What kernels submit is bound as well as what the program submits.
        const unsigned next = (worker + 1) % threads;
        runtime.submit(task().bound_to(WorkerId(next)).detached(), [&, next] {
          if (detail::current_worker_index(runtime.engine()) != next) ++wrong[next];
        });
      });
      runtime.submit(task(), [&] { ++others; });
    }
    runtime.wait();
    EXPECT_EQ(others, 600);
    for (const auto& count : wrong) EXPECT_EQ(count, 0);
  }
}

TEST_P(BoundTasks, WaitForTheirData) {
  Runtime runtime(options(2));
  SharedValue<int> x(runtime, "x");
  std::atomic<int> wrong{0};
  for (unsigned i = 0; i < 200; ++i) {
    runtime.submit(
        task().bound_to(WorkerId(i % 2)),
        [&, i](int* value) {
          if (detail::current_worker_index(runtime.engine()) != i % 2) ++wrong;
          ++*value;
        },
        i % 3 == 0 ? add(x) : write(x));
  }
  runtime.wait();
  EXPECT_EQ(x.value, 200);
  EXPECT_EQ(wrong, 0);
}

INSTANTIATE_TEST_SUITE_P(Policies, BoundTasks, ::testing::Values("locality", "priority", "static", "random"),
                         [](const auto& policy) { return policy.param; });

TEST(BindingTasks, TheHighestPriorityComesFirstAndBeforeOtherTasks) {
  Options options = with_threads(1);
  options.paused = true;
  Runtime runtime(options);
  std::vector<int> order;
  const auto note = [&](int number) { return [&order, number] { order.push_back(number); }; };
  runtime.submit(task(), note(0));
  for (const int priority : {2, 3, 1})
    runtime.submit(task().bound_to(WorkerId(0)).with_priority(priority), note(priority));
  runtime.wait();
  EXPECT_THAT(order, ElementsAre(3, 2, 1, 0));
}

TEST(BindingTasks, TheWorkerMustExist) {
  Runtime runtime(with_threads(2));
  try {
    runtime.submit(task().bound_to(WorkerId(2)), [] {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "task: expected a worker from 0 to 1, found worker 2");
  }
}

TEST(BindingTasks, TaskGraphsBindTheirTasks) {
  Runtime runtime(with_threads(2));
  TaskGraph<unsigned> graph(runtime, "step");
  std::atomic<int> wrong{0};
  std::atomic<int> runs{0};
  graph.define({.in_degree = [](unsigned) { return 1u; },
                .worker = [](unsigned key) { return WorkerId(key % 2); },
                .bound = [](unsigned key) { return key % 5 != 0; },
                .run =
                    [&](unsigned key) {
                      ++runs;
                      if (key % 5 != 0 && detail::current_worker_index(runtime.engine()) != key % 2) ++wrong;
                    },
                .then =
                    [&](unsigned key) {
                      if (key < 400) graph.fulfil(key + 100);
                    }});
  for (unsigned key = 0; key < 100; ++key) graph.fulfil(key);
  runtime.wait();
  EXPECT_EQ(runs, 500);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace gusset
