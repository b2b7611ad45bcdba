#include "gusset/traces/analysis/graph/task_graph.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "cholesky3.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::random_trace;
using testing::RandomTrace;
using testing::trace_from_text;

std::vector<TaskId> ids(std::initializer_list<std::size_t> numbers) {
  std::vector<TaskId> result;
  for (const std::size_t number : numbers) result.emplace_back(number);
  return result;
}

std::size_t count_edges(const TaskGraph& graph, bool commuting) {
  const auto edges = graph.edges();
  return static_cast<std::size_t>(
      std::count_if(edges.begin(), edges.end(), [=](const auto& e) { return e.commuting == commuting; }));
}

/// The predecessors by definition, pair by pair.
std::vector<std::set<TaskId>> predecessors_by_definition(const Trace& trace) {
  struct Touch {
    TaskId task;
    std::uint32_t version;
    bool remote_read;
  };
  std::vector<NodeId> node(trace.tasks.size());
  for (const Lane& lane : trace.lanes) {
    for (const TaskId task : lane.spans.task) node[task.value()] = trace.workers[lane.worker.value()].node;
  }
  std::map<HandleId, std::vector<Touch>> touches;
  for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
    for (std::uint64_t i = trace.accesses.first[t]; i < trace.accesses.first[t + 1]; ++i) {
      const Access& access = trace.accesses.items[i];
      const bool remote = trace.handles.owner[access.handle.value()] != node[t];
      const bool reads = !trace.access_modes[access.mode.value()].modifies;
      touches[access.handle].push_back({TaskId(t), access.version, remote && reads});
    }
  }
  std::vector<std::set<TaskId>> before(trace.tasks.size());
  for (const auto& [handle, all] : touches) {
    for (const Touch& touch : all) {
      std::int64_t awaited = -1;  // the latest earlier version with a local access
      for (const Touch& other : all) {
        if (other.version < touch.version && !other.remote_read) {
          awaited = std::max(awaited, std::int64_t{other.version});
        }
      }
      for (const Touch& other : all) {
        if (other.version == awaited && !other.remote_read) before[touch.task.value()].insert(other.task);
      }
    }
  }
  return before;
}

TEST(TaskGraph, ReadsAndAddsFormGroupsAndWritesStandAlone) {
  const auto trace = trace_from_text(R"(
    abcdefg
    a1: read x@0
    b1: read x@0
    c1: write x@2
    d1: add x@3
    e1: add x@3
    f1: add x@3
    g1: write x@6
  )");
  const TaskGraph graph(*trace);
  ASSERT_EQ(graph.groups().size(), 4u);
  EXPECT_EQ(graph.groups()[0].member_count, 2u);
  EXPECT_EQ(graph.groups()[0].previous, TaskGraph::Group::none);
  EXPECT_EQ(graph.groups()[2].version, 3u);
  EXPECT_EQ(graph.groups()[2].previous, 1u);
  EXPECT_TRUE(graph.groups()[2].commuting);
  EXPECT_FALSE(graph.groups()[0].commuting);
  EXPECT_THAT(graph.members_of(graph.groups()[2]), ElementsAre(TaskId(3), TaskId(4), TaskId(5)));
  EXPECT_THAT(graph.predecessors(TaskId(2)), ElementsAre(TaskId(0), TaskId(1)));
  EXPECT_THAT(graph.predecessors(TaskId(4)), ElementsAre(TaskId(2)));
  EXPECT_THAT(graph.successors(TaskId(2)), ElementsAre(TaskId(3), TaskId(4), TaskId(5)));
  EXPECT_THAT(graph.predecessors(TaskId(6)), ElementsAre(TaskId(3), TaskId(4), TaskId(5)));
  EXPECT_THAT(graph.groups_of(TaskId(5)), ElementsAre(2u));
}

