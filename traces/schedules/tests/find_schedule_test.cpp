#include "gusset/traces/schedules/find_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "schedule_case.hpp"
#include "schedule_problems.hpp"

namespace gusset::schedules {
namespace {

using testing::fault_of;
using testing::search;

TEST(FindSchedule, FindsTheOptimumOfGrahamsAnomaly) {
  const FoundSchedule found = search(traces::testing::graham(), 4, 100);
  EXPECT_EQ(found.found_ns, 12);
  EXPECT_TRUE(found.is_optimal());
  EXPECT_EQ(fault_of(traces::testing::graham(), found), "");
}

TEST(FindSchedule, FindsShortSchedulesOfCholesky) {
  const traces::ScheduleProblem cholesky = traces::testing::graph_file("chol10.txt");
  const auto found_ns = [&](unsigned threads) {
    const FoundSchedule found = search(cholesky, threads, 20000);
    EXPECT_EQ(fault_of(cholesky, found), "");
    return found.found_ns;
  };
  EXPECT_LE(found_ns(4), 86'500'000);
  EXPECT_LE(found_ns(8), 46'500'000);
  EXPECT_LE(found_ns(16), 30'000'000);
}

// Cholesky with 10×10 tiles as it ran on two threads; updates of a tile in the order in which they ran.
TEST(FindSchedule, ComesWithinOnePercentOfTheBoundOfAMeasuredRun) {
  const traces::ScheduleProblem measured = traces::testing::graph_file("measured_chol10.txt");
  for (const unsigned threads : {4u, 8u, 16u}) {
    const FoundSchedule found = search(measured, threads, 3000);
    EXPECT_EQ(fault_of(measured, found), "");
    EXPECT_LE(static_cast<double>(found.found_ns), 1.01 * static_cast<double>(found.bounds.best_ns()))
        << threads << " threads";
  }
}

TEST(FindSchedule, ComesCloseToTheBoundOfOtherGraphs) {
  for (const char* name : {"heavy200.txt", "stencil24.txt"}) {
    const traces::ScheduleProblem problem = traces::testing::graph_file(name);
    const FoundSchedule found = search(problem, 8, 2000);
    EXPECT_EQ(fault_of(problem, found), "");
    EXPECT_LE(static_cast<double>(found.found_ns), 1.05 * static_cast<double>(found.bounds.best_ns()))
        << name;
    EXPECT_LE(found.found_ns, found.first_ns) << name;
  }
}

/// Tries all orders of the tasks; each task begins as early as those before it allow.
class ShortestSchedule {
 public:
  ShortestSchedule(const traces::ScheduleProblem& problem, unsigned threads)
      : problem_(problem), end_ns_(problem.size()) {
    for (std::uint32_t task = 0; task < problem.size(); ++task)
      missing_.push_back(problem.predecessors.of(task).size());
    add_tasks({std::vector<std::int64_t>(threads), std::vector<std::int64_t>(problem.groups.size()), 0, 0});
  }
  std::int64_t makespan_ns() const { return shortest_ns_; }

 private:
  struct Part {
    std::vector<std::int64_t> worker_ns;
    std::vector<std::int64_t> group_ns;
    std::size_t tasks;
    std::int64_t makespan_ns;
  };

  void add_tasks(const Part& part) {
    if (part.tasks == problem_.size()) shortest_ns_ = std::min(shortest_ns_, part.makespan_ns);
    for (std::uint32_t task = 0; task < problem_.size(); ++task) {
      if (missing_[task] != 0) continue;
      missing_[task] = problem_.size();  // it has begun
      for (const std::uint32_t next : problem_.successors.of(task)) --missing_[next];
      add_tasks(with(part, task));
      for (const std::uint32_t next : problem_.successors.of(task)) ++missing_[next];
      missing_[task] = 0;
    }
  }
  Part with(Part part, std::uint32_t task) {
    std::ranges::sort(part.worker_ns);
    std::int64_t begin_ns = part.worker_ns.front();
    for (const std::uint32_t before : problem_.predecessors.of(task))
      begin_ns = std::max(begin_ns, end_ns_[before]);
    for (const std::uint32_t group : problem_.groups_of.of(task))
      begin_ns = std::max(begin_ns, part.group_ns[group]);
    end_ns_[task] = begin_ns + problem_.duration_ns[task];
    *(std::ranges::upper_bound(part.worker_ns, begin_ns) - 1) = end_ns_[task];
    for (const std::uint32_t group : problem_.groups_of.of(task)) part.group_ns[group] = end_ns_[task];
    part.makespan_ns = std::max(part.makespan_ns, end_ns_[task]);
    ++part.tasks;
    return part;
  }

