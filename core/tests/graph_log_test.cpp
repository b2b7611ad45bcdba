#include "plans/graph_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "dot_graph.hpp"
#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "small_cholesky.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::child;
using testing::DotGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::SharedValue;
using testing::SmallCholesky;
using testing::task;
using testing::with_threads;
using Edges = std::set<DotGraph::Edge>;

class GraphLogs : public ::testing::TestWithParam<unsigned> {
 protected:
  std::string dot(GraphKind kind) const {
    std::ostringstream out;
    runtime_.write_dot(out, kind);
    return out.str();
  }
  DotGraph tasks() const { return DotGraph(dot(GraphKind::tasks)); }
  DotGraph data() const { return DotGraph(dot(GraphKind::data)); }
  template <class... Accesses>
  void submit(Accesses&&... accesses) {
    runtime_.submit(
        task(), [] {}, std::forward<Accesses>(accesses)...);
  }

  Runtime runtime_{with_threads(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(Threads, GraphLogs, ::testing::Values(1, 2, 4),
                         [](const auto& threads) { return std::to_string(threads.param); });

const char* const cholesky_tasks = R"(digraph tasks {
  node [shape=box, style=rounded, fontname="sans-serif"];
  task0 [label="potrf", tooltip="task 0"];
  task1 [label="trsm", tooltip="task 1"];
  task2 [label="trsm", tooltip="task 2"];
  task3 [label="gemm", tooltip="task 3"];
  task4 [label="syrk", tooltip="task 4"];
  task5 [label="potrf", tooltip="task 5"];
  task6 [label="trsm", tooltip="task 6"];
  task7 [label="syrk", tooltip="task 7"];
  task8 [label="syrk", tooltip="task 8"];
  task9 [label="potrf", tooltip="task 9"];
  task0 -> task1;
  task0 -> task2;
  task1 -> task3;
  task2 -> task3;
  task1 -> task4;
  task4 -> task5;
  task3 -> task6;
  task5 -> task6;
  task2 -> task7;
  task6 -> task8;
  task7 -> task9;
  task8 -> task9;
  task7 -> task8 [dir=none, style=dashed, constraint=false];
}
)";

TEST_P(GraphLogs, DrawsTheTasksOfCholesky) {
  runtime_.log_graph();
  SmallCholesky program(runtime_);
  program.submit();
  EXPECT_EQ(dot(GraphKind::tasks), cholesky_tasks);
  runtime_.wait();
  EXPECT_EQ(dot(GraphKind::tasks), cholesky_tasks);
}

// As in SuperGlue's drawings: 10 tasks, 15 versions of 6 tiles, and an arrow for each access, two if it
// modifies.
TEST_P(GraphLogs, DrawsTheVersionsOfCholesky) {
  runtime_.log_graph();
  SmallCholesky program(runtime_);
  program.submit();
  const DotGraph graph = data();
  EXPECT_EQ(graph.tasks.size(), 10u);
  EXPECT_THAT(graph.boxes, ElementsAre("(0,0) v0", "(0,0) v1", "(1,0) v0", "(1,0) v1", "(2,0) v0", "(2,0) v1",
                                       "(2,1) v0", "(2,1) v1", "(2,1) v2", "(1,1) v0", "(1,1) v1", "(1,1) v2",
                                       "(2,2) v0", "(2,2) v2", "(2,2) v3"));
  EXPECT_EQ(graph.arrows.size(), 28u);
  EXPECT_EQ(graph.dashed, (Edges{{"task7", "task8"}}));
  EXPECT_THAT(graph.dotted, IsEmpty());
  EXPECT_TRUE(graph.arrows.contains({"handle5v0", "task7"}));
  EXPECT_TRUE(graph.arrows.contains({"task7", "handle5v2"}));
  EXPECT_TRUE(graph.arrows.contains({"task8", "handle5v2"}));
  EXPECT_TRUE(graph.arrows.contains({"handle5v2", "task9"}));
}

TEST_P(GraphLogs, ShowsTheTasksSubmittedSoFar) {
  runtime_.log_graph();
  const Handle x = runtime_.handle("x");
  runtime_.pause();
  submit(write(x));
  EXPECT_EQ(tasks().tasks.size(), 1u);
  submit(write(x));
  EXPECT_EQ(tasks().tasks.size(), 2u);
  EXPECT_EQ(tasks().arrows, (Edges{{"task0", "task1"}}));
  runtime_.resume();
  runtime_.wait();
  EXPECT_EQ(tasks().tasks.size(), 2u);
}

TEST_P(GraphLogs, StartsAtTheFirstCall) {
  const Handle x = runtime_.handle("x");
  submit(write(x));
  runtime_.log_graph();
  submit(write(x));
  runtime_.log_graph();
  submit(read(x));
  const DotGraph graph = data();
  EXPECT_EQ(graph.tasks.size(), 2u);
  EXPECT_THAT(graph.boxes, ElementsAre("x v0", "x v1"));
}

TEST_P(GraphLogs, WriteDotWithoutALogIsRefused) {
  std::ostringstream out;
  try {
    runtime_.write_dot(out);
    FAIL() << "expected a refusal";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "write_dot: expected an earlier call of log_graph, found none");
  }
}

