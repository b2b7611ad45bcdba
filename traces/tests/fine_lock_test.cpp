#include "gusset/traces/analysis/time/fine_lock.hpp"

#include <gtest/gtest.h>

namespace gusset::traces {
namespace {

Trace with_locks(std::uint32_t brief_holds, std::int64_t brief_ns) {
  Trace trace;
  trace.fork_join.locks = {"long", "brief"};
  for (std::uint32_t hold = 0; hold < 100; ++hold) trace.fork_join.holds.push_back({0, TaskId(0), 0, 5000});
  for (std::uint32_t hold = 0; hold < brief_holds; ++hold)
    trace.fork_join.holds.push_back({1, TaskId(0), 0, brief_ns});
  return trace;
}

TEST(FineLock, IsTheOneHeldBriefly) {
  const auto lock = finest_lock(with_locks(20, 50));
  ASSERT_TRUE(lock);
  EXPECT_EQ(lock->lock, 1U);
  EXPECT_EQ(lock->holds, 20U);
  EXPECT_DOUBLE_EQ(lock->mean_hold_ns, 50.0);
  EXPECT_DOUBLE_EQ(lock->cost_ns, 2000.0);
}

TEST(FineLock, LocksHeldForLongerAreNot) {
  EXPECT_FALSE(finest_lock(with_locks(20, 2000)));
  EXPECT_FALSE(finest_lock(with_locks(0, 0)));
}

}  // namespace
}  // namespace gusset::traces
