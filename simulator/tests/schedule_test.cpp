#include "schedule/schedule.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "cholesky.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/validate.hpp"
#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::in_child;
using testing::Interval;
using testing::interval_of;
using testing::simulate;
using testing::timed;
using testing::type;

TEST(Schedule, ChainTakesTheSumOfItsTasksOnAnyNumberOfWorkers) {
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

TEST(Schedule, IdleWorkerStealsQueuedTasks) {
  // All tasks start in the queue of the program's thread, which takes the first. The other worker takes three
  // of the remaining five, then the rest.
  const SimulationResult result = simulate(timed(1, 2), [](Runtime& runtime) {
    for (const double seconds : {10.0, 1.0, 1.0, 1.0, 1.0, 1.0}) runtime.submit(type(seconds), [] {});
  });
  EXPECT_EQ(result.statistics.makespan_s, 10.0);
}

TEST(Schedule, ForkedBranchesOverlapOnTwoWorkers) {
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

TEST(Schedule, WorkerParksABlockedAddAndRunsAnotherTask) {
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

TEST(Schedule, AddsToSeveralHandlesTakeAllLocksOrNone) {
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

TEST(Schedule, TaskTakesAtLeastANanosecond) {
  const SimulationResult result =
      simulate(timed(1, 1), [](Runtime& runtime) { runtime.submit(type(1e-15), [] {}); });
  EXPECT_EQ(result.statistics.makespan_s, 1e-9);
}

TEST(Schedule, WaitReturnsWhenTheProgramThreadsTaskEnds) {
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

TEST(Schedule, DestroyingAHandleWaitsForItsTasks) {
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

/// Returns the order in which one worker runs tasks.
std::vector<std::uint32_t> order_of(const traces::Trace& trace) {
  std::vector<std::uint32_t> order;
  const auto& spans = trace.lanes.at(0).spans;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans.kind[i] == traces::SpanKind::run) order.push_back(spans.task[i].value());
  }
  return order;
}

/// A graph with forks, joins, adds and ties. Its kernels take no data, so it also runs on the real runtime.
void mixed_graph(Runtime& runtime) {
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

TEST(Schedule, OneWorkerFollowsTheRealRuntimesOrder) {
  std::shared_ptr<const traces::Trace> measured;
  {
    Options options;
    options.threads = 1;
    options.window = 0;  // submits everything before anything runs, as in simulation
    Runtime runtime(core_tracing::make_recording_engine(
        options, [&](std::shared_ptr<const traces::Trace> trace) { measured = std::move(trace); }));
    mixed_graph(runtime);
  }
  ASSERT_TRUE(measured);
  const SimulationResult predicted = simulate(timed(1, 1), mixed_graph);
  EXPECT_EQ(order_of(*predicted.trace), order_of(*measured));
  EXPECT_EQ(order_of(*measured).size(), 300u);
}

TEST(Schedule, PredictedTraceIsValidAndHasAGraph) {
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

TEST(Schedule, SeedDeterminesTheTrace) {
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

// Not a benchmark: the limit is far above the usual time and only catches quadratic behaviour.
TEST(Schedule, LargeFactorizationIsPredictedWithinSeconds) {
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