TEST_P(GraphLogs, DottedArrowsLeadFromReadersToTheNextVersion) {
  runtime_.log_graph();
  const Handle x = runtime_.handle("x");
  submit(read(x));
  submit(read(x));
  submit(write(x));
  const DotGraph graph = data();
  EXPECT_THAT(graph.boxes, ElementsAre("x v0", "x v2", "x v3"));
  EXPECT_EQ(
      graph.arrows,
      (Edges{
          {"handle0v0", "task0"}, {"handle0v0", "task1"}, {"handle0v2", "task2"}, {"task2", "handle0v3"}}));
  EXPECT_EQ(graph.dotted, (Edges{{"task0", "handle0v2"}, {"task1", "handle0v2"}}));
  EXPECT_EQ(tasks().arrows, (Edges{{"task0", "task2"}, {"task1", "task2"}}));
}

TEST_P(GraphLogs, RepeatedHandleIsAccessedOnce) {
  runtime_.log_graph();
  const Handle x = runtime_.handle("x");
  submit(read(x), add(x));
  submit(write(x));
  EXPECT_THAT(data().boxes, ElementsAre("x v0", "x v1", "x v2"));
  EXPECT_EQ(tasks().arrows, (Edges{{"task0", "task1"}}));
}

TEST_P(GraphLogs, OmitsImpliedArrows) {
  runtime_.log_graph();
  const Handle x = runtime_.handle("x");
  const Handle y = runtime_.handle("y");
  submit(write(x), write(y));
  submit(write(y));
  submit(read(x), read(y));
  EXPECT_EQ(tasks().arrows, (Edges{{"task0", "task1"}, {"task1", "task2"}}));
}

TEST_P(GraphLogs, DrawsSubtasksBelowTheirParents) {
  runtime_.log_graph();
  const Handle x = runtime_.handle("x");
  const Handle y = runtime_.handle("y");
  runtime_.submit(
      task(),
      [&] {
        runtime_.submit(
            child(),
            [&] {
              runtime_.submit(
                  child(), [] {}, read(x));
            },
            write(y));
        runtime_.submit(
            child().detached(), [] {}, write(y));
      },
      read(x));
  runtime_.wait();
  const DotGraph graph = tasks();
  EXPECT_EQ(graph.tasks.size(), 4u);
  EXPECT_TRUE(graph.children.contains({"task0", "task1"}));
  EXPECT_EQ(graph.children.size(), 2u);
  EXPECT_EQ(graph.arrows.size(), 1u);
  // The innermost task reads while the outermost does, so it gets no version.
  const DotGraph versions = data();
  EXPECT_THAT(versions.boxes, ElementsAre("x v0", "y v0", "y v1", "y v2"));
  const std::string innermost = graph.children.rbegin()->second;
  EXPECT_TRUE(versions.arrows.contains({"handle0v0", innermost}));
}