  const traces::ScheduleProblem& problem_;
  std::vector<std::int64_t> end_ns_;
  std::vector<std::size_t> missing_;
  std::int64_t shortest_ns_ = std::numeric_limits<std::int64_t>::max();
};

// In some of these, a worker must wait although a task is ready.
TEST(FindSchedule, FindsTheOptimumOfSmallProblems) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const traces::ScheduleProblem problem = traces::testing::random_problem(3 + seed % 4, seed);
    for (const unsigned threads : {2u, 3u}) {
      const FoundSchedule found = search(problem, threads, 2000, seed);
      EXPECT_EQ(found.found_ns, ShortestSchedule(problem, threads).makespan_ns())
          << "seed " << seed << ", " << threads << " threads";
      EXPECT_EQ(fault_of(problem, found), "");
    }
  }
}

TEST(FindSchedule, FindsNothingShorterThanTheBounds) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const traces::ScheduleProblem problem = traces::testing::random_problem(5 + seed % 30, seed);
    for (const unsigned threads : {1u, 2u, 5u}) {
      const FoundSchedule found = search(problem, threads, 100);
      EXPECT_GE(found.found_ns, found.bounds.best_ns()) << "seed " << seed << ", " << threads << " threads";
    }
  }
}

TEST(FindSchedule, RespectsOrderWorkersAndGroups) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const traces::ScheduleProblem problem = traces::testing::random_problem(1 + seed % 40, seed);
    for (const unsigned threads : {1u, 3u, 64u}) {
      const FoundSchedule found = search(problem, threads, 50, seed);
      EXPECT_EQ(fault_of(problem, found), "") << "seed " << seed << ", " << threads << " threads";
    }
  }
}

TEST(FindSchedule, SameSeedAndEvaluationsGiveTheSameSchedule) {
  const traces::ScheduleProblem problem = traces::testing::graph_file("chol10.txt");
  const FoundSchedule found = search(problem, 16, 2000, 7);
  EXPECT_EQ(search(problem, 16, 2000, 7).schedule, found.schedule);
  EXPECT_GE(found.evaluations, 2000u);
  EXPECT_LE(found.evaluations, 2020u);
}

TEST(FindSchedule, StopsWhenAsked) {
  const std::atomic<bool> stop = true;
  SearchOptions options;
  options.seconds = 1e6;
  options.stop = &stop;
  const traces::ScheduleProblem problem = traces::testing::graph_file("chol10.txt");
  const FoundSchedule found = find_schedule(problem, 16, options);
  EXPECT_TRUE(found.is_interrupted);
  EXPECT_EQ(found.found_ns, found.first_ns);
  EXPECT_EQ(fault_of(problem, found), "");
}

TEST(FindSchedule, ReportsProgressAndStopsFromTheCallback) {
  std::atomic<bool> stop = false;
  SearchOptions options;
  options.seconds = 1e6;
  options.stop = &stop;
  options.progress = [&](const SearchProgress& progress) {
    EXPECT_GE(progress.found_ns, progress.bound_ns);
    EXPECT_LE(progress.share, 1.0);
    stop = true;
  };
  EXPECT_TRUE(find_schedule(traces::testing::graph_file("chol10.txt"), 16, options).is_interrupted);
}

TEST(FindSchedule, HandlesTasksThatTakeNoTime) {
  const auto problem = traces::make_problem({0, 0, 0}, {{0, 1}});
  const FoundSchedule found = search(*problem, 2, 10);
  EXPECT_EQ(found.found_ns, 0);
  EXPECT_EQ(fault_of(*problem, found), "");
}

// If every end of a task examined all tasks that wait for the group, this would take minutes.
TEST(FindSchedule, HandlesManyTasksThatExcludeEachOther) {
  constexpr std::uint32_t tasks = 60'000;
  std::vector<std::vector<std::uint32_t>> group(1);
  for (std::uint32_t task = 0; task < tasks; ++task) group[0].push_back(task);
  const auto problem = traces::make_problem(std::vector<std::int64_t>(tasks, 3), {}, group);
  const FoundSchedule found = testing::search(*problem, 4, 1);
  EXPECT_EQ(found.found_ns, 3 * std::int64_t{tasks});
  EXPECT_TRUE(found.is_optimal());
}

TEST(FindSchedule, KeepsTasksNearTheirPredecessors) {
  // Two chains on two workers: each stays on its worker.
  const auto problem = traces::make_problem({2, 3, 2, 3, 2, 3}, {{0, 2}, {2, 4}, {1, 3}, {3, 5}});
  const FoundSchedule found = search(*problem, 2, 10);
  EXPECT_EQ(found.schedule.worker[0], found.schedule.worker[4]);
  EXPECT_EQ(found.schedule.worker[1], found.schedule.worker[5]);
}

}  // namespace
}  // namespace gusset::schedules
