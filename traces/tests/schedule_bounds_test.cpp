#include "gusset/traces/analysis/graph/schedule_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "schedule_problems.hpp"

namespace gusset::traces {
namespace {

using Intervals = ScheduleBounds::Intervals;

TEST(ScheduleBounds, OfIndependentTasksAreAtLeastTheWork) {
  const ScheduleBounds bounds = schedule_bounds(*make_problem({4, 4, 4}, {}), 2);
  EXPECT_EQ(bounds.work_ns, 6);
  EXPECT_EQ(bounds.path_ns, 4);
  EXPECT_EQ(schedule_bounds(*make_problem({4, 4, 4, 4}, {}), 2).name(), "work");
  // In a schedule of length 6, each of the three tasks must run from 2 to 4, but there are two workers.
  EXPECT_EQ(bounds.best_ns(), 8);
  EXPECT_EQ(bounds.name(), "energetic bound");
}

TEST(ScheduleBounds, OfAChainAreThePath) {
  const ScheduleBounds bounds = schedule_bounds(*make_problem({4, 5, 1}, {{0, 1}}), 4);
  EXPECT_EQ(bounds.best_ns(), 9);
  EXPECT_EQ(bounds.name(), "critical path");
}

TEST(ScheduleBounds, OfAddsAreTheirSum) {
  const ScheduleBounds bounds = schedule_bounds(
      *make_problem({1, 5, 5, 5, 1}, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}, {3, 4}}, {{1, 2, 3}}), 8);
  EXPECT_EQ(bounds.path_ns, 17);
  EXPECT_EQ(bounds.name(), "critical path");
  const ScheduleBounds free = schedule_bounds(*make_problem({5, 5, 5}, {}, {{0, 1, 2}}), 8);
  EXPECT_EQ(free.path_ns, 5);
  EXPECT_EQ(free.group_ns, 15);
  EXPECT_EQ(free.name(), "exclusion");
}

TEST(ScheduleBounds, EnergeticBoundSeesAHeadWithoutParallelism) {
  // One task, then eight at once on two workers: 3 + 8 · 2 / 2.
  std::vector<GraphEdge> edges;
  for (std::uint32_t task = 1; task <= 8; ++task) edges.push_back({0, task});
  const ScheduleBounds bounds = schedule_bounds(*make_problem({3, 2, 2, 2, 2, 2, 2, 2, 2}, edges), 2);
  EXPECT_EQ(bounds.work_ns, 10);
  EXPECT_EQ(bounds.energetic_ns, 11);
  EXPECT_EQ(bounds.name(), "energetic bound");
  EXPECT_EQ(bounds.intervals, Intervals::all);
}

TEST(ScheduleBounds, StepsFollowEachOther) {
  // Ten steps of three tasks on two workers, with a short task between steps and one beside them all.
  std::vector<std::int64_t> durations;
  std::vector<GraphEdge> edges;
  for (std::uint32_t step = 0; step < 10; ++step) {
    const auto first = static_cast<std::uint32_t>(durations.size());
    durations.insert(durations.end(), {100, 100, 100, 1});
    for (std::uint32_t task = first; task < first + 3; ++task) {
      if (step > 0) edges.push_back({first - 1, task});
      edges.push_back({task, first + 3});
    }
  }
  durations.push_back(2);
  auto problem = make_problem(durations, edges);
  EXPECT_EQ(schedule_bounds(*problem, 2).steps_ns, 2010);
  durations.back() = 120;  // the longest, but 4 % of the work
  problem = make_problem(durations, edges);
  const ScheduleBounds bounds = schedule_bounds(*problem, 2);
  EXPECT_EQ(bounds.steps_ns, 2010);
  EXPECT_EQ(bounds.best_ns(), 2010);
  EXPECT_EQ(bounds.name(), "steps");
  EXPECT_EQ(schedule_bounds(*make_problem({4, 4, 4}, {}), 2).steps_ns, 0) << "a single step";
  const ScheduleBounds quick = schedule_bounds(*problem, 2, 10);
  EXPECT_EQ(quick.intervals, Intervals::ends);
  EXPECT_EQ(quick.steps_ns, 0);
  EXPECT_EQ(quick.work_ns, bounds.work_ns);
}

