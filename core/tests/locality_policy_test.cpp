#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "gusset/core/policy.hpp"

namespace gusset {
namespace {

std::vector<unsigned> victims(Policy& policy) {
  std::vector<unsigned> result;
  for (std::size_t attempt = 0;; ++attempt) {
    const auto victim = policy.next_victim(attempt);
    if (!victim) return result;
    result.push_back(victim->value());
  }
}

TEST(LocalityPolicy, WokenTasksGoToTheFrontOfTheWakingWorker) {
  const auto policy = make_locality_policy(WorkerId(2), 4, 1);
  for (int i = 0; i < 3; ++i) {
    const Policy::Place place = policy->place({}, ReadyCause::woken);
    EXPECT_EQ(place.worker, WorkerId(2));
    EXPECT_TRUE(place.front);
  }
}

TEST(LocalityPolicy, ReadyTasksAreDealtToAllWorkersFromItsOwnOn) {
  const auto policy = make_locality_policy(WorkerId(2), 4, 1);
  std::vector<unsigned> workers;
  for (int i = 0; i < 6; ++i) {
    const Policy::Place place = policy->place({}, i % 2 == 0 ? ReadyCause::submitted : ReadyCause::arrived);
    EXPECT_FALSE(place.front);
    workers.push_back(place.worker.value());
  }
  EXPECT_THAT(workers, ::testing::ElementsAre(2, 3, 0, 1, 2, 3));
}

TEST(LocalityPolicy, ASearchTriesEveryOtherWorkerOnce) {
  const auto policy = make_locality_policy(WorkerId(1), 5, 1);
  for (int search = 0; search < 20; ++search) {
    EXPECT_THAT(victims(*policy), ::testing::UnorderedElementsAre(0, 2, 3, 4));
  }
}

TEST(LocalityPolicy, SearchesBeginAtDifferentWorkers) {
  const auto policy = make_locality_policy(WorkerId(1), 5, 1);
  std::set<unsigned> first;
  for (int search = 0; search < 100; ++search) first.insert(victims(*policy).front());
  EXPECT_EQ(first.size(), 4u);
}

TEST(LocalityPolicy, ALoneWorkerHasNobodyToRob) {
  EXPECT_TRUE(victims(*make_locality_policy(WorkerId(0), 1, 1)).empty());
}

TEST(LocalityPolicy, TheSameSeedDecidesTheSame) {
  const auto searches = [](std::uint64_t seed) {
    const auto policy = make_locality_policy(WorkerId(0), 8, seed);
    std::vector<unsigned> result;
    for (int search = 0; search < 20; ++search) result.push_back(victims(*policy).front());
    return result;
  };
  EXPECT_EQ(searches(7), searches(7));
  EXPECT_NE(searches(7), searches(8));
}

TEST(LocalityPolicy, StealsOneTask) {
  EXPECT_EQ(make_locality_policy(WorkerId(0), 2, 1)->steal_count(100), 1u);
}

}  // namespace
}  // namespace gusset
