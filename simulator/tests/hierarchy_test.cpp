// Tasks that split into tasks on the parts of their data.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gusset/core/annotation.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "hierarchical_cholesky.hpp"
#include "reference_counts.hpp"
#include "sanitized.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::HierarchicalCholesky;
using testing::interval_of;
using testing::message_of;
using testing::ReferenceCounts;
using testing::simulate;
using testing::timed;

const TaskType outer_type("outer");
const TaskType inner_type("inner");

/// Splits into four tasks of one second on the parts of a 2 × 2 tile.
struct Quarters {
  Runtime* runtime;
  void operator()(Tile<double>) const {}
  void split(const TileParts<double>& parts) const {
    for (std::size_t j = 0; j < 2; ++j) {
      for (std::size_t i = 0; i < 2; ++i)
        runtime->submit(
            inner_type(1.0), [](Tile<double>) {}, write(parts(i, j)));
    }
  }
};

/// Runs two such tasks on one tile, one after the other.
void twice_in_quarters(Runtime& runtime) {
  auto a = TiledMatrix<double>::full(runtime, "A", 4, 4, {1, 2}, {1, 2});
  runtime.submit(outer_type(4.0), Quarters{&runtime}, write(a(0, 0)));
  runtime.submit(outer_type(4.0), Quarters{&runtime}, write(a(0, 0)));
  runtime.wait();
}

TEST(Hierarchy, Level2TasksMatchTheReferenceOnEveryNode) {
  std::set<unsigned> big;  // block counts with over a million tasks: checked on one grid each
  for (const ReferenceCounts& reference : testing::read_reference_counts()) {
    std::uint64_t all = 0;
    for (const auto& row : reference.rows) all += row[6];
    if (all > 1'000'000 && (is_sanitized || reference.p != 3 || !big.insert(reference.blocks).second))
      continue;
    SCOPED_TRACE(reference.name());
    SimulationInputs inputs;
    inputs.grid = ProcessGrid{reference.p, reference.q, 1};
    const SimulationStatistics statistics =
        simulate(inputs, [&](Runtime& runtime) {
          HierarchicalCholesky(runtime).factorize(99792, {reference.blocks, reference.parts});
        }).statistics;
    EXPECT_EQ(statistics.totals.level2_tasks, all);
    for (std::size_t node = 0; node < reference.rows.size(); ++node) {
      EXPECT_EQ(statistics.nodes[node].level1_tasks, reference.rows[node][5]) << "node " << node;
      EXPECT_EQ(statistics.nodes[node].level2_tasks, reference.rows[node][6]) << "node " << node;
      EXPECT_EQ(statistics.nodes[node].messages_sent, reference.rows[node][7]) << "node " << node;
      EXPECT_EQ(statistics.nodes[node].blocks_owned, reference.rows[node][10]) << "node " << node;
    }
  }
  EXPECT_EQ(big.size(), is_sanitized ? 0u : 5u);
}

TEST(Hierarchy, TaskCompletesWhenItsChildrenDo) {
  const SimulationResult result = simulate(timed(1, 4), twice_in_quarters);
  // A split takes a nanosecond, because every task takes some time.
  EXPECT_NEAR(*result.statistics.makespan_s, 2.0, 1e-8);
  const traces::Trace& trace = *result.trace;
  ASSERT_EQ(trace.tasks.size(), 10u);
  for (const std::size_t child : {1u, 2u, 3u, 4u}) {
    EXPECT_EQ(trace.tasks.parent[child], traces::TaskId(0));
    EXPECT_NEAR(interval_of(trace, child).end_s, 1.0, 1e-8);
    EXPECT_EQ(trace.tasks.parent[child + 5], traces::TaskId(5));
    EXPECT_GE(interval_of(trace, child + 5).begin_s, 1.0);
  }
  EXPECT_TRUE(trace.tasks.parent[0].is_none());
  EXPECT_GE(interval_of(trace, 5).begin_s, 1.0) << "the second one waits for all children of the first";
}