TEST(TaskGraph, CholeskyMatchesSuperGluesDrawing) {
  const auto trace = trace_from_text(testing::cholesky3);
  const TaskGraph graph(*trace);
  const HandleId x00(0);
  const HandleId x22(5);
  EXPECT_EQ(trace->handles.name[5], "x22");
  EXPECT_EQ(count_edges(graph, false), 11u);
  EXPECT_EQ(count_edges(graph, true), 1u);
  const auto edges = graph.edges();
  EXPECT_EQ(edges.front(), (TaskGraph::Edge{TaskId(0), TaskId(1), x00, false}));
  EXPECT_EQ(edges.back(), (TaskGraph::Edge{TaskId(7), TaskId(8), x22, true}));
  // In the drawing, only the last syrk leads to the next task; in fact that task waits for both.
  EXPECT_THAT(graph.predecessors(TaskId(9)), ElementsAre(TaskId(7), TaskId(8)));
}

TEST(TaskGraph, DashedEdgesFollowExecutionOrder) {
  const auto trace = trace_from_text(R"(
    .a.b
    c...
    a1: add x@0 [submit 0]
    b1: add x@0 [submit 1]
    c1: add x@0 [submit 2]
  )");
  EXPECT_THAT(TaskGraph(*trace).edges(),
              ElementsAre(TaskGraph::Edge{TaskId(0), TaskId(1), HandleId(0), true},
                          TaskGraph::Edge{TaskId(2), TaskId(0), HandleId(0), true}));
}

TEST(TaskGraph, TasksThatShareSeveralHandlesGetOneEdge) {
  const auto trace = trace_from_text(R"(
    abc
    a1: write x@0, write y@0, add z@0
    b1: read x@1, read y@1, add z@0
    c1: add z@0
  )");
  EXPECT_THAT(TaskGraph(*trace).edges(),
              ElementsAre(TaskGraph::Edge{TaskId(0), TaskId(1), HandleId(0), false},
                          TaskGraph::Edge{TaskId(1), TaskId(2), HandleId(2), true}));
}

TEST(TaskGraph, TaskWithTwoAccessesToAHandleDoesNotWaitForItself) {
  const auto trace = trace_from_text(R"(
    abcd
    a1: read x@0
    b1: read x@0, add x@2
    c1: add x@3
    d1: read x@4, read x@4
  )");
  const TaskGraph graph(*trace);
  EXPECT_THAT(graph.predecessors(TaskId(1)), ElementsAre(TaskId(0)));
  EXPECT_THAT(graph.predecessors(TaskId(2)), ElementsAre(TaskId(1)));
  EXPECT_THAT(graph.predecessors(TaskId(3)), ElementsAre(TaskId(2)));
  EXPECT_THAT(graph.groups_of(TaskId(1)), ElementsAre(1u, 1u));
  EXPECT_THAT(graph.groups_of(TaskId(3)), ElementsAre(3u, 3u));
  EXPECT_TRUE(graph.topological_order().has_value());
}

TEST(TaskGraph, ReadAndAddInOneTaskCountAsAWrite) {
  const auto trace = trace_from_text(R"(
    abc
    a1: add x@0
    b1: add x@0, read x@0
    c1: add x@0
  )");
  const TaskGraph graph(*trace);
  EXPECT_EQ(count_edges(graph, true), 0u);
  EXPECT_THAT(graph.predecessors(TaskId(1)), ElementsAre(TaskId(0)));
  EXPECT_THAT(graph.predecessors(TaskId(2)), ElementsAre(TaskId(1)));
}

TEST(TaskGraph, StrongestAccessDeterminesTheGroup) {
  const auto trace = trace_from_text(R"(
    rw
    w1: read x@0, add x@2 [submit 0]
    r1: read x@0 [submit 1]
  )");
  const TaskGraph graph(*trace);
  EXPECT_THAT(graph.predecessors(TaskId(0)), ElementsAre(TaskId(1)));
  EXPECT_THAT(graph.predecessors(TaskId(1)), IsEmpty());
}

TEST(TaskGraph, RemoteReadsDelayNoOne) {
  const auto trace = trace_from_text(R"(
    n0/w0: aaa..dddee
    n1/w0: ....bbbbbbbbb
    n1/w1: ....ccccc
    x: 8 bytes on n0
    a1: write x@0
    b1: read x@1
    c1: read x@1
    d1: write x@3
    e1: read x@4
  )");
  const TaskGraph graph(*trace);
  const TaskId a(0), b(1), c(2), d(3), e(4);
  EXPECT_THAT(graph.predecessors(b), ElementsAre(a));
  EXPECT_THAT(graph.predecessors(d), ElementsAre(a));
  EXPECT_THAT(graph.successors(a), ElementsAre(b, c, d));
  EXPECT_THAT(graph.successors(b), IsEmpty());
  EXPECT_THAT(graph.predecessors(e), ElementsAre(d));
  EXPECT_EQ(count_edges(graph, false), 4u);
}

