#include "gusset/traces/picture/graph/drawn_graph.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include "cholesky3.hpp"
#include "fork_join_program.hpp"
#include "gusset/traces/picture/graph/dot.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using testing::trace_from_text;
using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

DrawnGraph tasks_of(const Trace& trace) {
  return *draw_tasks(trace, TaskGraph(trace));
}

// Returns which tasks each task reaches, through any nodes between them.
Pairs reached_tasks(std::size_t tasks, std::size_t nodes, const std::vector<LayoutGraph::Edge>& edges) {
  std::vector<std::vector<std::uint32_t>> after(nodes);
  for (const auto& e : edges) after[e.from].push_back(e.to);
  Pairs pairs;
  for (std::uint32_t from = 0; from < tasks; ++from) {
    std::vector<bool> seen(nodes, false);
    std::vector<std::uint32_t> open = after[from];
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      if (node < tasks) pairs.emplace(from, node);
      open.insert(open.end(), after[node].begin(), after[node].end());
    }
  }
  return pairs;
}

TEST(DrawnGraph, CholeskyOf3x3TilesHasTasksLevelsAndCommutingPair) {
  const auto trace = trace_from_text(testing::cholesky3);
  const DrawnGraph drawn = tasks_of(*trace);
  EXPECT_EQ(drawn.nodes.size(), 10U);
  EXPECT_TRUE(drawn.is_reduced);
  EXPECT_FALSE(drawn.has_cycle);
  EXPECT_EQ(drawn.commuting, (std::vector<std::vector<std::uint32_t>>{{7, 8}}));
  EXPECT_EQ(drawn.depth[0], 0U);
  EXPECT_EQ(drawn.depth[1], 1U);
}

TEST(DrawnGraph, ManyToManyDependenciesShareAJunction) {
  std::string drawing = "w";
  for (int i = 0; i < 12; ++i) drawing += "r";
  drawing += "\nw1: write x@0\n";
  for (int i = 1; i <= 6; ++i) drawing += "r" + std::to_string(i) + ": read x@1\n";
  for (int i = 7; i <= 12; ++i) drawing += "r" + std::to_string(i) + ": add x@7\n";
  // Adjacent equal letters would be one task, so dots separate them.
  std::string row = "w";
  for (int i = 0; i < 12; ++i) row += "r.";
  drawing.replace(0, drawing.find('\n'), row);
  const auto trace = trace_from_text(drawing);
  const DrawnGraph drawn = tasks_of(*trace);
  ASSERT_EQ(drawn.nodes.size(), 14U);
  EXPECT_EQ(drawn.nodes.back().kind, DrawnGraph::Kind::junction);
  EXPECT_EQ(drawn.edges.size(), 6U + 6U + 6U);
  EXPECT_EQ(drawn.depth[12], 2U) << "a junction adds no depth";
}

TEST(DrawnGraph, ReachabilityMatchesTheTaskGraph) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    const auto trace =
        testing::random_trace({.seed = seed, .tasks = 60, .handles = 6, .nodes = seed % 3 + 1});
    const TaskGraph graph(*trace);
    std::vector<LayoutGraph::Edge> expected;
    for (std::size_t task = 0; task < trace->tasks.size(); ++task) {
      for (const TaskId before : graph.predecessors(TaskId(task)))
        expected.push_back({before.value(), static_cast<std::uint32_t>(task)});
    }
    const DrawnGraph drawn = tasks_of(*trace);
    EXPECT_EQ(reached_tasks(60, drawn.nodes.size(), drawn.edges), reached_tasks(60, 60, expected));
  }
}

TEST(DrawnGraph, EdgesAreLinearInAccesses) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto trace = testing::random_trace({.seed = seed, .tasks = 3000, .handles = 3});
    const DrawnGraph drawn = tasks_of(*trace);
    EXPECT_LE(drawn.edges.size(), 4 * trace->accesses.items.size());
  }
}

TEST(DrawnGraph, ExplicitDependenciesAreEdgesAndCyclesAreReported) {
  const DrawnGraph drawn = tasks_of(*trace_from_text("a.b\nb1: after a1\na1: after b1"));
  EXPECT_EQ(drawn.edges.size(), 2U);
  EXPECT_TRUE(drawn.has_cycle);
}

