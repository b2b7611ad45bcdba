#include "gusset/traces/analysis/time/flame_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/task_statistics.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;

/// One line per frame, indented by depth: "  b 2: 7, own 3" for two tasks b with a total of 7.
std::vector<std::string> lines_of(const Trace& trace, const FlameGraph& graph) {
  std::vector<std::string> lines;
  for (const FlameFrame& frame : graph.frames) {
    lines.push_back(std::string(frame.depth, ' ') + trace.types[frame.type.value()] + " " +
                    std::to_string(frame.tasks) + ": " + std::to_string(frame.total_ns) + ", own " +
                    std::to_string(frame.own_ns));
  }
  return lines;
}

Trace with_types(std::vector<std::string> types) {
  Trace trace;
  trace.types = std::move(types);
  trace.nodes = {{"n0", 0, 0.0, 0}};
  trace.workers = {{NodeId(0), "w0"}};
  trace.lanes.resize(1);
  trace.lanes[0].worker = WorkerId(0);
  return trace;
}

TaskId add_task(Trace& trace, std::size_t type, std::int64_t begin_ns, std::int64_t end_ns) {
  const TaskId task(trace.tasks.size());
  trace.tasks.type.push_back(TypeId(type));
  trace.lanes[0].spans.push_back(begin_ns, end_ns, task, SpanKind::run);
  return task;
}

/// a [0, 100) with b [10, 40), which has c [20, 30), and b [50, 60); then c [100, 103).
Trace nested_runs() {
  Trace trace = with_types({"a", "b", "c"});
  add_task(trace, 0, 0, 100);
  add_task(trace, 1, 10, 40);
  add_task(trace, 2, 20, 30);
  add_task(trace, 1, 50, 60);
  add_task(trace, 2, 100, 103);
  return trace;
}

TEST(FlameGraph, MergesTasksWithTheSameStackOfTypes) {
  const Trace trace = nested_runs();
  const FlameGraph graph = flame_graph(trace);
  EXPECT_THAT(lines_of(trace, graph),
              ElementsAre("a 1: 100, own 60", " b 2: 40, own 30", "  c 1: 10, own 10", "c 1: 3, own 3"));
  EXPECT_EQ(graph.total_ns, 103);
  EXPECT_EQ(graph.tasks, 5u);
  EXPECT_EQ(graph.depths, 3u);
  EXPECT_FALSE(graph.is_by_parents);
  EXPECT_EQ(graph.frames[2].parent, 1u);
  EXPECT_EQ(graph.frames[3].parent, FlameFrame::no_parent);
}

TEST(FlameGraph, FollowsParentsIfTheyAreRecorded) {
  Trace trace = nested_runs();
  trace.recorded.parents = true;
  trace.tasks.parent = {TaskId(), TaskId(), TaskId(1), TaskId(2), TaskId(0)};
  const FlameGraph graph = flame_graph(trace);
  EXPECT_TRUE(graph.is_by_parents);
  EXPECT_THAT(lines_of(trace, graph), ElementsAre("a 1: 63, own 60", " c 1: 3, own 3", "b 1: 40, own 20",
                                                  " c 1: 20, own 10", "  b 1: 10, own 10"));
}

TEST(FlameGraph, CountsOnlyTheRangeAndTheSelectedTasks) {
  const Trace trace = nested_runs();
  EXPECT_THAT(lines_of(trace, flame_graph(trace, {.from_ns = 25, .to_ns = 55})),
              ElementsAre("a 1: 30, own 10", " b 2: 20, own 15", "  c 1: 5, own 5"));
  FlameOptions only_c;
  only_c.filter = TaskFilter::parse(trace, "type=c").value();
  EXPECT_THAT(lines_of(trace, flame_graph(trace, only_c)),
              ElementsAre("a 0: 10, own 0", " b 0: 10, own 0", "  c 1: 10, own 10", "c 1: 3, own 3"))
      << "tasks around a selected task remain, without their own time";
  EXPECT_TRUE(flame_graph(trace, {.from_ns = 200}).frames.empty());
  EXPECT_TRUE(flame_graph(trace, {.from_ns = 50, .to_ns = 20}).frames.empty());
}

TEST(FlameGraph, NeighboursAreInOrderOfTimeThenOfType) {
  const auto trace = testing::trace_from_text("aabbbcc|dd", 1);
  EXPECT_THAT(lines_of(*trace, flame_graph(*trace)),
              ElementsAre("b 1: 3, own 3", "a 1: 2, own 2", "c 1: 2, own 2", "d 1: 2, own 2"));
}

TEST(FlameGraph, RunThatContinuesAfterAnotherTaskIsOneTask) {
  Trace trace = with_types({"a", "b"});
  const TaskId a = add_task(trace, 0, 0, 10);
  add_task(trace, 1, 10, 15);
  trace.lanes[0].spans.push_back(15, 20, a, SpanKind::run);
  EXPECT_THAT(lines_of(trace, flame_graph(trace)), ElementsAre("a 1: 15, own 15", "b 1: 5, own 5"));
}

TEST(FlameGraph, LongChainsOfSubmissionsEndAtTheLargestDepth) {
  Trace trace = with_types({"a"});
  trace.recorded.parents = true;
  constexpr std::size_t tasks = 100'000;
  for (std::size_t i = 0; i < tasks; ++i) {
    const auto begin_ns = static_cast<std::int64_t>(i);
    add_task(trace, 0, begin_ns, begin_ns + 1);
    trace.tasks.parent.push_back(i == 0 ? TaskId() : TaskId(i - 1));
  }
  const FlameGraph graph = flame_graph(trace);
  EXPECT_EQ(graph.depths, max_flame_depths);
  EXPECT_EQ(graph.frames.size(), max_flame_depths);
  EXPECT_EQ(graph.deeper_tasks, tasks - max_flame_depths);
  EXPECT_EQ(graph.frames.back().tasks, tasks - max_flame_depths + 1);
  EXPECT_EQ(graph.frames.front().total_ns, static_cast<std::int64_t>(tasks));
}

TEST(FlameGraph, TotalsAreThoseOfTheStatistics) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    testing::RandomTrace options;
    options.seed = seed;
    const auto shared = testing::random_trace(options);
    const Trace& trace = *shared;
    TaskStatisticsOptions range;
    range.from_ns = static_cast<std::int64_t>(seed) * 100;
    const FlameGraph graph = flame_graph(trace, {.from_ns = range.from_ns});
    const auto statistics = task_statistics(trace, range);
    ASSERT_TRUE(statistics.ok());
    EXPECT_EQ(graph.total_ns, statistics->all.total_ns) << "seed " << seed;
    EXPECT_EQ(graph.tasks, statistics->all.count) << "seed " << seed;
    std::int64_t own_ns = 0;
    for (const FlameFrame& frame : graph.frames) own_ns += frame.own_ns;
    EXPECT_EQ(own_ns, graph.total_ns) << "seed " << seed;
  }
}

}  // namespace
}  // namespace gusset::traces
