#include "gusset/core/worker_local.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;
using testing::task;
using testing::with_threads;

template <class T>
std::vector<T> values(const WorkerLocal<T>& local) {
  std::vector<T> found;
  local.for_each([&](const T& value) { found.push_back(value); });
  return found;
}

TEST(WorkerLocal, HasOneValueForEachWorker) {
  Runtime runtime(with_threads(3));
  EXPECT_THAT(values(WorkerLocal<int>(runtime)), ElementsAre(0, 0, 0));
  EXPECT_THAT(values(WorkerLocal<std::string>(runtime, "x")), ElementsAre("x", "x", "x"));
  EXPECT_EQ(WorkerLocal<int>(runtime).size(), 3u);
}

TEST(WorkerLocal, FactoryMakesEachValueInPlace) {
  struct Fixed {
    explicit Fixed(unsigned number) : index(number) {}
    Fixed(const Fixed&) = delete;
    Fixed& operator=(const Fixed&) = delete;
    unsigned index;
  };
  Runtime runtime(with_threads(3));
  WorkerLocal<Fixed> local(runtime, [](WorkerId worker) { return Fixed(10 * worker.value()); });
  std::vector<unsigned> found;
  local.for_each([&](const Fixed& fixed) { found.push_back(fixed.index); });
  EXPECT_THAT(found, ElementsAre(0, 10, 20));
}

TEST(WorkerLocal, ValuesAreOnSeparateCacheLines) {
  Runtime runtime(with_threads(4));
  WorkerLocal<char> local(runtime);
  std::vector<std::uintptr_t> lines;
  local.for_each([&](char& value) { lines.push_back(reinterpret_cast<std::uintptr_t>(&value) / 64); });
  ASSERT_EQ(lines.size(), 4u);
  std::sort(lines.begin(), lines.end());
  EXPECT_EQ(std::adjacent_find(lines.begin(), lines.end()), lines.end());
}

TEST(WorkerLocal, KernelsUseTheirWorkersValue) {
  Runtime runtime(with_threads(4));
  WorkerLocal<long> sums(runtime);
  for (long i = 1; i <= 1000; ++i) runtime.submit(task(), [&sums, i] { sums.local() += i; });
  runtime.wait();
  long total = 0;
  sums.for_each([&](long sum) { total += sum; });
  EXPECT_EQ(total, 500500);
}

TEST(WorkerLocal, ConcurrentKernelsSeeDifferentValues) {
  Runtime runtime(with_threads(2));
  WorkerLocal<int> local(runtime);
  std::latch both_run(2);
  std::array<int*, 2> seen{};
  for (std::size_t i = 0; i < 2; ++i) {
    runtime.submit(TaskType("task")(), [&local, &both_run, &mine = seen[i]] {
      both_run.arrive_and_wait();
      mine = &local.local();
    });
  }
  runtime.wait();
  EXPECT_NE(seen[0], nullptr);
  EXPECT_NE(seen[1], nullptr);
  EXPECT_NE(seen[0], seen[1]);
}

TEST(WorkerLocal, IsRefusedOutsideTasks) {
  Runtime runtime(with_threads(2));
  WorkerLocal<int> local(runtime);
  try {
    local.local();
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "worker-local value: expected a use inside a task of its runtime, found one outside");
  }
}

TEST(WorkerLocal, NestedRuntimeUsesTheOuterWorkersValue) {
  Runtime outer(with_threads(2));
  WorkerLocal<int> local(outer);
  std::array<int*, 2> seen{};
  std::latch both_run(2);
  for (std::size_t i = 0; i < 2; ++i) {
    outer.submit(task(), [&, &mine = seen[i]] {
      both_run.arrive_and_wait();
      Runtime inner(with_threads(1));
      inner.submit(task(), [&] { mine = &local.local(); });
      inner.wait();
      EXPECT_EQ(mine, &local.local());
    });
  }
  outer.wait();
  EXPECT_NE(seen[0], seen[1]);
}

TEST(WorkerLocal, IsRefusedInTasksOfAnotherRuntime) {
  Runtime runtime(with_threads(1));
  Runtime other(with_threads(1));
  WorkerLocal<int> local(runtime);
  other.submit(TaskType("task")(), [&local] { EXPECT_THROW(local.local(), UsageError); });
  other.wait();
}

}  // namespace
}  // namespace gusset
