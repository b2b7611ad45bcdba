#include "gusset/traces/schedules/play_schedule.hpp"

#include <gtest/gtest.h>

#include "schedule_case.hpp"

namespace gusset::schedules {
namespace {

TEST(StrictMakespan, IsTheFoundOneWithTheSameDurations) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const ScheduleProblem problem = testing::random_problem(30, seed);
    const FoundSchedule found = testing::search(problem, 3, 20);
    EXPECT_EQ(strict_makespan_ns(problem, found.schedule, problem.duration_ns, 0), found.found_ns) << seed;
  }
}

TEST(StrictMakespan, WaitsForALateTaskInOrder) {
  // Worker 0: tasks 0, 2; worker 1: tasks 1, 3. Task 3 waits for task 0 only.
  const auto problem = make_problem({2, 2, 2, 2}, {{0, 3}});
  const TaskSchedule schedule{{0, 1, 0, 1}, {0, 0, 2, 2}, {{0, 2}, {1, 3}}, {0, 1, 2, 3}};
  const std::vector<std::int64_t> late{9, 2, 2, 2};
  EXPECT_EQ(strict_makespan_ns(*problem, schedule, late, 0), 11);
  EXPECT_EQ(strict_makespan_ns(*problem, schedule, late, 1), 13);
}

TEST(StrictMakespan, KeepsTheOrderOfAGroup) {
  const auto problem = make_problem({2, 2, 1}, {}, {{0, 1}});
  const TaskSchedule schedule{{0, 1, 2}, {0, 2, 0}, {{0}, {1}, {2}}, {0, 2, 1}};
  EXPECT_EQ(strict_makespan_ns(*problem, schedule, std::vector<std::int64_t>{5, 2, 1}, 0), 7);
}

TEST(RoundRobinMakespan, GivesTaskTToWorkerTModThreads) {
  // Worker 0 has tasks 0 and 2, worker 1 has 1 and 3.
  const auto problem = make_problem({5, 1, 5, 1}, {});
  EXPECT_EQ(round_robin_makespan_ns(*problem, 2, problem->duration_ns, 0), 10);
  EXPECT_EQ(round_robin_makespan_ns(*problem, 2, problem->duration_ns, 1), 12);
}

TEST(RoundRobinMakespan, RunsALaterTaskThatIsReady) {
  // Task 2 (worker 0) waits for task 1 (worker 1); worker 0 runs task 4 first.
  const auto problem = make_problem({1, 5, 2, 0, 4}, {{1, 2}});
  EXPECT_EQ(round_robin_makespan_ns(*problem, 2, problem->duration_ns, 0), 7);
}

TEST(RoundRobinMakespan, RunsATaskOfAHeldGroupLater) {
  const auto problem = make_problem({3, 3, 1, 1}, {}, {{0, 1}});
  // Worker 1 runs task 3 while worker 0 has the group.
  EXPECT_EQ(round_robin_makespan_ns(*problem, 2, problem->duration_ns, 0), 6);
}

TEST(RoundRobinMakespan, IsNeverBelowTheBound) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const ScheduleProblem problem = testing::random_problem(25, seed);
    EXPECT_GE(round_robin_makespan_ns(problem, 3, problem.duration_ns, 0),
              schedule_bounds(problem, 3).best_ns())
        << seed;
  }
}

}  // namespace
}  // namespace gusset::schedules