TEST(DrawnGraph, ForkJoinProgramsShowWhoCreatesTasks) {
  testing::ForkJoinProgram program(1);
  const TaskId serial = program.task("serial");
  const TaskId outer = program.task("outer", serial);
  const TaskId inner = program.task("inner", outer);
  program.run(0, serial, 0, 10);
  program.run(0, outer, 10, 20);
  program.run(0, inner, 20, 30);
  const Trace& trace = program.trace();
  const DrawnGraph drawn = *draw_tasks(trace, TaskGraph(trace));
  EXPECT_THAT(drawn.edges, ElementsAre(LayoutGraph::Edge{serial.value(), outer.value()},
                                       LayoutGraph::Edge{outer.value(), inner.value()}));
  EXPECT_THAT(drawn.edge_kinds, Each(DrawnGraph::EdgeKind::creates));
  EXPECT_THAT(drawn.depth, ElementsAre(0, 1, 2));
}

TEST(DrawnGraph, CreationsOfManyLeavesAreNotDrawn) {
  testing::ForkJoinProgram program(1);
  const TaskId serial = program.task("serial");
  const TaskId outer = program.task("outer", serial);
  for (std::size_t i = 0; i <= max_drawn_leaves; ++i) program.task("inner", outer);
  const DrawnGraph drawn = *draw_tasks(program.trace(), TaskGraph(program.trace()));
  EXPECT_THAT(drawn.edges, ElementsAre(LayoutGraph::Edge{serial.value(), outer.value()}));
  EXPECT_EQ(drawn.depth.back(), 2U);
  EXPECT_EQ(drawn.undrawn_creations, max_drawn_leaves + 1);
}

TEST(DrawnGraph, VersionsMatchTheDotOutput) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const auto trace =
        testing::random_trace({.seed = seed, .tasks = 40, .handles = 5, .nodes = seed % 2 + 1});
    const TaskGraph graph(*trace);
    const DrawnGraph drawn = *draw_versions(*trace, graph);
    const auto name = [&](std::uint32_t node) {
      const DrawnGraph::Node& n = drawn.nodes[node];
      return n.kind == DrawnGraph::Kind::task
                 ? "task" + std::to_string(n.task.value())
                 : "handle" + std::to_string(n.handle.value()) + "v" + std::to_string(n.version);
    };
    std::set<std::string> expected;
    std::set<std::string> dotted;
    const std::string dot = to_version_dot(*trace, graph);
    const std::regex line("  (\\w+) -> (\\w+)( \\[style=dotted\\])?;");
    for (std::sregex_iterator it(dot.begin(), dot.end(), line), end; it != end; ++it) {
      expected.insert((*it)[1].str() + " " + (*it)[2].str());
      if ((*it)[3].matched) dotted.insert((*it)[1].str() + " " + (*it)[2].str());
    }
    std::set<std::string> found;
    for (std::size_t i = 0; i < drawn.edges.size(); ++i) {
      const std::string text = name(drawn.edges[i].from) + " " + name(drawn.edges[i].to);
      found.insert(text);
      if (drawn.edge_kinds[i] == DrawnGraph::EdgeKind::only_waits) {
        EXPECT_TRUE(dotted.contains(text)) << text;
      }
    }
    EXPECT_EQ(found, expected);
    std::set<std::string> boxes;
    for (std::uint32_t i = 0; i < drawn.nodes.size(); ++i)
      EXPECT_TRUE(boxes.insert(name(i)).second) << name(i);
  }
}

TEST(DrawnGraph, CancellationReturnsNothing) {
  const std::atomic<bool> cancelled = true;
  const auto trace = trace_from_text(testing::cholesky3);
  EXPECT_FALSE(draw_tasks(*trace, TaskGraph(*trace), &cancelled));
  EXPECT_FALSE(draw_versions(*trace, TaskGraph(*trace), &cancelled));
}

}  // namespace
}  // namespace gusset::traces
