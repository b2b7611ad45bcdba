// Kernels with a function `then`, in simulated time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>

#include "gusset/core/access.hpp"
#include "gusset/core/handle.hpp"
#include "gusset/core/task_graph.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "task_graphs.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Interval;
using testing::interval_of;
using testing::intervals_of;
using testing::message_of;
using testing::simulate;
using testing::ThenKernel;
using testing::timed_fast;
using testing::type;

TEST(SimulatedThen, FulfilsTasksWhenItsTaskEnds) {
  const SimulationResult result = simulate(timed_fast(1, 2), [](Runtime& runtime) {
    const Handle data = runtime.handle("data", 10);
    gusset::TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 2u; }, .work = [](int) { return 1.0; }});
    runtime.submit(
        type(1), [] {}, write(data));
    runtime.submit(type(1), ThenKernel{[&] { graph.fulfil(0); }}, read(data));
    runtime.submit(type(3), ThenKernel{[&] { graph.fulfil(0); }});
    runtime.wait();
  });
  EXPECT_EQ(interval_of(*result.trace, 3), (Interval{3.0, 4.0}));
  EXPECT_THAT(traces::TaskGraph(*result.trace).predecessors(traces::TaskId(3)),
              ElementsAre(traces::TaskId(1), traces::TaskId(2)));
}

TEST(SimulatedThen, SubmitsTasksOnHandlesAfterItsTask) {
  const SimulationResult result = simulate(timed_fast(2, 2), [](Runtime& runtime) {
    const Handle data = runtime.handle("data", 10, NodeId(1));
    runtime.submit(type(2).on(NodeId(1)), ThenKernel{[&] {
                     runtime.submit(
                         type(1).on(NodeId(1)).detached(), [] {}, write(data));
                   }});
    runtime.submit(
        type(1), [] {}, write(data));
    runtime.wait();
    runtime.submit(
        type(1), [] {}, read(data));
  });
  // The first task does not access the data; the second one ends at 1 s.
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{2.0, 3.0}));
  EXPECT_THAT(traces::TaskGraph(*result.trace).predecessors(traces::TaskId(2)),
              ElementsAre(traces::TaskId(0), traces::TaskId(1)));
  EXPECT_THAT(traces::TaskGraph(*result.trace).predecessors(traces::TaskId(3)),
              ElementsAre(traces::TaskId(2)));
}

TEST(SimulatedThen, TasksThatItSubmitsHaveOneToo) {
  const SimulationResult result = simulate(timed_fast(1, 1), [](Runtime& runtime) {
    gusset::TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .work = [](int) { return 1.0; },
                  .then =
                      [&](int key) {
                        if (key == 0)
                          runtime.submit(type(2).detached(), ThenKernel{[&] { graph.fulfil(1); }});
                      }});
    graph.fulfil(0);
    runtime.wait();
  });
  EXPECT_THAT(intervals_of(*result.trace),
              ElementsAre(Interval{0.0, 1.0}, Interval{1.0, 3.0}, Interval{3.0, 4.0}));
}

/// Splits into four tasks of 1 s on the parts of a tile, each of which fulfils the graph's task 0.
struct FulfillingQuarters {
  Runtime* runtime;
  gusset::TaskGraph<int>* graph;
  bool fulfils_itself = false;

  struct Quarter {
    gusset::TaskGraph<int>* graph;
    void operator()(Tile<double>) const {}
    void then() const { graph->fulfil(0); }
  };
  void operator()(Tile<double>) const {}
  void split(const TileParts<double>& parts) const {
    if (fulfils_itself) graph->fulfil(0);
    for (std::size_t i = 0; i < 4; ++i) runtime->submit(type(1), Quarter{graph}, write(parts(i / 2, i % 2)));
  }
};

