#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "gusset/core/policy.hpp"
#include "policy_calls.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;

TEST(StaticPolicy, EachHandleBelongsToOneWorker) {
  for (const std::size_t worker : {0u, 2u}) {
    const auto policy = testing::policy("static", worker, 3);
    std::vector<unsigned> workers;
    for (const unsigned handle : {0u, 1u, 2u, 3u, 7u, 7u})
      workers.push_back(policy->place({.handle = HandleId(handle)}, ReadyCause::woken).worker.value());
    EXPECT_THAT(workers, ElementsAre(0, 1, 2, 0, 1, 1));
  }
}

TEST(StaticPolicy, TasksWithoutHandlesAreDealtRoundRobinFromItsOwnWorker) {
  const auto policy = testing::policy("static", 1, 3);
  std::vector<unsigned> workers;
  for (int i = 0; i < 4; ++i) workers.push_back(policy->place({}, ReadyCause::submitted).worker.value());
  EXPECT_THAT(workers, ElementsAre(1, 2, 0, 1));
}

TEST(StaticPolicy, AffinityOverridesTheHandle) {
  const auto policy = testing::policy("static", 0, 4);
  EXPECT_EQ(policy->place({.preferred = WorkerId(3), .handle = HandleId(1)}, ReadyCause::submitted).worker,
            WorkerId(3));
}

TEST(StaticPolicy, NeverStealsAndQueuesEveryTask) {
  const auto policy = testing::policy("static", 0, 4);
  EXPECT_THAT(testing::victims(*policy), ElementsAre());
  EXPECT_FALSE(policy->runs_first_woken());
  EXPECT_FALSE(policy->traits().keeps_submitted);
  EXPECT_FALSE(policy->traits().keeps_woken);
}

}  // namespace
}  // namespace gusset
