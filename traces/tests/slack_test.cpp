// Slack and serial bounds, which refine the critical bound.
#include <gmock/gmock.h>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::random_trace;
using testing::RandomTrace;
using testing::trace_from_text;

BoundAndSlack slack_of(const Trace& trace) {
  const auto result = bound_and_slack(TaskGraph(trace), task_times(trace).duration_ns);
  EXPECT_TRUE(result.has_value());
  return result.value_or(BoundAndSlack{});
}

TEST(Slack, ShorterSideOfADiamondHasSlack) {
  const auto trace = trace_from_text(R"(
    aabbbbdd
    ..c
    a1: write x@0, write y@0
    b1: write x@1
    c1: write y@1
    d1: read x@2, read y@2
  )",
                                     1);
  EXPECT_THAT(slack_of(*trace).slack_ns, ElementsAre(0, 0, 3, 0));
}

TEST(Slack, ExplicitDependenciesCount) {
  const auto trace = trace_from_text("aabbbbdd\n..c\nb1: after a1\nc1: after a1\nd1: after b1, c1\n", 1);
  EXPECT_THAT(slack_of(*trace).slack_ns, ElementsAre(0, 0, 3, 0));
}

TEST(Slack, CommutingTasksCountTheirSerialOrder) {
  const auto trace = trace_from_text("aa|aac\nddd...\na1: add x@0\na2: add x@0\nc1: read x@2\n", 1);
  EXPECT_THAT(slack_of(*trace).slack_ns, ElementsAre(0, 2, 0, 0)) << "d may take all five";
}

TEST(Slack, NeedsDependencies) {
  const auto trace = trace_from_text("ab\n", 1);
  EXPECT_FALSE(bound_and_slack(TaskGraph(*trace), task_times(*trace).duration_ns).has_value());
}

TEST(Slack, NeverLengthensTheBoundOnRandomTraces) {
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTrace options;
    options.seed = seed;
    options.tasks = 30 + seed % 20;
    options.handles = 1 + seed % 9;
    options.nodes = 1 + seed % 3;
    options.adds = seed % 2 == 0;
    const auto trace = random_trace(options);
    const TaskGraph graph(*trace);
    std::vector<std::int64_t> duration_ns = task_times(*trace).duration_ns;
    const auto result = bound_and_slack(graph, duration_ns);
    ASSERT_TRUE(result.has_value());
    const std::int64_t length_ns = result->bound.length_ns;
    EXPECT_EQ(length_ns, critical_bound(*trace, graph)->length_ns);
    for (const TaskId task : result->bound.tasks) EXPECT_EQ(result->slack_ns[task.value()], 0);
    for (std::size_t t = 0; t < duration_ns.size(); ++t) {
      EXPECT_GE(result->slack_ns[t], 0);
      duration_ns[t] += result->slack_ns[t];
      EXPECT_EQ(critical_bound(graph, duration_ns)->length_ns, length_ns) << "task " << t;
      duration_ns[t] += 1;
      if (!options.adds) {
        EXPECT_EQ(critical_bound(graph, duration_ns)->length_ns, length_ns + 1) << "task " << t;
      }
      duration_ns[t] -= result->slack_ns[t] + 1;
    }
  }
}

TEST(SerialGroups, SumCommutingTasksLongestFirst) {
  const auto trace = trace_from_text(R"(
    aa|aaa.b|b
    cccc
    a1: add x@0
    a2: add x@0
    b1: add y@0
    b2: add y@0
    c1: add z@0
  )",
                                     1);
  const auto groups = serial_groups(TaskGraph(*trace), task_times(*trace).duration_ns);
  ASSERT_EQ(groups.size(), 2u) << "a single task is no group";
  EXPECT_EQ(groups[0], (SerialGroup{HandleId(0), 0, 2, 5}));
  EXPECT_EQ(groups[1], (SerialGroup{HandleId(1), 0, 2, 2}));
  EXPECT_THAT(serial_groups(TaskGraph(Trace{}), {}), IsEmpty());
}

}  // namespace
}  // namespace gusset::traces
