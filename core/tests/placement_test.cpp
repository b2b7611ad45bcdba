// Where tasks run, and which run first: affinity and priorities.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/core/engine/current_worker.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using detail::current_worker_index;
using testing::SharedValue;
using testing::task;
using testing::with_threads;

Options with_policy(const char* policy, unsigned threads) {
  Options options = with_threads(threads);
  options.policy = policy;
  return options;
}

TEST(Placement, WithoutStealingATaskRunsOnItsPreferredWorker) {
  Runtime runtime(with_policy("static", 4));
  std::vector<std::pair<unsigned, unsigned>> ran(400);
  for (unsigned i = 0; i < 400; ++i) {
    const unsigned wanted = i * 7 % 4;
    runtime.submit(task().near(WorkerId(wanted)), [&, i, wanted] {
      ran[i] = {wanted, current_worker_index(runtime.engine())};
    });
  }
  runtime.wait();
  for (const auto& [wanted, found] : ran) EXPECT_EQ(found, wanted);
}

TEST(Placement, NonexistentWorkerIsIgnored) {
  Runtime runtime(with_policy("static", 2));
  std::atomic<int> done{0};
  for (int i = 0; i < 10; ++i) runtime.submit(task().near(WorkerId(99)), [&] { ++done; });
  runtime.wait();
  EXPECT_EQ(done, 10);
}

TEST(Placement, DomainMeansAnyOfItsWorkers) {
  Runtime runtime(with_policy("static", 4));
  std::atomic<int> done{0};
  for (int i = 0; i < 40; ++i) {
    runtime.submit(task().near(DomainId(0)), [&] {
      EXPECT_LT(current_worker_index(runtime.engine()), 4u);
      ++done;
    });
  }
  for (int i = 0; i < 10; ++i) runtime.submit(task().near(DomainId(77)), [&] { ++done; });  // no such domain
  runtime.wait();
  EXPECT_EQ(done, 50);
}

TEST(Placement, NearDataMeansTheLastWorkerThatAccessedIt) {
  Runtime runtime(with_policy("static", 4));
  SharedValue<unsigned> x(runtime, "x");
  SharedValue<unsigned> y(runtime, "y");
  for (unsigned i = 0; i < 100; ++i) {
    const unsigned where = i * 3 % 4;
    runtime.submit(
        task().near(WorkerId(where)),
        [&](unsigned* value) { *value = current_worker_index(runtime.engine()); }, write(x));
    runtime.submit(
        task().near(WorkerId((where + 1) % 4)),
        [&](unsigned* value) { *value = current_worker_index(runtime.engine()); }, write(y));
    unsigned reader = 99;
    // Uses the first handle that the task modifies, although it reads another one first.
    runtime.submit(
        task().near_data(),
        [&](const unsigned*, unsigned*) { reader = current_worker_index(runtime.engine()); }, read(y),
        write(x));
    runtime.wait();
    EXPECT_EQ(x.value, where);
    EXPECT_EQ(y.value, (where + 1) % 4);
    EXPECT_EQ(reader, where);
  }
}

TEST(Placement, WokenTasksKeepTheirAffinity) {
  Runtime runtime(with_policy("static", 3));
  SharedValue<int> x(runtime, "x");
  std::vector<unsigned> ran;
  for (unsigned i = 0; i < 60; ++i) {
    runtime.submit(
        task().near(WorkerId(i % 3)), [&](int*) { ran.push_back(current_worker_index(runtime.engine())); },
        write(x));
  }
  runtime.wait();
  ASSERT_EQ(ran.size(), 60u);
  for (unsigned i = 0; i < 60; ++i) EXPECT_EQ(ran[i], i % 3);
}

TEST(Placement, ThiefTakesTasksOfABusyWorker) {
  // Worker 1 waits for a task that wants worker 1. With stealing, another worker runs it.
  Runtime runtime(with_policy("locality", 3));
  std::atomic<bool> is_running{false};
  std::atomic<bool> may_end{false};
  unsigned busy = 99;
  runtime.submit(task().near(WorkerId(1)), [&] {
    busy = current_worker_index(runtime.engine());
    is_running = true;
    while (!may_end.load()) std::this_thread::yield();
  });
  while (!is_running.load()) std::this_thread::yield();
  runtime.submit(task().near(WorkerId(busy)), [&] { may_end = true; });
  runtime.wait();
  EXPECT_TRUE(may_end);
}

TEST(Placement, AffinityIsRespectedWhileOtherWorkersAreBusy) {
  // Two workers. This thread is busy submitting, so nobody can steal from worker 1, which finds its own
  // tasks.
  Runtime runtime(with_policy("locality", 2));
  std::vector<unsigned> ran(20, 99);
  std::atomic<bool> has_ended{false};
  for (unsigned i = 0; i < 20; ++i)
    runtime.submit(task().near(WorkerId(1)), [&, i] { ran[i] = current_worker_index(runtime.engine()); });
  runtime.submit(task().near(WorkerId(1)), [&] { has_ended = true; });
  while (!has_ended.load()) std::this_thread::yield();
  for (const unsigned worker : ran) EXPECT_EQ(worker, 1u);
  runtime.wait();
}

TEST(Priorities, HighestRunsFirstThenTheOldest) {
  Options options = with_policy("priority", 1);
  options.paused = true;
  Runtime runtime(options);
  std::vector<std::pair<int, int>> order;
  for (int i = 0; i < 200; ++i) {
    const int priority = i * 37 % 11 - 5;
    runtime.submit(task().with_priority(priority),
                   [&order, priority, i] { order.emplace_back(-priority, i); });
  }
  runtime.wait();
  ASSERT_EQ(order.size(), 200u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(Priorities, ApplyToWokenTasks) {
  Runtime runtime(with_policy("priority", 1));
  SharedValue<int> gate(runtime, "gate");
  std::vector<std::pair<int, int>> order;
  runtime.submit(
      task(), [](int*) {}, write(gate));
  for (int i = 0; i < 50; ++i) {
    const int priority = i * 13 % 7;
    runtime.submit(
        task().with_priority(priority),
        [&order, priority, i](const int*) { order.emplace_back(-priority, i); }, read(gate));
  }
  runtime.wait();
  ASSERT_EQ(order.size(), 50u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(Priorities, DoNotBreakDependencies) {
  for (const unsigned workers : {1u, 3u}) {
    Runtime runtime(with_policy("priority", workers));
    SharedValue<std::vector<int>> x(runtime, "x");
    for (int i = 0; i < 300; ++i) {
      runtime.submit(
          task().with_priority(i), [i](std::vector<int>* list) { list->push_back(i); }, write(x));
    }
    runtime.wait();
    ASSERT_EQ(x.value.size(), 300u);
    EXPECT_TRUE(std::is_sorted(x.value.begin(), x.value.end()));
  }
}

}  // namespace
}  // namespace gusset
