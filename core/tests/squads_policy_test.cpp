#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "policies/boundary.hpp"
#include "policy_calls.hpp"

namespace gusset {
namespace {

using detail::boundary_level;

constexpr std::uint64_t opteron_cache = 6 << 20;

std::uint64_t matrix_bytes(std::uint64_t rows, std::uint64_t columns) {
  return rows * columns * sizeof(double);
}

TEST(BoundaryLevel, MatchesThePaperOnFourOpterons) {
  const auto level = [](std::uint64_t rows, std::uint64_t columns) {
    return boundary_level(2, 4, matrix_bytes(rows, columns), opteron_cache);
  };
  EXPECT_EQ(level(512, 512), 3u);
  EXPECT_EQ(level(1024, 1024), 3u);
  EXPECT_EQ(level(2048, 2048), 4u);
  EXPECT_EQ(level(3072, 2048), 4u);
  EXPECT_EQ(level(4096, 2048), 5u);
  EXPECT_EQ(level(4096, 4096), 6u);
  EXPECT_EQ(level(4096, 8192), 7u);
}

TEST(BoundaryLevel, IsZeroForOneSocketOrWithoutData) {
  EXPECT_EQ(boundary_level(2, 1, matrix_bytes(4096, 4096), opteron_cache), 0u);
  EXPECT_EQ(boundary_level(2, 4, 0, opteron_cache), 0u);
}

TEST(BoundaryLevel, CountsSocketsOnlyIfTheCacheIsUnknown) {
  EXPECT_EQ(boundary_level(2, 4, matrix_bytes(4096, 4096), 0), 3u);
  EXPECT_EQ(boundary_level(3, 9, matrix_bytes(512, 512), opteron_cache), 3u);
  EXPECT_EQ(boundary_level(2, 5, 1, opteron_cache), 4u) << "more than 4 tasks";
}

/// The policies of four workers, two on each of two sockets.
struct Machine {
  explicit Machine(const std::string& name, std::optional<unsigned> boundary = {}) {
    for (std::size_t worker = 0; worker < domains.size(); ++worker)
      policies.push_back(
          make_policy(name, {WorkerId(worker), domains.size(), 1, domains, 1000, boundary, &shared}));
  }
  Policy& of(std::size_t worker) { return *policies[worker]; }