TEST(TaskGraph, LocalReadsAmongRemoteOnesDelayTheWriter) {
  const auto trace = trace_from_text(R"(
    n0/w0: abbd
    n1/w0: .c
    a1: write x@0
    b1: read x@1
    c1: read x@1
    d1: write x@3
  )");
  const TaskGraph graph(*trace);
  EXPECT_THAT(graph.predecessors(TaskId(3)), ElementsAre(TaskId(1)));
}

TEST(TaskGraph, RemoteModificationsDelayTheNextGroup) {
  const auto trace = trace_from_text(R"(
    n0/w0: a.c
    n1/w0: .b
    x: 8 bytes on n0
    a1: write x@0
    b1: write x@1
    c1: read x@2
  )");
  EXPECT_THAT(TaskGraph(*trace).predecessors(TaskId(2)), ElementsAre(TaskId(1)));
}

TEST(TaskGraph, ReaderThatNeverRanCountsAsLocal) {
  auto trace = *trace_from_text("n1/w0: .b\nn0/w0: a.c\na1: write x@0\nb1: read x@1\nc1: write x@2");
  EXPECT_THAT(TaskGraph(trace).predecessors(TaskId(2)), ElementsAre(TaskId(0)));
  trace.lanes[0].spans = {};
  EXPECT_THAT(TaskGraph(trace).predecessors(TaskId(2)), ElementsAre(TaskId(1)));
}

TEST(TaskGraph, WrappedVersionsStayInOrder) {
  const auto trace = trace_from_text(R"(
    abcd
    a1: write x@4294967294
    b1: read x@4294967295
    c1: read x@4294967295
    d1: write x@1
  )");
  const TaskGraph graph(*trace);
  EXPECT_THAT(graph.predecessors(TaskId(0)), IsEmpty());
  EXPECT_THAT(graph.predecessors(TaskId(3)), ElementsAre(TaskId(1), TaskId(2)));
}

TEST(TaskGraph, VersionsOrderInterleavedSubmissions) {
  const auto trace = trace_from_text("abc\na1: write x@1\nb1: write x@0\nc1: read x@2");
  const TaskGraph graph(*trace);
  EXPECT_THAT(graph.predecessors(TaskId(0)), ElementsAre(TaskId(1)));
  EXPECT_THAT(*graph.topological_order(), ElementsAre(TaskId(1), TaskId(0), TaskId(2)));
}

TEST(TaskGraph, ExplicitDependenciesReplaceAccesses) {
  const auto trace = trace_from_text("abcd\nb1: after a1\nc1: after a1\nd1: after b1, c1, b1");
  const TaskGraph graph(*trace);
  EXPECT_TRUE(graph.known());
  EXPECT_THAT(graph.predecessors(TaskId(3)), ElementsAre(TaskId(1), TaskId(2)));
  EXPECT_THAT(graph.successors(TaskId(0)), ElementsAre(TaskId(1), TaskId(2)));
  EXPECT_THAT(graph.explicit_predecessors(TaskId(1)), ElementsAre(TaskId(0)));
  EXPECT_EQ(graph.edges().size(), 4u);
  EXPECT_TRUE(graph.edges()[0].handle.is_none());
}

TEST(TaskGraph, CyclicDependenciesHaveNoOrder) {
  const auto trace = trace_from_text("abc\na1: after b1\nb1: after a1");
  EXPECT_EQ(TaskGraph(*trace).topological_order(), std::nullopt);
  EXPECT_EQ(TaskGraph(*trace_from_text("a\na1: after a1")).topological_order(), std::nullopt);
}

