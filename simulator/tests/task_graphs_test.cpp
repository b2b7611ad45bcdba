// Task graphs in simulated time, with times computed by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core/access.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/handle.hpp"
#include "gusset/core/task_graph.hpp"
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

/// Tasks 0 … length − 1 of 1 s, one after the other, on the nodes in turn.
void run_chain(Runtime& runtime, int length) {
  gusset::TaskGraph<int> chain(runtime, "chain");
  const unsigned nodes = runtime.grid().nodes();
  chain.define({.in_degree = [](int) { return 1u; },
                .node = [nodes](int key) { return NodeId(static_cast<unsigned>(key) % nodes); },
                .work = [](int) { return 1.0; },
                .then =
                    [&](int key) {
                      if (key + 1 < length) chain.fulfil(key + 1);
                    }});
  chain.fulfil(0);
  runtime.wait();
}

TEST(SimulatedTaskGraph, ChainOnOneNode) {
  const SimulationResult result = simulate(timed_fast(1, 1), [](Runtime& runtime) { run_chain(runtime, 3); });
  const traces::Trace& trace = *result.trace;
  EXPECT_THAT(intervals_of(trace), ElementsAre(Interval{0.0, 1.0}, Interval{1.0, 2.0}, Interval{2.0, 3.0}));
  EXPECT_EQ(result.statistics.totals.level1_tasks, 3u);
  EXPECT_EQ(result.statistics.nodes[0].work, 3.0);
  EXPECT_EQ(result.statistics.bounds->critical_path_s, 3.0);
  EXPECT_EQ(trace.tasks.submit_ns[0], 0);
  EXPECT_EQ(trace.tasks.submit_ns[2], traces::unknown_time) << "what it waited for submitted it";
  EXPECT_EQ(trace.tasks.ready_ns[2], 2'000'000'000);
  // The ends of the first two tasks are handles in the trace, and no blocks of the program.
  EXPECT_THAT(trace.handles.name, ElementsAre("chain", "chain"));
  EXPECT_EQ(result.statistics.nodes[0].blocks_owned, 0u);
  const traces::TaskGraph graph(trace);
  EXPECT_THAT(graph.predecessors(traces::TaskId(2)), ElementsAre(traces::TaskId(1)));
  EXPECT_THAT(graph.predecessors(traces::TaskId(0)), ElementsAre());
}

TEST(SimulatedTaskGraph, ChainOverTwoNodesTakesMessages) {
  const SimulationResult result = simulate(timed_fast(2, 1), [](Runtime& runtime) { run_chain(runtime, 3); });
  const traces::Trace& trace = *result.trace;
  // A key has 4 bytes, so each message takes 1.04 s.
  EXPECT_THAT(intervals_of(trace),
              ElementsAre(Interval{0.0, 1.0}, Interval{2.04, 3.04}, Interval{4.08, 5.08}));
  EXPECT_EQ(result.statistics.makespan_s, 5.08);
  EXPECT_DOUBLE_EQ(result.statistics.bounds->critical_path_s, 5.08);
  EXPECT_EQ(result.statistics.totals.messages, 2u);
  EXPECT_EQ(result.statistics.totals.payload_bytes, 8u);
  EXPECT_EQ(result.statistics.totals.listeners, 0u) << "nobody asks for these messages";
  EXPECT_EQ(result.statistics.totals.memory_upper_bytes, 0u);
  ASSERT_EQ(result.statistics.pairs.size(), 2u);
  EXPECT_EQ(result.statistics.pairs[0].from, NodeId(0));
  EXPECT_EQ(result.statistics.pairs[0].messages, 1u);
  ASSERT_EQ(trace.messages.size(), 2u);
  EXPECT_EQ(trace.handles.name[trace.messages[0].handle.value()], "chain");
  EXPECT_EQ(trace.messages[0].listeners, 1u);
  EXPECT_EQ(trace.tasks.ready_ns[1], 2'040'000'000);
  EXPECT_THAT(traces::TaskGraph(trace).predecessors(traces::TaskId(1)), ElementsAre(traces::TaskId(0)));
}

TEST(SimulatedTaskGraph, CountsWithoutCosts) {
  SimulationInputs inputs = timed_fast(2, 1);
  inputs.costs = nullptr;
  inputs.wants_trace = false;
  const SimulationResult counted = simulate(inputs, [](Runtime& runtime) { run_chain(runtime, 5); });
  EXPECT_EQ(counted.statistics.makespan_s, std::nullopt);
  EXPECT_EQ(counted.statistics.totals.level1_tasks, 5u);
  EXPECT_EQ(counted.statistics.totals.messages, 4u);
  EXPECT_EQ(counted.statistics.nodes[0].work, 3.0);
  EXPECT_EQ(counted.statistics.nodes[1].work, 2.0);
}

TEST(SimulatedTaskGraph, SeveralWaitsContinueInTime) {
  const SimulationResult result = simulate(timed_fast(1, 1), [](Runtime& runtime) {
    run_chain(runtime, 2);
    run_chain(runtime, 1);
  });
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{2.0, 3.0}));
}

