// The policies with one queue that all workers share.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "gusset/core/policy.hpp"
#include "policy_calls.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;

TEST(FifoPolicy, AllTasksGoToTheSharedQueueInOrder) {
  const auto policy = testing::policy("fifo", 1, 4);
  for (const ReadyCause cause : {ReadyCause::submitted, ReadyCause::woken, ReadyCause::arrived}) {
    const Policy::Place place =
        policy->place({.priority = 9, .preferred = WorkerId(2), .handle = HandleId(5)}, cause);
    EXPECT_TRUE(place.worker.is_none());
    EXPECT_EQ(place.rank, 0);
  }
  EXPECT_FALSE(policy->traits().keeps_submitted);
  EXPECT_FALSE(policy->traits().keeps_woken);
  EXPECT_FALSE(policy->runs_first_woken());
  EXPECT_THAT(testing::victims(*policy), ElementsAre());
}

TEST(PriorityPolicy, SharedQueueIsRankedByPriority) {
  const auto policy = testing::policy("priority", 1, 4);
  for (const std::int32_t priority : {-2147483647, -1, 0, 7, 2147483647}) {
    for (const ReadyCause cause : {ReadyCause::submitted, ReadyCause::woken, ReadyCause::arrived}) {
      const Policy::Place place = policy->place({.priority = priority, .preferred = WorkerId(2)}, cause);
      EXPECT_TRUE(place.worker.is_none());
      EXPECT_EQ(place.rank, priority);
    }
  }
  EXPECT_FALSE(policy->runs_first_woken());
  EXPECT_THAT(testing::victims(*policy), ElementsAre());
}

}  // namespace
}  // namespace gusset
