#include "gusset/traces/analysis/graph/dependency_cycle.hpp"

#include <gmock/gmock.h>

#include <utility>
#include <vector>

#include "random_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Trace graph_of(std::size_t tasks, const std::vector<std::pair<std::size_t, std::size_t>>& edges) {
  Trace trace;
  trace.types = {"a"};
  trace.tasks.type.resize(tasks, TypeId(0));
  trace.recorded.dependencies = true;
  for (const auto& [before, after] : edges) trace.dependencies.push_back({TaskId(before), TaskId(after)});
  return trace;
}

TEST(DependencyCycle, IsFoundFromTasksThatWaitForIt) {
  const Trace trace = graph_of(5, {{1, 2}, {2, 3}, {3, 1}, {3, 0}, {0, 4}});
  const auto cycle = dependency_cycle(TaskGraph(trace));
  EXPECT_THAT(cycle, ElementsAre(TaskId(3), TaskId(2), TaskId(1)));
  EXPECT_EQ(cycle_text(trace, cycle), "a cycle of 3 tasks, through a #3 and a #2");
}

TEST(DependencyCycle, TaskMayWaitForItself) {
  EXPECT_EQ(cycle_text(graph_of(2, {}), {TaskId(1)}), "a cycle of 1 task, through a #1");
}

TEST(DependencyCycle, AcyclicGraphHasNone) {
  EXPECT_THAT(dependency_cycle(TaskGraph(graph_of(3, {{0, 1}, {0, 2}, {1, 2}}))), IsEmpty());
  EXPECT_THAT(dependency_cycle(TaskGraph(Trace{})), IsEmpty());
  const auto run = testing::random_trace({.seed = 5});
  EXPECT_THAT(dependency_cycle(TaskGraph(*run)), IsEmpty());
}

}  // namespace
}  // namespace gusset::traces
