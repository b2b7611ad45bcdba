#include "schedule.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "cholesky.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "gusset/traces/critical_path.hpp"
#include "gusset/traces/task_graph.hpp"
#include "gusset/traces/validate.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::in_child;
using testing::Interval;
using testing::interval_of;
using testing::simulate;
using testing::timed;

const TaskType type("t");

TEST(Schedule, AChainTakesTheSumOfItsTasksOnAnyNumberOfWorkers) {
  for (const unsigned workers : {1u, 2u, 7u}) {
    const SimulationResult result = simulate(timed(1, workers), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 8);
      for (int i = 1; i <= 4; ++i)
        runtime.submit(
            type(i), [] {}, write(x));
    });
    EXPECT_EQ(result.statistics.makespan_s, 10.0);
    EXPECT_EQ(result.statistics.nodes[0].busy_s, 10.0);
    EXPECT_EQ(interval_of(*result.trace, 3), (Interval{6, 10}));
  }
}

TEST(Schedule, IndependentTasksSpreadOverWorkers) {
  const auto program = [](Runtime& runtime) {
    for (int i = 0; i < 12; ++i) runtime.submit(type(1), [] {});
  };
  EXPECT_EQ(simulate(timed(1, 1), program).statistics.makespan_s, 12.0);
  EXPECT_EQ(simulate(timed(1, 3), program).statistics.makespan_s, 4.0);
  EXPECT_EQ(simulate(timed(1, 5), program).statistics.makespan_s, 3.0);
  EXPECT_EQ(simulate(timed(1, 100), program).statistics.makespan_s, 1.0);
}

TEST(Schedule, AnIdleWorkerStealsWhatAnotherHasInItsQueue) {
  // Dealt to two workers in turn: one gets 10 + 1 + 1, the other 1 + 1 + 1 and then the rest of the first's.
  const SimulationResult result = simulate(timed(1, 2), [](Runtime& runtime) {
    for (const double seconds : {10.0, 1.0, 1.0, 1.0, 1.0, 1.0}) runtime.submit(type(seconds), [] {});
  });
  EXPECT_EQ(result.statistics.makespan_s, 10.0);
}

TEST(Schedule, ForkAndJoinOverlapOnTwoWorkers) {
  const SimulationResult result = simulate(timed(1, 2), [](Runtime& runtime) {
    const Handle a = runtime.handle("a", 8);
    const Handle b = runtime.handle("b", 8);
    const Handle c = runtime.handle("c", 8);
    runtime.submit(
        type(1), [] {}, write(a));  // 0: [0, 1)
    runtime.submit(
        type(3), [] {}, read(a), write(b));  // 1: [1, 4)
    runtime.submit(
        type(2), [] {}, read(a), write(c));  // 2: [1, 3)
    runtime.submit(
        type(1), [] {}, read(b), read(c), write(a));  // 3: [4, 5)
  });
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{1, 4}));
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{1, 3}));
  EXPECT_EQ(interval_of(*result.trace, 3), (Interval{4, 5}));
  EXPECT_EQ(result.statistics.makespan_s, 5.0);
  EXPECT_EQ(result.statistics.nodes[0].busy_s, 7.0);
}

TEST(Schedule, AddsToOneHandleExcludeEachOther) {
  const SimulationResult result = simulate(timed(1, 3), [](Runtime& runtime) {
    const Handle sum = runtime.handle("sum", 8);
    for (int i = 0; i < 3; ++i)
      runtime.submit(
          type(1), [] {}, add(sum));
    runtime.submit(
        type(1), [] {}, read(sum));
  });
  EXPECT_EQ(result.statistics.makespan_s, 4.0);
  EXPECT_EQ(interval_of(*result.trace, 3), (Interval{3, 4}));
  const traces::TaskColumns& tasks = result.trace->tasks;
  EXPECT_EQ(tasks.ready_ns, (std::vector<std::int64_t>{0, 0, 0, 3'000'000'000}));
}

TEST(Schedule, AWorkerWhoseAddMustWaitGoesOnWithAnotherTask) {
  const SimulationResult result = simulate(timed(1, 2), [](Runtime& runtime) {
    const Handle sum = runtime.handle("sum", 8);
    runtime.submit(
        type(2), [] {}, add(sum));  // worker 0, [0, 2)
    runtime.submit(
        type(2), [] {}, add(sum));   // worker 1 parks it
    runtime.submit(type(5), [] {});  // and takes this one
  });
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{0, 2}));
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{0, 5}));
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{2, 4}));
}