/// No bound is above the length of a schedule: starts ready tasks on the first free worker.
TEST(ScheduleBounds, AreNeverAboveASchedule) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    // A few tasks with many edges, so that there are turning points with some tasks beside them.
    std::vector<std::int64_t> durations(4 + random() % 12);
    for (std::int64_t& each : durations) each = static_cast<std::int64_t>(random() % 40);
    std::vector<GraphEdge> edges;
    for (std::uint32_t after = 1; after < durations.size(); ++after) {
      for (std::uint32_t before = 0; before < after; ++before)
        if (random() % 10 < 4) edges.push_back({before, after});
    }
    const auto problem = make_problem(durations, edges);
    std::vector<std::int64_t> ends(durations.size());
    std::array<std::int64_t, 2> free{};
    for (const std::uint32_t task : problem->order) {
      std::int64_t& worker = *std::ranges::min_element(free);
      for (const std::uint32_t before : problem->predecessors.of(task))
        worker = std::max(worker, ends[before]);
      worker += durations[task];
      ends[task] = worker;
    }
    EXPECT_LE(schedule_bounds(*problem, 2).best_ns(), std::ranges::max(free)) << "seed " << seed;
  }
}

TEST(ScheduleBounds, SeeATailWithoutParallelismInManyTasks) {
  std::vector<GraphEdge> edges;
  for (std::uint32_t task = 0; task < 4000; ++task) edges.push_back({task, 4000});
  std::vector<std::int64_t> durations(4001, 2);
  durations[4000] = 3;
  const ScheduleBounds bounds = schedule_bounds(*make_problem(durations, edges), 2);
  EXPECT_EQ(bounds.intervals, Intervals::ends);
  EXPECT_EQ(bounds.energetic_ns, 4003);
}

TEST(ScheduleBounds, EnergeticBoundSeesThatAGroupRunsOneByOne) {
  // Three adds of 4, one by one; then a task of 1; then six tasks of 4 on three workers: 12 + 1 + 8.
  std::vector<std::int64_t> durations{4, 4, 4, 1};
  std::vector<GraphEdge> edges{{0, 3}, {1, 3}, {2, 3}};
  for (std::uint32_t task = 4; task < 10; ++task) {
    durations.push_back(4);
    edges.push_back({3, task});
  }
  const ScheduleBounds bounds = schedule_bounds(*make_problem(durations, edges, {{0, 1, 2}}), 3);
  EXPECT_EQ(bounds.work_ns, 13);
  EXPECT_EQ(bounds.path_ns, 17);
  EXPECT_EQ(bounds.energetic_ns, 21);
}

TEST(ScheduleBounds, NamesOfIntervals) {
  EXPECT_EQ(intervals_name(Intervals::all), "all");
  EXPECT_EQ(intervals_name(Intervals::some), "some");
  EXPECT_EQ(intervals_name(Intervals::ends), "ends");
}

TEST(ScheduleBounds, OfNoTasksAreZero) {
  EXPECT_EQ(schedule_bounds(ScheduleProblem(), 3).best_ns(), 0);
}

// The tasks of Cholesky with 10×10 tiles; potrf, trsm, syrk and gemm take 0.5, 1, 1 and 2 ms.
TEST(ScheduleBounds, OfCholesky) {
  const ScheduleProblem cholesky = testing::graph_file("chol10.txt");
  EXPECT_GE(schedule_bounds(cholesky, 4).best_ns(), 86'200'000);
  EXPECT_GE(schedule_bounds(cholesky, 8).best_ns(), 46'500'000);
  EXPECT_GE(schedule_bounds(cholesky, 16).best_ns(), 29'500'000);
}

}  // namespace
}  // namespace gusset::traces