TEST(SimulatedTaskGraph, AnEventMayHaveHappenedBeforeTheLastFulfilment) {
  const SimulationResult result = simulate(timed_fast(1, 1), [](Runtime& runtime) {
    const Handle data = runtime.handle("data");
    gusset::TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int key) { return key == 0 ? 1u : 2u; },
                  .work = [](int) { return 1.0; },
                  .then =
                      [&](int key) {
                        if (key == 0) graph.fulfil(1);
                      }});
    graph.fulfil(0);
    runtime.submit(
        type(3), [] {}, write(data));
    runtime.wait(data);
    graph.fulfil(1);
    runtime.wait();
  });
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{4.0, 5.0}));
}

TEST(SimulatedTaskGraph, PrioritiesAndWorkersReachThePolicy) {
  SimulationInputs inputs = timed_fast(1, 1);
  inputs.policy = "priority";
  SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    gusset::TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .work = [](int) { return 1.0; },
                  .priority = [](int key) { return key; }});
    for (const int key : {2, 3, 1}) graph.fulfil(key);
    runtime.wait();
  });
  EXPECT_THAT(intervals_of(*result.trace),
              ElementsAre(Interval{1.0, 2.0}, Interval{0.0, 1.0}, Interval{2.0, 3.0}));
  result = simulate(timed_fast(1, 3), [](Runtime& runtime) {
    gusset::TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .work = [](int) { return 1.0; },
                  .worker = [](int) { return WorkerId(2); }});
    graph.fulfil(0);
    runtime.wait();
  });
  EXPECT_EQ(result.trace->lanes[2].spans.size(), 1u);
}

TEST(SimulatedTaskGraph, TasksWithoutKernelAndWorkNeedNoCosts) {
  const auto program = [](std::function<void(const int&)> kernel) {
    return [kernel](Runtime& runtime) {
      gusset::TaskGraph<int> graph(runtime, "step");
      graph.define({.in_degree = [](int) { return 1u; }, .run = kernel});
      graph.fulfil(0);
      runtime.wait();
    };
  };
  const SimulationResult result = simulate(timed_fast(1, 1), program({}));
  EXPECT_EQ(result.statistics.totals.level1_tasks, 1u);
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{0.0, 1e-9}));
  EXPECT_EQ(message_of([&] { simulate(timed_fast(1, 1), program([](int) {})); }),
            "task type 'step': expected declared work, since the costs are work ÷ rate, found none");
}

TEST(SimulatedTaskGraph, SubmissionTakesTimeWhereATaskBecomesReady) {
  SimulationInputs inputs = timed_fast(1, 1);
  inputs.overheads.submit_s = 0.5;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) { run_chain(runtime, 2); });
  // The program fulfils the first task from 0 s on, and the worker the second one at 1.5 s.
  EXPECT_THAT(intervals_of(*result.trace), ElementsAre(Interval{0.5, 1.5}, Interval{2.0, 3.0}));
}