TEST(Schedule, AddsToSeveralHandlesTakeAllTurnsOrNone) {
  const SimulationResult result = simulate(timed(1, 3), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    const Handle y = runtime.handle("y", 8);
    runtime.submit(
        type(4), [] {}, add(y));  // 0: [0, 4)
    runtime.submit(
        type(1), [] {}, add(x), add(y));  // 1: must not hold x while y is taken
    runtime.submit(
        type(1), [] {}, add(x));  // 2: [0, 1)
  });
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{0, 4}));
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{0, 1}));
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{4, 5}));
}

TEST(Schedule, ATaskTakesAtLeastANanosecond) {
  const SimulationResult result =
      simulate(timed(1, 1), [](Runtime& runtime) { runtime.submit(type(1e-15), [] {}); });
  EXPECT_EQ(result.statistics.makespan_s, 1e-9);
}

TEST(Schedule, ARemoteInputArrivesALatencyAndItsTransferAfterItIsReady) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 300, NodeId(0));
      const Handle y = runtime.handle("y", 8, NodeId(1));
      runtime.submit(
          type(2), [] {}, write(x));
      runtime.submit(
          type(1), [] {}, read(x), write(y));
    });
    EXPECT_EQ(interval_of(*result.trace, 0), (Interval{0, 2}));
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{6, 7}));  // 2 + 1 s latency + 3 s of 300 bytes
    EXPECT_EQ(result.statistics.makespan_s, 7.0);
    ASSERT_EQ(result.trace->messages.size(), 1u);
    const traces::Message& message = result.trace->messages[0];
    EXPECT_EQ(message.send_ns, 2'000'000'000);
    EXPECT_EQ(message.receive_ns, 6'000'000'000);
    EXPECT_EQ(message.payload_bytes, 300u);
    EXPECT_EQ(message.wire_bytes, 300u);
    EXPECT_EQ(message.version, 1u);
    EXPECT_EQ(message.from, traces::NodeId(0));
    EXPECT_EQ(message.to, traces::NodeId(1));
    EXPECT_EQ(result.trace->tasks.ready_ns[1], 6'000'000'000);
  });
}

TEST(Schedule, TheHeaderTravelsWithEachMessage) {
  in_child([] {
    SimulationInputs inputs = timed(2, 1);
    inputs.platform->header_bytes = 100;
    const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 300, NodeId(0));
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));
    });
    EXPECT_EQ(interval_of(*result.trace, 0), (Interval{5, 6}));
    EXPECT_EQ(result.trace->messages[0].payload_bytes, 300u);
    EXPECT_EQ(result.trace->messages[0].wire_bytes, 400u);
    EXPECT_EQ(result.statistics.totals.wire_bytes, 400u);
  });
}

TEST(Schedule, OneMessageServesAllListenersOfANode) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 3), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      runtime.submit(
          type(1), [] {}, write(x));
      for (int i = 0; i < 3; ++i)
        runtime.submit(
            type(1).on(NodeId(1)), [] {}, read(x));
    });
    ASSERT_EQ(result.trace->messages.size(), 1u);
    for (std::size_t task = 1; task <= 3; ++task)
      EXPECT_EQ(interval_of(*result.trace, task), (Interval{3, 4}));
    EXPECT_EQ(result.statistics.totals.listeners, 3u);
  });
}

TEST(Schedule, TheOwnerOverwritesWhileARemoteReaderStillRuns) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      runtime.submit(
          type(1), [] {}, write(x));  // 0: node 0, [0, 1)
      runtime.submit(
          type(10).on(NodeId(1)), [] {}, read(x));  // 1: node 1, message [1, 3), task [3, 13)
      runtime.submit(
          type(1), [] {}, write(x));  // 2: node 0, from the message's arrival
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));  // 3: the second version, message [4, 6), task [13, 14)
    });
    EXPECT_EQ(interval_of(*result.trace, 0), (Interval{0, 1}));
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{3, 13}));
    EXPECT_EQ(interval_of(*result.trace, 2), (Interval{3, 4}));
    EXPECT_EQ(interval_of(*result.trace, 3), (Interval{13, 14}));
    ASSERT_EQ(result.trace->messages.size(), 2u);
    EXPECT_EQ(result.trace->messages[1].send_ns, 4'000'000'000);
    EXPECT_EQ(result.trace->messages[1].receive_ns, 6'000'000'000);
    EXPECT_EQ(result.trace->tasks.ready_ns[3], 6'000'000'000);
  });
}

