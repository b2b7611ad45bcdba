#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>

#include "dot_graph.hpp"
#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "small_cholesky.hpp"

namespace gusset {
namespace {

using testing::DotGraph;
using testing::SmallCholesky;
using testing::with_threads;
using Edges = std::set<DotGraph::Edge>;

std::string dot(const Plan& plan) {
  std::ostringstream out;
  plan.write_dot(out);
  return out.str();
}

const char* const cholesky = R"(digraph plan {
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
  task1 -> task4;
  task2 -> task3;
  task2 -> task7;
  task3 -> task6;
  task4 -> task5;
  task5 -> task6;
  task6 -> task8;
  task7 -> task9;
  task8 -> task9;
  task7 -> task8 [dir=none, style=dashed, constraint=false];
}
)";

TEST(PlanDot, DrawsCholesky) {
  Runtime runtime(with_threads(2));
  SmallCholesky program(runtime);
  const Plan plan = runtime.capture([&] { program.submit(); });
  EXPECT_EQ(dot(plan), cholesky);
  EXPECT_EQ(DotGraph(dot(plan)).arrows.size(), plan.edges());
}

TEST(PlanDot, IsTheSameDuringAndAfterRuns) {
  Runtime runtime(with_threads(2));
  SmallCholesky program(runtime);
  Plan plan = runtime.capture([&] { program.submit(); });
  for (int round = 0; round < 20; ++round) {
    runtime.run(plan);
    EXPECT_EQ(dot(plan), cholesky);
  }
  runtime.wait();
  EXPECT_EQ(dot(plan), cholesky);
}

TEST(PlanDot, CommutingTasksFormAChain) {
  Runtime runtime(with_threads(1));
  const Handle sum = runtime.handle("sum");
  const Plan plan = runtime.capture([&] {
    for (int i = 0; i < 5; ++i)
      runtime.submit(
          TaskType("add")(), [] {}, add(sum));
    runtime.submit(
        TaskType("use")(), [] {}, read(sum));
    runtime.submit(
        TaskType("use")(), [] {}, read(sum));
  });
  const DotGraph graph(dot(plan));
  EXPECT_EQ(graph.dashed,
            (Edges{{"task0", "task1"}, {"task1", "task2"}, {"task2", "task3"}, {"task3", "task4"}}));
  EXPECT_EQ(graph.arrows.size(), 10u);
}

TEST(PlanDot, TasksThatCommuteOnTwoHandlesAreJoinedOnce) {
  Runtime runtime(with_threads(1));
  const Handle a = runtime.handle("a");
  const Handle b = runtime.handle("b");
  const Plan plan = runtime.capture([&] {
    for (int i = 0; i < 2; ++i)
      runtime.submit(
          TaskType("add")(), [] {}, add(a), add(b));
  });
  const std::string text = dot(plan);
  EXPECT_EQ(DotGraph(text).dashed, (Edges{{"task0", "task1"}}));
  EXPECT_EQ(text.find("dashed"), text.rfind("dashed"));
}

TEST(PlanDot, WorksAfterItsHandlesAreDestroyed) {
  Runtime runtime(with_threads(1));
  std::optional<Handle> sum = runtime.handle("sum");
  const Plan plan = runtime.capture([&] {
    for (int i = 0; i < 2; ++i)
      runtime.submit(
          TaskType("add")(), [] {}, add(*sum));
  });
  const std::string before = dot(plan);
  sum.reset();
  EXPECT_EQ(dot(plan), before);
}

TEST(PlanDot, EmptyPlanIsAnEmptyGraph) {
  Runtime runtime(with_threads(1));
  const Plan plan = runtime.capture([] {});
  EXPECT_EQ(dot(plan), "digraph plan {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n}\n");
}

TEST(PlanDot, NamesWithQuotesAreEscaped) {
  Runtime runtime(with_threads(1));
  const Plan plan = runtime.capture([&] { runtime.submit(TaskType("a \"b\" \\ <c> & d")(), [] {}); });
  EXPECT_NE(dot(plan).find(R"(label="a \"b\" \\ &lt;c&gt; &amp; d")"), std::string::npos) << dot(plan);
}

}  // namespace
}  // namespace gusset