TEST(SimulatedTaskGraph, OtherNodesDoNotPassItsTasks) {
  SimulationInputs inputs = timed_fast(2, 1);
  inputs.overheads.skip_s = 0.5;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    gusset::TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; },
                  .node = [](int key) { return NodeId(static_cast<unsigned>(key) % 2); },
                  .work = [](int) { return 1.0; }});
    for (int key = 0; key < 6; ++key) graph.fulfil(key);
    runtime.wait();
  });
  EXPECT_EQ(result.statistics.makespan_s, 3.0);
}

TEST(SimulatedTaskGraph, TheWindowHoldsBackOnlyTheProgram) {
  SimulationInputs inputs = timed_fast(1, 2);
  inputs.window = 1;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    gusset::TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree = [](int) { return 1u; }, .work = [](int) { return 1.0; }});
    // Its four successors do not wait for its window.
    runtime.submit(type(1), ThenKernel{[&] {
                     for (int key = 0; key < 4; ++key) graph.fulfil(key);
                   }});
    runtime.wait();
  });
  EXPECT_EQ(result.statistics.makespan_s, 3.0);
}

TEST(SimulatedTaskGraph, OtherSeedsHaveTheSameGraph) {
  const auto edges_of = [](std::uint64_t seed, unsigned seeds) {
    SimulationInputs inputs = timed_fast(2, 3);
    inputs.seed = seed;
    inputs.seeds = seeds;
    inputs.policy = "random";
    const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
      gusset::TaskGraph<int> tree(runtime, "tree");
      tree.define({.in_degree = [](int) { return 1u; },
                   .node = [](int key) { return NodeId(static_cast<unsigned>(key) / 2 % 2); },
                   .work = [](int) { return 1.0; },
                   .then =
                       [&](int key) {
                         for (int child = 2 * key; child < 2 * key + 2 && key < 20; ++child)
                           tree.fulfil(child);
                       }});
      tree.fulfil(1);
      runtime.wait();
    });
    EXPECT_EQ(result.statistics.totals.level1_tasks, 39u);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const traces::TaskGraph::Edge& edge : traces::TaskGraph(*result.trace).edges())
      edges.emplace_back(edge.before.value(), edge.after.value());
    return edges;
  };
  EXPECT_EQ(edges_of(1, 1).size(), 38u);
  EXPECT_EQ(edges_of(1, 1), edges_of(7, 1));
  EXPECT_EQ(edges_of(1, 1), edges_of(3, 5));
}

// ---- failures

TEST(SimulatedTaskGraph, KeysThatNeverBecomeReadyAreADeadlock) {
  Runtime runtime(make_simulation_engine(timed_fast(2, 1)));
  gusset::TaskGraph<int> graph(runtime, "step");
  graph.define({.in_degree = [](int) { return 2u; }});
  graph.fulfil(3);
  EXPECT_THROW(
      {
        try {
          runtime.wait();
        } catch (const Deadlock& error) {
          EXPECT_THAT(error.what(), HasSubstr("step (3) was fulfilled 1 of 2 times"));
          throw;
        }
      },
      Deadlock);
}

TEST(SimulatedTaskGraph, AFunctionThenThatThrowsIsTheTasksFailure) {
  Runtime runtime(make_simulation_engine(timed_fast(2, 1)));
  gusset::TaskGraph<int> graph(runtime, "step");
  graph.define({.in_degree = [](int) { return 1u; },
                .work = [](int) { return 1.0; },
                .then =
                    [&](int key) {
                      if (key == 2) throw std::runtime_error("too far");
                      graph.fulfil(key + 1);
                      graph.fulfil(key + 10);
                    }});
  graph.fulfil(0);
  try {
    runtime.wait();
    ADD_FAILURE() << "no failure";
  } catch (const TaskFailure& failure) {
    EXPECT_STREQ(failure.what(), "task 'step' failed: too far");
    EXPECT_THROW(failure.rethrow_nested(), std::runtime_error);
  }
}

}  // namespace
}  // namespace gusset::simulator