TEST(Hierarchy, AnnotationAppliesToTheSplittingTaskOnly) {
  const SimulationResult result = simulate(timed(1, 2), [](Runtime& runtime) {
    const gusset::Annotation step("step", std::int64_t{7});
    twice_in_quarters(runtime);
  });
  ASSERT_FALSE(result.trace->attributes.empty());
  EXPECT_EQ(result.trace->attributes[0].tasks,
            (std::vector<traces::TaskId>{traces::TaskId(0), traces::TaskId(5)}));
}

TEST(Hierarchy, OneWorkerTakesTheSumOfAllParts) {
  const SimulationStatistics statistics = simulate(timed(1, 1), twice_in_quarters).statistics;
  EXPECT_NEAR(*statistics.makespan_s, 8.0, 1e-8);
  EXPECT_EQ(statistics.totals.level1_tasks, 2u);
  EXPECT_EQ(statistics.totals.level2_tasks, 8u);
  EXPECT_EQ(statistics.nodes[0].work, 8.0);
}

TEST(Hierarchy, TasksRunWholeWithoutSplitting) {
  SimulationInputs inputs = timed(1, 4);
  inputs.splits = false;
  const SimulationStatistics statistics = simulate(inputs, twice_in_quarters).statistics;
  EXPECT_EQ(statistics.makespan_s, 8.0);
  EXPECT_EQ(statistics.totals.level2_tasks, 0u);
  EXPECT_EQ(statistics.nodes[0].work, 8.0);
}

TEST(Hierarchy, SplittingTakesSubmissionTimeOnItsWorker) {
  SimulationInputs inputs = timed(1, 4);
  inputs.overheads.submit_s = 0.25;
  const SimulationResult result = simulate(inputs, twice_in_quarters);
  // The program submits two tasks until 0.5 s. Submitting the first task's four children takes 1 s, and they
  // end 1 s later. Then the same for the second task.
  EXPECT_EQ(interval_of(*result.trace, 0), (testing::Interval{0.25, 1.25}));
  EXPECT_EQ(interval_of(*result.trace, 1).begin_s, 1.25);
  EXPECT_EQ(result.statistics.makespan_s, 4.25);
}

TEST(Hierarchy, FactorizationOnFourNodesGivesAValidTrace) {
  SimulationInputs inputs = timed(4, 3);
  inputs.grid = ProcessGrid{2, 2, 1};
  inputs.network = NetworkEngine::fast;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    HierarchicalCholesky(runtime).factorize(48, {4, 3});
  });
  const SimulationStatistics& statistics = result.statistics;
  // A gemm splits into b³ tasks, the other kernels into fewer: see the reference's rules.
  EXPECT_EQ(statistics.totals.level1_tasks, 20u);
  EXPECT_EQ(statistics.totals.level2_tasks, 4 * 10 + 6 * 18 + 6 * 18 + 4 * 27u);
  EXPECT_GT(*statistics.makespan_s, statistics.bounds->work_s);
  EXPECT_GT(*statistics.makespan_s, statistics.bounds->critical_path_s);
  const auto bound = traces::critical_bound(*result.trace, traces::TaskGraph(*result.trace));
  ASSERT_TRUE(bound) << "versions of parts on all nodes make a graph";
  EXPECT_GT(bound->length_ns, 0);
  EXPECT_LE(static_cast<double>(bound->length_ns) * 1e-9, *statistics.makespan_s);
}