TEST(Schedule, TheOwnerWaitsForTheMessageButNotForLocalReadersElsewhere) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 2), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      runtime.submit(
          type(5), [] {}, read(x));  // 0: node 0, [0, 5): the owner must wait for it
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));  // 1: message [0, 2)
      runtime.submit(
          type(1), [] {}, write(x));  // 2: [5, 6)
    });
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{2, 3}));
    EXPECT_EQ(interval_of(*result.trace, 2), (Interval{5, 6}));
  });
}

TEST(Schedule, ALaterListenerUsesTheReplicaThatIsThere) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));  // 0: message [0, 2), task [2, 3)
      runtime.wait();
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));  // 1: [3, 4), no message
      runtime.submit(
          type(1), [] {}, write(x));  // 2: [3, 4): both listeners are counted
    });
    EXPECT_EQ(result.trace->messages.size(), 1u);
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{3, 4}));
    EXPECT_EQ(interval_of(*result.trace, 2), (Interval{3, 4}));
    EXPECT_EQ(result.trace->tasks.submit_ns, (std::vector<std::int64_t>{0, 3'000'000'000, 3'000'000'000}));
  });
}

TEST(Schedule, TwoMessagesToOneNodeShareItsLink) {
  in_child([] {
    const SimulationResult result = simulate(timed(3, 2), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 400, NodeId(0));
      const Handle y = runtime.handle("y", 400, NodeId(1));
      runtime.submit(
          type(1).on(NodeId(2)), [] {}, read(x));
      runtime.submit(
          type(1).on(NodeId(2)), [] {}, read(y));
    });
    EXPECT_EQ(interval_of(*result.trace, 0), (Interval{9, 10}));  // 1 s of latency, 8 s for 800 bytes
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{9, 10}));
  });
}

TEST(Schedule, AWaitForOneHandleReturnsWhileOtherTasksRun) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      const Handle y = runtime.handle("y", 400, NodeId(1));
      runtime.submit(
          type(2), [] {}, write(x));  // 0: [0, 2)
      runtime.submit(
          type(1).on(NodeId(0)), [] {}, read(y));  // 1: message [0, 5)
      runtime.wait(x);                             // until 2, with the message under way
      runtime.submit(
          type(1), [] {}, write(x));  // 2: [2, 3)
      runtime.submit(
          type(1), [] {}, write(y));  // 3: node 1, [5, 6)
    });
    EXPECT_EQ(result.trace->tasks.submit_ns, (std::vector<std::int64_t>{0, 0, 2'000'000'000, 2'000'000'000}));
    EXPECT_EQ(interval_of(*result.trace, 2), (Interval{2, 3}));
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{5, 6}));
    EXPECT_EQ(interval_of(*result.trace, 3), (Interval{5, 6}));
  });
}

TEST(Schedule, TheProgramReturnsFromAWaitWhenItsOwnTaskHasEnded) {
  const SimulationResult result = simulate(timed(1, 2), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    runtime.submit(type(4), [] {});  // 0: worker 0 is the program's thread, [0, 4)
    runtime.submit(
        type(1), [] {}, write(x));  // 1: worker 1, [0, 1)
    runtime.wait(x);
    runtime.submit(
        type(1), [] {}, write(x));  // 2
  });
  EXPECT_EQ(result.trace->tasks.submit_ns[2], 4'000'000'000);
}

