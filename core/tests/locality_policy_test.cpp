// The policies that keep tasks with a worker until other workers steal them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "gusset/core/policy.hpp"
#include "policy_calls.hpp"

namespace gusset {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Le;
using ::testing::Ne;
using testing::policy;
using ::testing::SizeIs;
using testing::victims;

class StealingPolicies : public ::testing::TestWithParam<std::string> {};

TEST_P(StealingPolicies, WokenTasksGoToTheWakingWorkersStack) {
  const auto tested = policy(GetParam(), 2, 4);
  for (int i = 0; i < 3; ++i) {
    const Policy::Place place = tested->place({}, ReadyCause::woken);
    EXPECT_EQ(place.worker, WorkerId(2));
    EXPECT_EQ(place.lane, Policy::Lane::stack);
  }
  EXPECT_TRUE(tested->runs_first_woken());
}

TEST_P(StealingPolicies, SubmittedTasksGoToTheSubmittersQueue) {
  const auto tested = policy(GetParam(), 2, 4);
  for (int i = 0; i < 3; ++i) {
    const Policy::Place place = tested->place({}, ReadyCause::submitted);
    EXPECT_EQ(place.worker, WorkerId(2));
    EXPECT_EQ(place.lane, Policy::Lane::queue);
  }
}

TEST_P(StealingPolicies, TraitsMatchPlace) {
  EXPECT_TRUE(policy(GetParam(), 2, 4)->traits().keeps_submitted);
  EXPECT_TRUE(policy(GetParam(), 2, 4)->traits().keeps_woken);
}

TEST_P(StealingPolicies, ArrivedTasksAreDealtRoundRobinFromItsOwnWorker) {
  const auto tested = policy(GetParam(), 2, 4);
  std::vector<unsigned> workers;
  for (int i = 0; i < 6; ++i) {
    const Policy::Place place = tested->place({}, ReadyCause::arrived);
    EXPECT_EQ(place.lane, Policy::Lane::queue);
    workers.push_back(place.worker.value());
  }
  EXPECT_THAT(workers, ElementsAre(2, 3, 0, 1, 2, 3));
}

TEST_P(StealingPolicies, AffinityIsRespected) {
  const auto tested = policy(GetParam(), 2, 4);
  for (const ReadyCause cause : {ReadyCause::submitted, ReadyCause::woken, ReadyCause::arrived}) {
    for (const unsigned wanted : {0u, 2u, 3u}) {
      const Policy::Place place = tested->place({.preferred = WorkerId(wanted)}, cause);
      EXPECT_EQ(place.worker, WorkerId(wanted));
      EXPECT_EQ(place.lane, Policy::Lane::queue);
    }
  }
}

TEST_P(StealingPolicies, SingleWorkerHasNoVictims) {
  EXPECT_TRUE(victims(*policy(GetParam(), 0, 1)).empty());
}

TEST_P(StealingPolicies, SearchTriesAsManyVictimsAsOtherWorkers) {
  for (const std::size_t worker : {0u, 1u, 4u}) {
    const auto tested = policy(GetParam(), worker, 5);
    for (int search = 0; search < 20; ++search) {
      EXPECT_THAT(victims(*tested), AllOf(SizeIs(4), Each(AllOf(Ge(0u), Le(4u), Ne(worker)))));
    }
  }
}

TEST_P(StealingPolicies, SameSeedGivesTheSameDecisions) {
  const auto searches = [](std::uint64_t seed) {
    const auto tested = policy(GetParam(), 0, 8, seed);
    std::vector<std::vector<unsigned>> result;
    for (int search = 0; search < 20; ++search) result.push_back(victims(*tested));
    return result;
  };
  EXPECT_EQ(searches(7), searches(7));
  if (GetParam() != "nearest") {
    EXPECT_NE(searches(7), searches(8));
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, StealingPolicies, ::testing::Values("locality", "random", "nearest"),
                         [](const auto& tested) { return tested.param; });

TEST(LocalityPolicy, SearchTriesEveryOtherWorkerOnce) {
  const auto tested = policy("locality", 1, 5);
  for (int search = 0; search < 20; ++search) {
    EXPECT_THAT(victims(*tested), ::testing::UnorderedElementsAre(0, 2, 3, 4));
  }
}

TEST(LocalityPolicy, SearchesStartAtDifferentWorkers) {
  const auto tested = policy("locality", 1, 5);
  std::set<unsigned> first;
  for (int search = 0; search < 100; ++search) first.insert(victims(*tested).front());
  EXPECT_EQ(first.size(), 4u);
}

TEST(LocalityPolicy, StealsHalfUpToALimit) {
  for (const char* name : {"locality", "nearest"}) {
    const auto tested = policy(name, 0, 2);
    EXPECT_EQ(tested->steal_count(1), 1u);
    EXPECT_EQ(tested->steal_count(2), 1u);
    EXPECT_EQ(tested->steal_count(3), 2u);
    EXPECT_EQ(tested->steal_count(10), 5u);
    EXPECT_EQ(tested->steal_count(63), 32u);
    EXPECT_EQ(tested->steal_count(1000), 32u);
  }
}

TEST(RandomPolicy, EachAttemptTriesARandomWorker) {
  const auto tested = policy("random", 1, 5);
  std::set<unsigned> first;
  bool tries_one_twice = false;
  for (int search = 0; search < 100; ++search) {
    const auto tried = victims(*tested);
    first.insert(tried.front());
    tries_one_twice |= std::set<unsigned>(tried.begin(), tried.end()).size() < tried.size();
  }
  EXPECT_THAT(first, ElementsAre(0, 2, 3, 4));
  EXPECT_TRUE(tries_one_twice);
}

TEST(RandomPolicy, StealsOneTask) {
  EXPECT_EQ(policy("random", 0, 2)->steal_count(100), 1u);
}

std::vector<DomainId> domains(std::initializer_list<unsigned> of_workers) {
  std::vector<DomainId> result;
  for (const unsigned domain : of_workers) result.emplace_back(domain);
  return result;
}

TEST(NearestPolicy, TriesItsOwnDomainThenTheNextDomains) {
  const auto sockets = domains({0, 0, 1, 1, 2, 2});
  EXPECT_THAT(victims(*policy("nearest", 0, 6, 1, sockets)), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(victims(*policy("nearest", 3, 6, 1, sockets)), ElementsAre(2, 0, 1, 4, 5));
  EXPECT_THAT(victims(*policy("nearest", 4, 6, 1, sockets)), ElementsAre(5, 2, 3, 0, 1));
}

TEST(NearestPolicy, DomainsNeedNotBeContiguous) {
  EXPECT_THAT(victims(*policy("nearest", 1, 6, 1, domains({0, 1, 0, 1, 0, 1}))), ElementsAre(3, 5, 2, 4, 0));
}

TEST(NearestPolicy, StartsWithTheNextWorkerInADomain) {
  EXPECT_THAT(victims(*policy("nearest", 2, 4)), ElementsAre(3, 0, 1));
}

}  // namespace
}  // namespace gusset
