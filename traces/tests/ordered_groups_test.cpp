// Both algorithms for dividing accesses into groups give the same result.
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/graph/task_groups.hpp"
#include "random_trace.hpp"

namespace gusset::traces {
namespace {

using testing::random_trace;
using testing::RandomTrace;

void expect_same(const TaskGroups& a, const TaskGroups& b) {
  EXPECT_EQ(a.members, b.members);
  EXPECT_EQ(a.holds_up, b.holds_up);
  EXPECT_EQ(a.access_group, b.access_group);
  EXPECT_EQ(a.access_holds_up, b.access_holds_up);
  ASSERT_EQ(a.groups.size(), b.groups.size());
  for (std::size_t g = 0; g < a.groups.size(); ++g) {
    EXPECT_EQ(a.groups[g].handle, b.groups[g].handle);
    EXPECT_EQ(a.groups[g].mode, b.groups[g].mode);
    EXPECT_EQ(a.groups[g].version, b.groups[g].version);
    EXPECT_EQ(a.groups[g].first_member, b.groups[g].first_member);
    EXPECT_EQ(a.groups[g].member_count, b.groups[g].member_count);
    EXPECT_EQ(a.groups[g].previous, b.groups[g].previous);
    EXPECT_EQ(a.groups[g].holding_count, b.groups[g].holding_count);
    EXPECT_EQ(a.groups[g].commuting, b.groups[g].commuting);
  }
}

TEST(OrderedGroups, AgreeWithSortedGroups) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomTrace options;
    options.seed = seed;
    options.nodes = 1 + seed % 3;
    options.handles = 1 + seed % 13;
    options.adds = seed % 2 == 0;
    const auto trace = random_trace(options);
    const auto ordered = build_ordered_groups(*trace);
    ASSERT_TRUE(ordered.has_value());
    expect_same(*ordered, build_sorted_groups(*trace));
  }
}

TEST(OrderedGroups, NonModifyingAccessesExcludeOthersOnlyOnTheirNode) {
  Trace trace = *random_trace({.seed = 5, .tasks = 200, .handles = 4, .nodes = 2});
  const auto commuting = [](const TaskGroups& groups) {
    return std::count_if(groups.groups.begin(), groups.groups.end(),
                         [](const auto& g) { return g.commuting; });
  };
  trace.access_modes[0].exclusive = true;  // reads; some of their groups span both nodes
  const auto apart = build_ordered_groups(trace);
  ASSERT_TRUE(apart.has_value());
  expect_same(*apart, build_sorted_groups(trace));
  trace.access_modes[0].modifies = true;
  const auto together = build_ordered_groups(trace);
  ASSERT_TRUE(together.has_value());
  EXPECT_LT(commuting(*apart), commuting(*together));
}

TEST(OrderedGroups, RejectDecreasingVersionsAndRepeatedHandles) {
  Trace trace = *random_trace({.tasks = 30, .handles = 1});
  EXPECT_TRUE(build_ordered_groups(trace).has_value());
  Trace backwards = trace;
  std::swap(backwards.accesses.items.front(), backwards.accesses.items.back());
  EXPECT_FALSE(build_ordered_groups(backwards).has_value());
  Trace twice = trace;
  twice.accesses.items.push_back(twice.accesses.items.back());
  ++twice.accesses.first.back();
  EXPECT_FALSE(build_ordered_groups(twice).has_value());
}

TEST(OrderedGroups, VersionsMayWrapAround) {
  Trace trace = *random_trace({.tasks = 200, .handles = 3});
  for (Access& access : trace.accesses.items) access.version += 0xffffffe0U;
  const auto ordered = build_ordered_groups(trace);
  ASSERT_TRUE(ordered.has_value());
  expect_same(*ordered, build_sorted_groups(trace));
}

}  // namespace
}  // namespace gusset::traces
