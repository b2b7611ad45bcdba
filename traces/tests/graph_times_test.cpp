#include "gusset/traces/picture/graph/graph_times.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "graph_case.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "text_trace.hpp"

namespace gusset::picture {
namespace {

using traces::testing::GraphCase;

GraphTimes times_of(const GraphCase& graph) {
  return graph_times(graph.graph, *graph.trace, graph.times);
}

constexpr const char* short_chain = R"(
  aaaa....bbbbb
  cc...........
  a1: write x@0 [submit 0] [ready 1]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1, read y@1 [submit 0] [ready 5]
)";

TEST(GraphTimes, TaskGoesFromWaitingToReadyToRunningToDone) {
  const GraphCase graph(traces::testing::trace_from_text(short_chain));
  const GraphTimes times = times_of(graph);
  constexpr std::uint32_t b = 2;
  EXPECT_EQ(times.state(b, 4'999), NodeState::waiting);
  EXPECT_EQ(times.state(b, 5'000), NodeState::ready);
  EXPECT_EQ(times.state(b, 7'999), NodeState::ready);
  EXPECT_EQ(times.state(b, 8'000), NodeState::running);
  EXPECT_EQ(times.state(b, 12'999), NodeState::running);
  EXPECT_EQ(times.state(b, 13'000), NodeState::done);
  EXPECT_EQ(times.state(0, 0), NodeState::running) << "running, despite a later recorded ready time";
}

TEST(GraphTimes, UnrecordedReadyTimeIsTheLastPredecessorsEnd) {
  const GraphCase graph(traces::testing::trace_from_text("aaa....b\ncccc\nb1: after a1, c1"));
  const GraphTimes times = times_of(graph);
  EXPECT_EQ(times.state(2, 3'999), NodeState::waiting);
  EXPECT_EQ(times.state(2, 4'000), NodeState::ready);
  EXPECT_EQ(times.state(1, 0), NodeState::running);
}

TEST(GraphTimes, TaskThatNeverRanIsNeverDone) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("a.b\nb1: after a1"));
  trace->lanes[0].spans = {};
  trace->lanes[0].spans.push_back(0, 1000, traces::TaskId(0), traces::SpanKind::run);
  const GraphCase graph(trace);
  const GraphTimes times = times_of(graph);
  EXPECT_EQ(times.state(1, 999), NodeState::waiting);
  EXPECT_EQ(times.state(1, 1'000'000), NodeState::ready);
}

TEST(GraphTimes, VersionIsCurrentUntilTheNextReplacesIt) {
  const GraphCase graph(traces::testing::trace_from_text("aabb.\na1: write x@0\nb1: write x@1"), true);
  const GraphTimes times = times_of(graph);
  ASSERT_EQ(graph.graph.nodes.size(), 5U);  // two tasks, three versions
  const auto state = [&](std::uint32_t version, std::int64_t at) { return times.state(2 + version, at); };
  EXPECT_EQ(state(0, 0), NodeState::running);
  EXPECT_EQ(state(0, 2'000), NodeState::done);
  EXPECT_EQ(state(1, 1'999), NodeState::waiting);
  EXPECT_EQ(state(1, 2'000), NodeState::running);
  EXPECT_EQ(state(2, 4'000), NodeState::running);
}

TEST(GraphTimes, GroupCountsMatchItsTasks) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const GraphCase graph(traces::testing::typed_trace(seed, 200, 2), seed % 2 == 0);
    const GraphTimes times = times_of(graph);
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t node = 0; node < graph.graph.nodes.size(); node += 3) nodes.push_back(node);
    const GroupTimes group(graph.graph, times, nodes);
    const std::int64_t end_ns = traces::compute_statistics(*graph.trace).makespan_ns + 5;
    for (std::int64_t at = -5; at <= end_ns; at += 1 + end_ns / 97) {
      StateCounts expected;
      for (const std::uint32_t node : nodes) {
        if (graph.graph.nodes[node].kind != traces::DrawnGraph::Kind::task) continue;
        ++expected[times.state(node, at)];
      }
      EXPECT_EQ(group.at(at), expected) << "seed " << seed << " at " << at;
    }
  }
}

}  // namespace
}  // namespace gusset::picture
