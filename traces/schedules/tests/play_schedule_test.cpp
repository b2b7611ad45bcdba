#include "gusset/traces/schedules/play_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "schedule_case.hpp"
#include "schedule_problems.hpp"

namespace gusset::schedules {
namespace {

TEST(StrictMakespan, EqualsTheFoundOneWithTheSameDurations) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const traces::ScheduleProblem problem = traces::testing::random_problem(30, seed);
    const FoundSchedule found = testing::search(problem, 3, 20);
    EXPECT_EQ(strict_makespan_ns(problem, found.schedule, problem.duration_ns, 0), found.found_ns) << seed;
  }
}

TEST(StrictMakespan, WaitsForALateTaskInOrder) {
  // Worker 0: tasks 0, 2; worker 1: tasks 1, 3. Task 3 waits for task 0 only.
  const auto problem = traces::make_problem({2, 2, 2, 2}, {{0, 3}});
  const TaskSchedule schedule{{0, 1, 0, 1}, {0, 0, 2, 2}, {{0, 2}, {1, 3}}, {0, 1, 2, 3}};
  const std::vector<std::int64_t> late{9, 2, 2, 2};
  EXPECT_EQ(strict_makespan_ns(*problem, schedule, late, 0), 11);
  EXPECT_EQ(strict_makespan_ns(*problem, schedule, late, 1), 13);
}

TEST(StrictMakespan, KeepsTheOrderOfAGroup) {
  const auto problem = traces::make_problem({2, 2, 1}, {}, {{0, 1}});
  const TaskSchedule schedule{{0, 1, 2}, {0, 2, 0}, {{0}, {1}, {2}}, {0, 2, 1}};
  EXPECT_EQ(strict_makespan_ns(*problem, schedule, std::vector<std::int64_t>{5, 2, 1}, 0), 7);
}

TEST(RoundRobinMakespan, GivesTaskTToWorkerTModThreads) {
  // Worker 0 has tasks 0 and 2, worker 1 has 1 and 3.
  const auto problem = traces::make_problem({5, 1, 5, 1}, {});
  EXPECT_EQ(round_robin_makespan_ns(*problem, 2, problem->duration_ns, 0), 10);
  EXPECT_EQ(round_robin_makespan_ns(*problem, 2, problem->duration_ns, 1), 12);
}

TEST(RoundRobinMakespan, RunsALaterTaskThatIsReady) {
  // Task 2 (worker 0) waits for task 1 (worker 1); worker 0 runs task 4 first.
  const auto problem = traces::make_problem({1, 5, 2, 0, 4}, {{1, 2}});
  EXPECT_EQ(round_robin_makespan_ns(*problem, 2, problem->duration_ns, 0), 7);
}

TEST(RoundRobinMakespan, RunsATaskOfAHeldGroupLater) {
  const auto problem = traces::make_problem({3, 3, 1, 1}, {}, {{0, 1}});
  // Worker 1 runs task 3 while worker 0 has the group.
  EXPECT_EQ(round_robin_makespan_ns(*problem, 2, problem->duration_ns, 0), 6);
}

/// The same makespan, found in the simplest way: all workers look through their whole lists at every end.
std::int64_t searched_makespan_ns(const traces::ScheduleProblem& problem, unsigned threads) {
  const auto size = static_cast<std::uint32_t>(problem.size());
  std::vector<std::int64_t> end_ns(size, -1);  // -1: not begun
  std::vector<std::uint32_t> next(threads);
  std::vector<std::int64_t> busy_ns(threads, -1);
  for (std::int64_t now_ns = 0;;) {
    const auto is_over = [&](std::uint32_t task) { return end_ns[task] >= 0 && end_ns[task] <= now_ns; };
    const auto runs = [&](std::uint32_t task) { return end_ns[task] > now_ns; };
    const auto may_run = [&](std::uint32_t task) {
      return end_ns[task] < 0 && std::ranges::all_of(problem.predecessors.of(task), is_over) &&
             std::ranges::none_of(problem.groups_of.of(task), [&](std::uint32_t group) {
               return std::ranges::any_of(problem.groups.of(group), runs);
             });
    };
    for (std::uint32_t worker = 0; worker < threads; ++worker) {
      if (busy_ns[worker] > now_ns) continue;
      for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint32_t task = (next[worker] + i) % size;
        if (task % threads != worker || !may_run(task)) continue;
        next[worker] = task + 1;
        busy_ns[worker] = end_ns[task] = now_ns + problem.duration_ns[task];
        break;
      }
    }
    std::int64_t soonest_ns = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t end : busy_ns) {
      if (end > now_ns) soonest_ns = std::min(soonest_ns, end);
    }
    if (soonest_ns == std::numeric_limits<std::int64_t>::max()) return now_ns;
    now_ns = soonest_ns;
  }
}

TEST(RoundRobinMakespan, IsWhatASearchOfWholeListsGives) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    traces::ScheduleProblem problem = traces::testing::random_problem(40, seed);
    // The simple search needs durations above 0.
    for (std::int64_t& duration_ns : problem.duration_ns) ++duration_ns;
    EXPECT_EQ(round_robin_makespan_ns(problem, 3, problem.duration_ns, 0), searched_makespan_ns(problem, 3))
        << seed;
  }
}

TEST(RoundRobinMakespan, IsFoundQuicklyForManyTasksOfOneGroup) {
  std::vector<std::uint32_t> all(100'000);
  std::iota(all.begin(), all.end(), 0u);
  const auto problem = traces::make_problem(std::vector<std::int64_t>(all.size(), 1), {}, {all});
  EXPECT_EQ(round_robin_makespan_ns(*problem, 2, problem->duration_ns, 0), 100'000);
}

TEST(RoundRobinMakespan, IsNeverBelowTheBound) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const traces::ScheduleProblem problem = traces::testing::random_problem(25, seed);
    EXPECT_GE(round_robin_makespan_ns(problem, 3, problem.duration_ns, 0),
              traces::schedule_bounds(problem, 3).best_ns())
        << seed;
  }
}

}  // namespace
}  // namespace gusset::schedules