TEST(Hierarchy, TasksSplitAsDeepAsTheData) {
  struct Deeper {
    Runtime* runtime;
    void operator()(Tile<double>) const {}
    void split(const TileParts<double>& parts) const {
      for (std::size_t i = 0; i < parts.rows(); ++i)
        runtime->submit(inner_type(1.0), Deeper{runtime}, write(parts(i, 0)));
    }
  };
  const SimulationStatistics statistics =
      simulate(timed(1, 8), [](Runtime& runtime) {
        auto a = TiledMatrix<double>::full(runtime, "A", 8, 1, {1, 2, 2}, {1, 1, 1});
        runtime.submit(inner_type(1.0), Deeper{&runtime}, write(a(0, 0)));
      }).statistics;
  EXPECT_EQ(statistics.totals.level1_tasks, 1u);
  EXPECT_EQ(statistics.totals.level2_tasks, 2u) << "and four on level 3";
  EXPECT_EQ(statistics.nodes[0].work, 4.0);
  EXPECT_NEAR(*statistics.makespan_s, 1.0, 1e-8);
}

TEST(Hierarchy, CommutingTasksSplitInAnyOrder) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SimulationInputs inputs = timed(1, 3);
    inputs.seed = seed;
    inputs.policy = "random";
    const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
      auto a = TiledMatrix<double>::full(runtime, "A", 4, 4, {1, 2}, {1, 2});
      const Handle gate = runtime.handle("gate", 8);
      runtime.submit(
          inner_type(2.0), [] {}, write(gate));
      struct Add : Quarters {};
      runtime.submit(outer_type(4.0), Add{{&runtime}}, add(a(0, 0)), read(gate));
      runtime.submit(outer_type(4.0), Add{{&runtime}}, add(a(0, 0)));
      runtime.submit(outer_type(4.0), Add{{&runtime}}, add(a(0, 0)));
    });
    EXPECT_EQ(result.statistics.totals.level2_tasks, 12u);
    // The parents commute, but their children write the parts. If the children's versions had the program's
    // order, the second parent's children would wait forever for the first parent's.
    EXPECT_LT(interval_of(*result.trace, 6).begin_s, 2.0);
  }
}

TEST(Hierarchy, RefusesDetachedTaskInASplit) {
  struct Detaching {
    Runtime* runtime;
    void operator()(Tile<double>) const {}
    void split(const TileParts<double>&) const {
      runtime->submit(inner_type(1.0).detached(), [] {});
    }
  };
  EXPECT_EQ(message_of([] {
              simulate(timed(1, 1), [](Runtime& runtime) {
                auto a = TiledMatrix<double>::full(runtime, "A", 4, 4, {1, 2}, {1, 2});
                runtime.submit(outer_type(1.0), Detaching{&runtime}, write(a(0, 0)));
              });
            }),
            "simulate: task 'inner': expected a subtask of the splitting task, found a detached task");
}

TEST(Hierarchy, RefusesSubtaskThatWouldWaitForItsParent) {
  struct Waiting {
    Runtime* runtime;
    const TiledMatrix<double>* whole;
    void operator()(Tile<double>) const {}
    void split(const TileParts<double>&) const {
      runtime->submit(
          inner_type(1.0), [](Tile<double>) {}, write((*whole)(0, 0)));
    }
  };
  const std::string message = message_of([] {
    simulate(timed(1, 1), [](Runtime& runtime) {
      auto a = TiledMatrix<double>::full(runtime, "A", 4, 4, {1, 2}, {1, 2});
      runtime.submit(outer_type(1.0), Waiting{&runtime, &a}, write(a(0, 0)));
    });
  });
  EXPECT_TRUE(message.starts_with("'inner' accesses A(0,0), which its ancestor 'outer' holds")) << message;
}

TEST(Deduplication, EachListenerGetsAMessageWithoutIt) {
  SimulationInputs inputs;
  inputs.grid = ProcessGrid{2, 2, 1};
  inputs.deduplicates = false;
  const auto program = [](Runtime& runtime) { HierarchicalCholesky(runtime).factorize(64, {8, 2}); };
  const Totals all = simulate(inputs, program).statistics.totals;
  EXPECT_EQ(all.messages, all.listeners);
  inputs.deduplicates = true;
  const Totals some = simulate(inputs, program).statistics.totals;
  EXPECT_LT(some.messages, some.listeners);
  EXPECT_EQ(some.listeners, all.listeners);
}

}  // namespace
}  // namespace gusset::simulator