TEST(TaskGraph, NeedsAccessesOrDependencies) {
  const auto trace = trace_from_text("ab");
  const TaskGraph graph(*trace);
  EXPECT_FALSE(graph.known());
  EXPECT_EQ(graph.tasks(), 2u);
  EXPECT_THAT(graph.edges(), IsEmpty());
  EXPECT_THAT(graph.predecessors(TaskId(0)), IsEmpty());
  EXPECT_THAT(graph.successors(TaskId(7)), IsEmpty());
  EXPECT_THAT(graph.predecessors(TaskId()), IsEmpty());
  EXPECT_EQ(TaskGraph(Trace{}).topological_order(), ids({}));
}

TEST(TaskGraph, AgreesWithTheDefinitionOnRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomTrace options;
    options.seed = seed;
    options.tasks = 80;
    options.handles = 2 + seed % 9;
    options.nodes = 1 + seed % 3;
    const auto trace = random_trace(options);
    const TaskGraph graph(*trace);
    const auto expected = predecessors_by_definition(*trace);
    std::vector<std::set<TaskId>> successors(trace->tasks.size());
    for (std::size_t t = 0; t < expected.size(); ++t) {
      const auto found = graph.predecessors(TaskId(t));
      EXPECT_EQ(std::set<TaskId>(found.begin(), found.end()), expected[t]) << "task " << t;
      for (const TaskId before : expected[t]) successors[before.value()].insert(TaskId(t));
    }
    for (std::size_t t = 0; t < expected.size(); ++t) {
      const auto found = graph.successors(TaskId(t));
      EXPECT_EQ(std::set<TaskId>(found.begin(), found.end()), successors[t]) << "task " << t;
    }
    const auto order = graph.topological_order();
    ASSERT_TRUE(order.has_value());
    ASSERT_EQ(order->size(), expected.size());
    std::vector<std::size_t> position(order->size());
    for (std::size_t i = 0; i < order->size(); ++i) position[(*order)[i].value()] = i;
    for (std::size_t t = 0; t < expected.size(); ++t) {
      for (const TaskId before : expected[t]) EXPECT_LT(position[before.value()], position[t]);
    }
  }
}

TEST(TaskGraph, DrawnEdgesReachEveryPredecessor) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    RandomTrace options;
    options.seed = seed;
    options.tasks = 60;
    options.handles = 5;
    const auto trace = random_trace(options);
    const TaskGraph graph(*trace);
    // Along directed edges, and dashed edges in order of execution, every predecessor is reachable.
    std::vector<std::vector<TaskId>> back(trace->tasks.size());
    std::set<std::pair<TaskId, TaskId>> pairs;
    for (const auto& edge : graph.edges()) {
      back[edge.after.value()].push_back(edge.before);
      EXPECT_TRUE(pairs.emplace(std::min(edge.before, edge.after), std::max(edge.before, edge.after)).second);
    }
    for (std::size_t t = 0; t < back.size(); ++t) {
      std::set<TaskId> reached;
      std::vector<TaskId> open{TaskId(t)};
      while (!open.empty()) {
        const TaskId task = open.back();
        open.pop_back();
        for (const TaskId before : back[task.value()]) {
          if (reached.insert(before).second) open.push_back(before);
        }
      }
      for (const TaskId before : graph.predecessors(TaskId(t))) EXPECT_TRUE(reached.contains(before));
    }
  }
}

TEST(TaskGraph, TasksInAndAfterACycleAreBlocked) {
  Trace trace;
  trace.types = {"t"};
  trace.tasks.type.resize(5, TypeId(0));
  trace.recorded.dependencies = true;
  trace.dependencies = {
      {TaskId(0), TaskId(1)}, {TaskId(1), TaskId(2)}, {TaskId(2), TaskId(1)}, {TaskId(2), TaskId(3)}};
  const TaskGraph graph(trace);
  EXPECT_FALSE(graph.topological_order().has_value());
  EXPECT_THAT(graph.blocked_tasks(), ::testing::ElementsAre(TaskId(1), TaskId(2), TaskId(3)));
  trace.dependencies.erase(trace.dependencies.begin() + 2);
  EXPECT_THAT(TaskGraph(trace).blocked_tasks(), ::testing::IsEmpty());
}

}  // namespace
}  // namespace gusset::traces