TEST(Schedule, ADestroyedHandleIsWaitedFor) {
  const SimulationResult result = simulate(timed(1, 1), [](Runtime& runtime) {
    {
      const Handle x = runtime.handle("x", 8);
      runtime.submit(
          type(2), [] {}, write(x));
    }
    runtime.submit(type(1), [] {});
  });
  EXPECT_EQ(result.trace->tasks.submit_ns[1], 2'000'000'000);
}

/// The order in which one worker runs tasks.
std::vector<std::uint32_t> order_of(const traces::Trace& trace) {
  std::vector<std::uint32_t> order;
  for (const traces::TaskId task : trace.lanes.at(0).spans.task) order.push_back(task.value());
  return order;
}

/// A graph with forks, joins, adds and ties; kernels take no data, so that it runs for real as well.
void tangle(Runtime& runtime) {
  std::vector<Handle> handles;
  for (int i = 0; i < 6; ++i) handles.push_back(runtime.handle("h" + std::to_string(i), 8));
  std::uint32_t random = 12345;
  const auto next = [&](std::uint32_t n) {
    random = random * 1664525u + 1013904223u;
    return (random >> 16) % n;
  };
  for (int i = 0; i < 300; ++i) {
    const Handle& a = handles[next(6)];
    const Handle& b = handles[next(6)];
    switch (next(4)) {
      case 0:
        runtime.submit(
            type(1), [] {}, read(a), read(b));
        break;
      case 1:
        runtime.submit(
            type(1), [] {}, read(a), write(b));
        break;
      case 2:
        runtime.submit(
            type(1), [] {}, add(a), add(b));
        break;
      default:
        runtime.submit(
            type(1), [] {}, read(a), add(b));
        break;
    }
  }
  runtime.wait();
}

TEST(Schedule, OneWorkerTakesTasksInTheOrderOfTheRealRuntime) {
  std::shared_ptr<const traces::Trace> measured;
  {
    Options options;
    options.threads = 1;
    Runtime runtime(core_tracing::make_recording_engine(
        options, [&](std::shared_ptr<const traces::Trace> trace) { measured = std::move(trace); }));
    tangle(runtime);
  }
  ASSERT_TRUE(measured);
  const SimulationResult predicted = simulate(timed(1, 1), tangle);
  EXPECT_EQ(order_of(*predicted.trace), order_of(*measured));
  EXPECT_EQ(order_of(*measured).size(), 300u);
}

TEST(Schedule, ThePredictedTraceIsValidAndKnowsItsGraph) {
  in_child([] {
    SimulationInputs inputs = timed(4, 2);
    inputs.grid = ProcessGrid{2, 2, 1};
    inputs.costs = make_rate_costs(1e3, "stated");
    const SimulationResult result = simulate(inputs, [](Runtime& runtime) { factorize(runtime, 40, 8); });
    const traces::Trace& trace = *result.trace;
    const auto valid = traces::validate(trace, "predicted");
    EXPECT_TRUE(valid) << valid.error().message();
    EXPECT_EQ(trace.tasks.size(), 120u);
    EXPECT_EQ(trace.handles.size(), 36u);
    EXPECT_EQ(trace.nodes.size(), 4u);
    EXPECT_EQ(trace.workers.size(), 8u);
    EXPECT_EQ(trace.messages.size(), result.statistics.totals.messages);
    EXPECT_EQ(trace.metadata.origin, traces::Origin::predicted);
    EXPECT_EQ(trace.metadata.date, "");
    EXPECT_EQ(trace.metadata.host, "");
    const auto bound = traces::critical_bound(trace, traces::TaskGraph(trace));
    ASSERT_TRUE(bound);
    EXPECT_GT(bound->length_ns, 0);
    EXPECT_LE(static_cast<double>(bound->length_ns) * 1e-9, *result.statistics.makespan_s);
  });
}

TEST(Schedule, TheSameSeedGivesTheSameTraceAndAnotherMayNot) {
  const auto run = [](std::uint64_t seed) {
    SimulationInputs inputs = timed(1, 4);
    inputs.seed = seed;
    inputs.costs = make_rate_costs(1e3, "stated");
    return simulate(inputs, [](Runtime& runtime) { factorize(runtime, 60, 10); });
  };
  const SimulationResult first = run(1);
  EXPECT_EQ(first.trace, run(1).trace);
  bool differs = false;
  for (std::uint64_t seed = 2; seed < 6; ++seed) differs |= first.trace->lanes != run(seed).trace->lanes;
  EXPECT_TRUE(differs);
}

// Not a benchmark: a limit far above what it takes, against a simulation that has become quadratic.
TEST(Schedule, ABigFactorizationOnNineNodesIsPredictedWithinSeconds) {
  in_child([] {
    SimulationInputs inputs;
    Platform platform;
    platform.nodes = 9;
    platform.cores = 20;
    platform.gflops_per_core = 30.0;
    platform.latency_s = 2e-6;
    platform.bandwidth_bytes_per_s = 1e10;
    inputs.platform = platform;
    const auto begin = std::chrono::steady_clock::now();
    const SimulationResult result = simulate(inputs, [](Runtime& runtime) { factorize(runtime, 99792, 36); });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(result.events, 8436u + 2450u);
    std::printf("%.3f s, %.0f events per second, makespan %.3f s\n", took.count(),
                static_cast<double>(result.events) / took.count(), *result.statistics.makespan_s);
    EXPECT_LT(took.count(), 10.0);
  });
}

}  // namespace
}  // namespace gusset::simulator