  std::vector<DomainId> domains{DomainId(0), DomainId(0), DomainId(1), DomainId(1)};
  std::shared_ptr<SharedPolicyState> shared;
  std::vector<std::unique_ptr<Policy>> policies;
};

TaskView task_at(std::uint32_t level, std::uint64_t bytes, std::uint32_t leaves,
                 Tier parent_tier = Tier::inter_socket) {
  TaskView view;
  view.level = level;
  view.bytes = 2 * bytes;
  view.modified_bytes = bytes;
  view.leaves = leaves;
  view.parent_tier = parent_tier;
  return view;
}

TEST(Cab, DividesWorkDownToTheBoundary) {
  Machine machine("cab", 2);
  const Policy::Place root = machine.of(0).place(task_at(1, 1600, 16), ReadyCause::submitted);
  EXPECT_EQ(root.tier, Tier::inter_socket);
  EXPECT_EQ(root.pool, DomainId(0));
  EXPECT_EQ(machine.of(2).place(task_at(2, 800, 8), ReadyCause::submitted).tier, Tier::leaf);
  EXPECT_EQ(machine.of(2).place(task_at(2, 800, 8), ReadyCause::submitted).pool, DomainId(1)) << "its own";
  const Policy::Place inner = machine.of(3).place(task_at(3, 400, 4, Tier::leaf), ReadyCause::submitted);
  EXPECT_TRUE(inner.pool.is_none());
  EXPECT_EQ(inner.worker, WorkerId(3));
  EXPECT_EQ(inner.lane, Policy::Lane::stack);
}

TEST(Cab, FindsTheBoundaryFromTheLargestDividedData) {
  Machine machine("cab");
  EXPECT_EQ(machine.of(0).explanation(),
            "boundary level 0: no task's data has parts to divide among sockets");
  EXPECT_EQ(machine.of(0).place(task_at(1, 9000, 1), ReadyCause::submitted).tier, Tier::intra_socket);
  machine.of(0).place(task_at(1, 4000, 16), ReadyCause::submitted);
  EXPECT_EQ(
      machine.of(3).explanation(),
      "boundary level 3: level 2 is the first with a task for each of 2 sockets, level 3 the first whose "
      "share of 4.00 kB fits a socket's cache of 1.00 kB");
  EXPECT_EQ(machine.of(1).place(task_at(2, 2000, 8), ReadyCause::submitted).tier, Tier::inter_socket);
  EXPECT_EQ(machine.of(1).place(task_at(3, 1000, 4), ReadyCause::submitted).tier, Tier::leaf);
}

TEST(Cab, OnlyHeadsOfSquadsThatAreNotBusyTakeFromPools) {
  Machine machine("cab", 2);
  EXPECT_EQ(machine.of(0).next_pool(0), DomainId(0));
  EXPECT_EQ(machine.of(0).next_pool(1), DomainId(1));
  EXPECT_FALSE(machine.of(0).next_pool(2));
  EXPECT_FALSE(machine.of(1).next_pool(0)) << "not a head";
  EXPECT_EQ(machine.of(2).next_pool(0), DomainId(1));

  machine.of(0).begins(Tier::leaf);
  EXPECT_FALSE(machine.of(0).next_pool(0));
  EXPECT_TRUE(machine.of(2).next_pool(0)) << "the other squad";
  machine.of(0).ran(Tier::leaf);
  machine.of(1).begins(Tier::intra_socket);
  EXPECT_FALSE(machine.of(0).next_pool(0)) << "a subtask of the leaf runs";
  machine.of(1).ran(Tier::intra_socket);
  EXPECT_TRUE(machine.of(0).next_pool(0)) << "what the leaf waits for may be in a pool";
  machine.of(1).begins(Tier::intra_socket);
  EXPECT_TRUE(machine.of(1).completed(Tier::leaf, DomainId(0)));
  EXPECT_TRUE(machine.of(0).next_pool(0));
}

TEST(Cab, ATaskThatDividesWorkIsOverWhenItsKernelReturns) {
  Machine machine("cab", 3);
  machine.of(0).begins(Tier::inter_socket);
  EXPECT_FALSE(machine.of(0).next_pool(0));
  machine.of(0).ran(Tier::inter_socket);
  machine.of(1).begins(Tier::intra_socket);
  EXPECT_TRUE(machine.of(0).next_pool(0));
}

TEST(Cab, WorkersStealWithinTheirSquadWhileWorkIsDivided) {
  Machine machine("cab", 2);
  EXPECT_EQ(testing::victims(machine.of(2)).size(), 3u);
  machine.of(0).place(task_at(2, 800, 8), ReadyCause::submitted);
  EXPECT_EQ(testing::victims(machine.of(2)), (std::vector<unsigned>{3}));
  EXPECT_EQ(testing::victims(machine.of(3)), (std::vector<unsigned>{2}));
  machine.of(0).completed(Tier::leaf, DomainId());
  EXPECT_EQ(testing::victims(machine.of(2)).size(), 3u);
}

TEST(Cab, MarkedTasksMayGoAnywhere) {
  Machine machine("cab");
  TaskView marked = task_at(1, 0, 1);
  marked.is_inter_socket = true;
  EXPECT_EQ(machine.of(0).place(marked, ReadyCause::submitted).tier, Tier::leaf);
  marked.parent_tier = Tier::intra_socket;
  EXPECT_EQ(machine.of(0).place(marked, ReadyCause::submitted).tier, Tier::intra_socket);
}

TEST(Cab, TasksWithAnAffinityGoToTheirWorker) {
  Machine machine("cab", 2);
  TaskView view = task_at(1, 1600, 16);
  view.preferred = WorkerId(3);
  const Policy::Place place = machine.of(0).place(view, ReadyCause::submitted);
  EXPECT_TRUE(place.pool.is_none());
  EXPECT_EQ(place.worker, WorkerId(3));
}

TEST(Squads, DividesByBytesAndByLeavesForEveryWorker) {
  Machine machine("squads");
  // 8000 bytes in two arrays: more than a socket's share; halves exceed the cache of 1000 bytes.
  EXPECT_EQ(machine.of(0).place(task_at(1, 4000, 16), ReadyCause::submitted).tier, Tier::inter_socket);
  EXPECT_EQ(machine.of(0).place(task_at(2, 2000, 8), ReadyCause::submitted).tier, Tier::inter_socket);
  EXPECT_EQ(machine.of(0).place(task_at(3, 1000, 4), ReadyCause::submitted).tier, Tier::inter_socket);
  EXPECT_EQ(machine.of(0).place(task_at(4, 501, 2), ReadyCause::submitted).tier, Tier::leaf)
      << "too few leaves";
  EXPECT_EQ(machine.of(0).place(task_at(3, 500, 8), ReadyCause::submitted).tier, Tier::leaf)
      << "fits the cache";
  EXPECT_EQ(
      machine.of(0).explanation(),
      "boundary at tasks of 4.00 kB, a socket's share of 8.00 kB; smaller tasks are divided, too, if they "
      "exceed a cache of 1.00 kB and each half has at least 2 parts; 2 tasks went undivided to one socket");
}

TEST(Squads, AnyWorkerDividesAndHeadsStealLeavesOnceAllIsDivided) {
  Machine machine("squads");
  const Policy::Place root = machine.of(0).place(task_at(1, 4000, 16), ReadyCause::submitted);
  EXPECT_TRUE(root.pool.is_none());
  EXPECT_TRUE(root.worker.is_none()) << "the shared queue";
  EXPECT_GT(root.rank, machine.of(0).place(task_at(2, 2000, 8), ReadyCause::submitted).rank);
  EXPECT_TRUE(machine.of(2).next_pool(0));
  EXPECT_FALSE(machine.of(2).next_pool(1)) << "leaves may still come";
  for (int i = 0; i < 2; ++i) {
    machine.of(1).begins(Tier::inter_socket);
    machine.of(1).ran(Tier::inter_socket);
  }
  EXPECT_EQ(machine.of(2).next_pool(1), DomainId(0));
}

TEST(Squads, LeavesGoWhereTheirDataWasLastAccessed) {
  Machine machine("squads");
  machine.of(0).place(task_at(1, 4000, 16), ReadyCause::submitted);
  TaskView leaf = task_at(3, 100, 8);
  EXPECT_EQ(machine.of(0).place(leaf, ReadyCause::submitted).pool, DomainId(0));
  leaf.last_worker = WorkerId(3);
  EXPECT_EQ(machine.of(0).place(leaf, ReadyCause::submitted).pool, DomainId(1));
}

TEST(Squads, TasksWithoutPartsOfFlatProgramsStayWithTheirWorker) {
  Machine machine("squads");
  const Policy::Place place = machine.of(0).place(task_at(1, 4000, 1), ReadyCause::submitted);
  EXPECT_EQ(place.tier, Tier::intra_socket);
  EXPECT_EQ(place.lane, Policy::Lane::queue);
  EXPECT_EQ(machine.of(0).explanation(), "no boundary: no task's data has parts to divide among sockets");
}

TEST(Squads, OneSocketOrBoundaryZeroIsLocality) {
  for (const std::string name : {"cab", "squads"}) {
    EXPECT_TRUE(testing::policy(name, 0, 4)->traits().keeps_submitted) << name;
    EXPECT_FALSE(testing::policy(name, 0, 4)->traits().has_squads) << name;
  }
  EXPECT_EQ(testing::policy("cab", 0, 4)->explanation(), "boundary level 0: all workers share one socket");
  EXPECT_EQ(testing::policy("squads", 0, 4)->explanation(), "no boundary: all workers share one socket");
  Machine machine("cab", 0);
  EXPECT_FALSE(machine.of(0).traits().has_squads);
  EXPECT_EQ(machine.of(0).explanation(), "boundary level 0, as requested");
}

TEST(Critical, RanksByPriorityThenWork) {
  const auto policy = testing::policy("critical", 0, 2);
  const auto rank = [&](std::int32_t priority, double work) {
    TaskView view;
    view.priority = priority;
    view.work = work;
    return policy->place(view, ReadyCause::woken).rank;
  };
  EXPECT_GT(rank(1, 0.0), rank(0, 1e30));
  EXPECT_GT(rank(0, 0.0), rank(-1, 1e30));
  EXPECT_GT(rank(2, 3.0), rank(2, 2.5));
  EXPECT_EQ(rank(2, 3.0), rank(2, 3.0));
  EXPECT_FALSE(policy->next_victim(0));
}

}  // namespace
}  // namespace gusset