TEST_P(GraphLogs, OmitsRefusedTasks) {
  runtime_.log_graph();
  const Handle x = runtime_.handle("x");
  runtime_.submit(
      task(), [&] { EXPECT_THROW(submit(write(x)), UsageError); }, write(x));
  runtime_.wait();
  submit(write(x));
  EXPECT_EQ(tasks().tasks.size(), 2u);
  EXPECT_EQ(tasks().arrows, (Edges{{"task0", "task2"}}));
  EXPECT_TRUE(tasks().children.empty());
  EXPECT_THAT(data().boxes, ElementsAre("x v0", "x v1", "x v2"));
}

TEST_P(GraphLogs, OmitsRefusedRunsOfAPlan) {
  runtime_.log_graph();
  const Handle x = runtime_.handle("x");
  Plan plan = runtime_.capture([&] { submit(write(x)); });
  runtime_.submit(
      task(), [&] { EXPECT_THROW(runtime_.run(plan), UsageError); }, write(x));
  runtime_.wait();
  submit(write(x));
  EXPECT_EQ(tasks().tasks.size(), 2u);
  EXPECT_EQ(tasks().arrows, (Edges{{"task0", "task2"}}));
  EXPECT_THAT(data().boxes, ElementsAre("x v0", "x v1", "x v2"));
}

TEST_P(GraphLogs, ReservedAccessesKeepTheirPlaceInTheOrder) {
  runtime_.log_graph();
  const Handle x = runtime_.handle("x");
  submit(write(x));
  auto reserved = runtime_.reserve(write(x));
  submit(write(x));
  EXPECT_EQ(tasks().arrows, (Edges{{"task0", "task1"}}));
  submit(std::move(reserved));
  EXPECT_EQ(tasks().arrows, (Edges{{"task0", "task2"}, {"task2", "task1"}}));
  EXPECT_TRUE(data().arrows.contains({"handle0v1", "task2"}));
  EXPECT_TRUE(data().arrows.contains({"handle0v2", "task1"}));
  runtime_.wait();
}

TEST_P(GraphLogs, ShowsEachRunOfAPlan) {
  runtime_.log_graph();
  const Handle x = runtime_.handle("x");
  Plan plan = runtime_.capture([&] {
    submit(add(x));
    submit(add(x));
  });
  EXPECT_TRUE(tasks().tasks.empty());
  submit(add(x));
  runtime_.run(plan);
  runtime_.run(plan);
  submit(add(x));
  runtime_.wait();
  const DotGraph graph = tasks();
  EXPECT_EQ(graph.tasks.size(), 6u);
  EXPECT_EQ(graph.dashed, (Edges{{"task1", "task2"}, {"task3", "task4"}}));
  EXPECT_EQ(graph.arrows, (Edges{{"task0", "task1"},
                                 {"task0", "task2"},
                                 {"task1", "task3"},
                                 {"task1", "task4"},
                                 {"task2", "task3"},
                                 {"task2", "task4"},
                                 {"task3", "task5"},
                                 {"task4", "task5"}}));
  EXPECT_THAT(data().boxes, ElementsAre("x v0", "x v1", "x v3", "x v5", "x v6"));
}

TEST_P(GraphLogs, DestroyedHandlesKeepTheirNames) {
  runtime_.log_graph();
  for (const char* name : {"first", "second"}) {
    const Handle x = runtime_.handle(name);
    submit(write(x));
  }
  EXPECT_THAT(data().boxes, ElementsAre("first v0", "first v1", "second v0", "second v1"));
}

TEST_P(GraphLogs, CanBeReadWhileOtherThreadsSubmit) {
  runtime_.log_graph();
  constexpr std::size_t each = 200;
  const auto submit_chain = [&](const Handle& handle) {
    for (std::size_t i = 0; i < each; ++i) submit(write(handle));
  };
  const Handle x = runtime_.handle("x");
  const Handle y = runtime_.handle("y");
  std::thread other([&] { submit_chain(x); });
  std::thread reader([&] {
    for (int i = 0; i < 20; ++i) EXPECT_LE(tasks().tasks.size(), 2 * each);
  });
  submit_chain(y);
  other.join();
  reader.join();
  runtime_.wait();
  EXPECT_EQ(tasks().tasks.size(), 2 * each);
  EXPECT_EQ(tasks().arrows.size(), 2 * (each - 1));
}

}  // namespace
}  // namespace gusset
