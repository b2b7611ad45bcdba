#include "gusset/traces/analysis/causes/critical_path.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "critical_path_calls.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "random_trace.hpp"

namespace gusset::traces {
namespace {

using testing::bound_of;
using testing::chain_of;
using testing::LinkKind;
using testing::random_trace;
using testing::RandomTrace;

TEST(CriticalPath, RandomTracesSatisfyTheInvariants) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(seed);
    RandomTrace options;
    options.seed = seed;
    options.tasks = 20 + seed;
    options.handles = 1 + seed % 11;
    options.nodes = 1 + seed % 3;
    options.adds = seed % 4 != 0;
    const auto trace = random_trace(options);
    const TaskGraph graph(*trace);
    const TaskTimes times = task_times(*trace);
    const std::int64_t makespan_ns = compute_statistics(*trace).makespan_ns;

    const CriticalBound bound = bound_of(*trace);
    EXPECT_LE(bound.length_ns, makespan_ns);
    std::int64_t sum_ns = 0;
    for (const TaskId task : bound.tasks) sum_ns += times.duration_ns[task.value()];
    EXPECT_EQ(sum_ns, bound.length_ns);
    std::vector<std::int64_t> finish_ns(trace->tasks.size(), 0);  // random traces submit predecessors first
    for (std::size_t t = 0; t < finish_ns.size(); ++t) {
      for (const TaskId before : graph.predecessors(TaskId(t))) {
        finish_ns[t] = std::max(finish_ns[t], finish_ns[before.value()]);
      }
      finish_ns[t] += times.duration_ns[t];
    }
    const std::int64_t without_groups_ns = *std::max_element(finish_ns.begin(), finish_ns.end());
    EXPECT_GE(bound.length_ns, without_groups_ns);
    if (!options.adds) {
      EXPECT_EQ(bound.length_ns, without_groups_ns);
    }

    const auto links = chain_of(*trace);
    std::int64_t at_ns = 0;
    for (const ChainLink& l : links) {
      EXPECT_EQ(l.begin_ns, at_ns);
      EXPECT_LT(l.begin_ns, l.end_ns);
      EXPECT_NE(l.kind, LinkKind::unknown);
      if (l.kind == LinkKind::run) {
        EXPECT_LE(times.begin_ns[l.task.value()], l.begin_ns);
        EXPECT_GE(times.end_ns[l.task.value()], l.end_ns);
      }
      at_ns = l.end_ns;
    }
    EXPECT_EQ(at_ns, makespan_ns);
  }
}

TEST(CriticalPath, KindsHaveNames) {
  EXPECT_EQ(kind_name(LinkKind::run), "run");
  EXPECT_EQ(kind_name(LinkKind::message), "message");
  EXPECT_EQ(kind_name(LinkKind::ready_wait), "ready_wait");
  EXPECT_EQ(kind_name(LinkKind::submit_wait), "submit_wait");
  EXPECT_EQ(kind_name(LinkKind::release), "release");
  EXPECT_EQ(kind_name(LinkKind::unknown), "unknown");
}

}  // namespace
}  // namespace gusset::traces