void run_quarters(Runtime& runtime, bool fulfils_itself) {
  auto a = TiledMatrix<double>::full(runtime, "A", 4, 4, {1, 2}, {1, 2});
  gusset::TaskGraph<int> graph(runtime, "step");
  graph.define({.in_degree = [](int) { return 4u; }, .work = [](int) { return 1.0; }});
  runtime.submit(type(4), FulfillingQuarters{&runtime, &graph, fulfils_itself}, write(a(0, 0)));
  runtime.wait();
}

TEST(SimulatedThen, SubtasksHaveItToo) {
  const auto program = [](Runtime& runtime) { run_quarters(runtime, false); };
  const SimulationResult result = simulate(timed_fast(1, 1), program);
  EXPECT_EQ(result.statistics.totals.level2_tasks, 4u);
  const std::size_t last = result.trace->tasks.size() - 1;
  EXPECT_NEAR(interval_of(*result.trace, last).begin_s, 4.0, 1e-6);
  EXPECT_EQ(traces::TaskGraph(*result.trace).predecessors(traces::TaskId(last)).size(), 4u);
  SimulationInputs counting = timed_fast(1, 1);
  counting.costs = nullptr;
  counting.wants_trace = false;
  EXPECT_EQ(simulate(counting, program).statistics.totals, result.statistics.totals);
}

TEST(SimulatedThen, ASplitMayNotFulfil) {
  EXPECT_EQ(
      message_of([] {
        Runtime runtime(make_simulation_engine(timed_fast(1, 1)));
        run_quarters(runtime, true);
      }),
      "simulate: task 't': expected messages and fulfilments in functions `then`, found one in `split`");
}

TEST(SimulatedThen, TasksEverywhereFulfilOnceLikeTheProgram) {
  const SimulationResult result = simulate(timed_fast(2, 1), [](Runtime& runtime) {
    gusset::TaskGraph<unsigned> graph(runtime, "step");
    graph.define({.in_degree = [](unsigned) { return 1u; },
                  .node = [](unsigned key) { return NodeId(key); },
                  .work = [](unsigned) { return 1.0; }});
    runtime.submit(type().everywhere(), [&] {
      graph.fulfil(0);
      graph.fulfil(1);
    });
    runtime.wait();
  });
  EXPECT_EQ(result.statistics.totals.level1_tasks, 4u) << "two of them are everywhere";
  EXPECT_EQ(result.statistics.totals.messages, 0u);
}

// ---- failures

TEST(SimulatedThen, FailureIsThrownByTheNextWait) {
  ::testing::internal::CaptureStderr();
  {
    Runtime runtime(make_simulation_engine(timed_fast(1, 1)));
    gusset::TaskGraph<int> graph(runtime, "step");
    runtime.submit(type(1), ThenKernel{[] { throw std::runtime_error("no"); }});
    EXPECT_EQ(message_of([&] { runtime.wait(); }), "task 't' failed: no");
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "") << "the wait has reported it";
}

std::string failure_in_then(unsigned nodes, const std::function<void(Runtime&)>& function) {
  Runtime runtime(make_simulation_engine(timed_fast(nodes, 1)));
  runtime.submit(type(1), ThenKernel{[&] { function(runtime); }});
  return message_of([&] { runtime.wait(); });
}

TEST(SimulatedThen, RefusesWhatOtherNodesWouldHaveToKnow) {
  EXPECT_EQ(failure_in_then(1, [](Runtime& runtime) { runtime.submit(type(1), [] {}); }),
            "task 't' failed: simulate: task 't': expected a detached task in a function `then`, found a "
            "subtask");
  EXPECT_EQ(
      failure_in_then(2, [](Runtime& runtime) { runtime.submit(type(1).on(NodeId(1)).detached(), [] {}); }),
      "task 't' failed: simulate: task 't': expected node 0, whose function `then` submits it, found "
      "node 1");
  EXPECT_THAT(failure_in_then(1, [](Runtime& runtime) { runtime.wait(); }), HasSubstr("a task can't wait"));
}

}  // namespace
}  // namespace gusset::simulator
