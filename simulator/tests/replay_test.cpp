#include "gusset/simulator/predict/replay.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "cholesky.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/traces/picture/graph/dot.hpp"
#include "hierarchical_cholesky.hpp"
#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::HierarchicalCholesky;
using testing::Interval;
using testing::interval_of;
using testing::simulate;
using testing::timed;
using testing::type;

const TaskType other_type("u");

Replay replayed(const traces::Trace& trace, const ReplayInputs& inputs = {}) {
  auto result = replay(trace, inputs);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message());
  if (!result.ok()) return {};
  traces::testing::expect_possible(result->trace, "replayed");
  return std::move(result).value();
}

std::string error_of(const traces::Trace& trace, const ReplayInputs& inputs = {}) {
  const auto result = replay(trace, inputs);
  return result.ok() ? "no error" : result.error().message();
}

/// Returns a fork and a join: 1 s, then 3 s in parallel with 2 s of another type, then 1 s.
traces::Trace fork_and_join() {
  return *simulate(timed(1, 2), [](Runtime& runtime) {
            const Handle a = runtime.handle("a", 8);
            const Handle b = runtime.handle("b", 8);
            const Handle c = runtime.handle("c", 8);
            runtime.submit(
                type(1), [] {}, write(a));
            runtime.submit(
                type(3), [] {}, read(a), write(b));
            runtime.submit(
                other_type(2), [] {}, read(a), write(c));
            runtime.submit(
                type(1), [] {}, read(b), read(c), write(a));
          }).trace;
}

TEST(Replay, OtherTimesReplaceTheTracesOwn) {
  ReplayInputs inputs;
  inputs.task_seconds = {1, 1, 7, 1};
  EXPECT_DOUBLE_EQ(*replayed(fork_and_join(), inputs).statistics.makespan_s, 9.0);
}

TEST(Replay, PriorityPolicyFollowsTheGivenPriorities) {
  ReplayInputs inputs;
  inputs.threads = 1;
  inputs.policy = "priority";
  const auto first_of_the_two = [&](std::vector<std::int32_t> priorities) {
    inputs.priorities = std::move(priorities);
    const traces::Trace trace = replayed(fork_and_join(), inputs).trace;
    return trace.lanes[0].spans.task[1].value();
  };
  EXPECT_EQ(first_of_the_two({0, 1, 0, 0}), 1u);
  EXPECT_EQ(first_of_the_two({0, 0, 1, 0}), 2u);
}

/// Worker 0 runs a task of 2 s, then one that waits for 8 s on worker 1, then one of 4 s; worker 1 also has a
/// task of 2 s. The schedule was made for other times.
traces::Trace late_second() {
  return *simulate(timed(1, 2), [](Runtime& runtime) {
            const Handle a = runtime.handle("a", 8);
            const Handle b = runtime.handle("b", 8);
            runtime.submit(
                type(2), [] {}, write(a));
            runtime.submit(
                type(8), [] {}, write(b));
            runtime.submit(
                type(2), [] {}, read(b));
            runtime.submit(
                type(4), [] {}, read(a));
            runtime.submit(
                type(2), [] {}, read(a));
          }).trace;
}

TEST(Replay, FollowsAScheduleInEachForm) {
  ReplayInputs inputs;
  inputs.priorities = {5, 4, 3, 2, 1};
  inputs.workers = {WorkerId(0), WorkerId(1), WorkerId(0), WorkerId(0), WorkerId(1)};
  const auto of_form = [&](ScheduleForm form) {
    inputs.form = form;
    return replayed(late_second(), inputs).trace;
  };
  const traces::Trace strict = of_form(ScheduleForm::strict);
  EXPECT_EQ(interval_of(strict, 2), (Interval{8.0, 10.0}));
  EXPECT_EQ(interval_of(strict, 3), (Interval{10.0, 14.0}));
  EXPECT_EQ(interval_of(strict, 4), (Interval{8.0, 10.0}));
  const traces::Trace flags = of_form(ScheduleForm::flags);
  EXPECT_EQ(interval_of(flags, 3), (Interval{2.0, 6.0}));
  EXPECT_EQ(interval_of(flags, 4), (Interval{8.0, 10.0}));
  const traces::Trace guided = of_form(ScheduleForm::guided);
  EXPECT_EQ(interval_of(guided, 3), (Interval{2.0, 6.0}));
  EXPECT_EQ(interval_of(guided, 4), (Interval{6.0, 8.0})) << "worker 0 has nothing else to do";
}

TEST(Replay, StrictSchedulesRefuseSubtasks) {
  const traces::Trace trace = *simulate(timed(1, 2), [](Runtime& runtime) {
                                 HierarchicalCholesky(runtime).factorize(8, {2, 2});
                               }).trace;
  ReplayInputs inputs;
  inputs.form = ScheduleForm::strict;
  inputs.priorities.assign(trace.tasks.size(), 0);
  inputs.workers.assign(trace.tasks.size(), WorkerId(0));
  EXPECT_NE(
      error_of(trace, inputs).find("expected tasks without subtasks for a strict schedule, found task "),
      std::string::npos)
      << error_of(trace, inputs);
}

TEST(Replay, TakesAsLongOnTheSameMachine) {
  const Replay replay = replayed(fork_and_join());
  EXPECT_EQ(replay.statistics.makespan_s, 5.0);
  EXPECT_EQ(replay.statistics.threads, 2u);
  EXPECT_EQ(interval_of(replay.trace, 3), (Interval{4.0, 5.0}));
  EXPECT_EQ(replay.trace.metadata.origin, traces::Origin::predicted);
  EXPECT_EQ(replay.statistics.costs_json, R"({"kind":"trace","source":"trace"})");
}

TEST(Replay, TakesAsLongWithoutATrace) {
  const traces::Trace trace = fork_and_join();
  ReplayInputs inputs;
  inputs.wants_trace = false;
  const auto replayed = replay(trace, inputs);
  ASSERT_TRUE(replayed.ok());
  EXPECT_EQ(replayed->statistics.makespan_s, 5.0);
  EXPECT_EQ(replayed->trace, traces::Trace());
}

TEST(Replay, OneReplayerGivesWhatSeparateReplaysGive) {
  const traces::Trace trace = fork_and_join();
  ReplayInputs inputs;
  inputs.seeds = 3;
  Replayer replayer(trace, inputs);
  for (const unsigned threads : {4u, 1u, 2u, 3u}) {
    inputs.threads = threads;
    const Replay alone = replayed(trace, inputs);
    const auto together = replayer.on_threads(threads);
    ASSERT_TRUE(together.ok());
    EXPECT_EQ(together->statistics.makespan_s, alone.statistics.makespan_s);
    EXPECT_EQ(together->statistics.threads, threads);
    EXPECT_EQ(together->statistics.doubts, alone.statistics.doubts);
    EXPECT_EQ(together->trace, alone.trace);
  }
}

TEST(Replay, FewerThreadsTakeLonger) {
  ReplayInputs inputs;
  inputs.threads = 1;
  EXPECT_EQ(replayed(fork_and_join(), inputs).statistics.makespan_s, 7.0);
}

TEST(Replay, ScalesTheDurationsOfAType) {
  ReplayInputs inputs;
  inputs.scale = {{"t", 0.5}};
  const Replay replay = replayed(fork_and_join(), inputs);
  EXPECT_EQ(replay.statistics.makespan_s, 0.5 + 2.0 + 0.5);
  EXPECT_EQ(replay.statistics.assumptions,
            std::vector<std::string>{"tasks of type 't' take 0.5 times as long"});
  inputs.scale = {{"t", 2.0 / 7.0}};
  EXPECT_EQ(replayed(fork_and_join(), inputs).statistics.assumptions,
            std::vector<std::string>{"tasks of type 't' take 0.286 times as long"});
  inputs.scale = {{"none", 0.5}};
  EXPECT_EQ(error_of(fork_and_join(), inputs), "trace: expected a task type \"none\" to scale, found none");
}

TEST(Replay, FactorizationTakesAsLongAndLessOnFasterLinks) {
  SimulationInputs inputs = timed(4, 2);
  inputs.grid = ProcessGrid{2, 2, 1};
  inputs.network = NetworkEngine::fast;
  const SimulationResult original = simulate(inputs, [](Runtime& runtime) { factorize(runtime, 24, 6); });
  ReplayInputs again;
  again.platform = inputs.platform;
  const Replay same = replayed(*original.trace, again);
  EXPECT_NEAR(*same.statistics.makespan_s, *original.statistics.makespan_s, 1e-9);
  EXPECT_EQ(same.statistics.totals.messages, original.statistics.totals.messages);
  EXPECT_EQ(same.statistics.totals.payload_bytes, original.statistics.totals.payload_bytes);
  EXPECT_NEAR(*replayed(*original.trace).statistics.makespan_s, *same.statistics.makespan_s, 1e-9)
      << "its own network, if none is stated";
  again.platform->latency_s /= 10.0;
  EXPECT_LT(*replayed(*original.trace, again).statistics.makespan_s, *same.statistics.makespan_s);
}

TEST(Replay, MessagesTakeNoTimeOnAnIdealNetwork) {
  SimulationInputs inputs = timed(2, 1);
  inputs.network = NetworkEngine::fast;
  const SimulationResult original = simulate(inputs, [](Runtime& runtime) {
    const Handle here = runtime.handle("here", 100, NodeId(0));
    const Handle there = runtime.handle("there", 8, NodeId(1));
    runtime.submit(
        type(3), [] {}, write(here));
    runtime.submit(
        type(4), [] {}, read(here), write(there));
  });
  EXPECT_EQ(original.statistics.makespan_s, 9.0);
  const auto ideal_s = ideal_network_makespan_s(*original.trace, "t.gus");
  ASSERT_TRUE(ideal_s) << ideal_s.error().message();
  EXPECT_NEAR(*ideal_s, 7.0, 1e-8);
}

TEST(Replay, DataMovesWhenTheNumberOfNodesChanges) {
  SimulationInputs inputs = timed(4, 2);
  inputs.grid = ProcessGrid{2, 2, 1};
  inputs.network = NetworkEngine::fast;
  const traces::Trace trace = *simulate(inputs, [](Runtime& runtime) { factorize(runtime, 24, 6); }).trace;
  ReplayInputs one;
  one.nodes = 1;
  EXPECT_EQ(replayed(trace, one).statistics.totals.messages, 0u);
  ReplayInputs many;
  many.nodes = 7;
  const Replay replay = replayed(trace, many);
  EXPECT_GT(replay.statistics.totals.messages, 0u);
  EXPECT_EQ(replay.statistics.nodes.size(), 7u);
  EXPECT_EQ(replay.statistics.assumptions, std::vector<std::string>{"data is assigned to nodes round-robin"});
  traces::Trace without_model = trace;
  without_model.metadata.model.clear();
  EXPECT_EQ(replayed(without_model, many).statistics.assumptions,
            (std::vector<std::string>{"nodes are connected by a crossbar of 2 µs and 10 GB/s",
                                      "data is assigned to nodes round-robin"}));
}

TEST(Replay, RepeatsSplits) {
  SimulationInputs inputs = timed(1, 3);
  const SimulationResult original = simulate(inputs, [](Runtime& runtime) {
    HierarchicalCholesky(runtime).factorize(24, {3, 2});
  });
  const Replay replay = replayed(*original.trace);
  EXPECT_EQ(replay.statistics.totals.level2_tasks, original.statistics.totals.level2_tasks);
  EXPECT_NEAR(*replay.statistics.makespan_s, *original.statistics.makespan_s, 1e-6);
}

traces::Trace graph(const std::string& dot) {
  const auto path = testing::write_file("graph.dot", dot);
  const auto read = traces::read_trace(path);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message());
  std::filesystem::remove(path);
  return read.ok() ? *read->trace : traces::Trace();
}

TEST(Replay, HandWrittenGraphTakesAMillisecondPerUnitOfWork) {
  ReplayInputs inputs;
  inputs.threads = 2;
  inputs.policy = "fifo";
  const traces::Trace trace = graph(
      "digraph g { a [weight=1]; b [weight=3]; c [weight=2]; a -> b; a -> c; b -> d; c -> d; d [weight=1]; "
      "}");
  const Replay replay = replayed(trace, inputs);
  EXPECT_EQ(replay.statistics.makespan_s, 5e-3);
  EXPECT_EQ(replay.statistics.assumptions, std::vector<std::string>{"a unit of work takes 1 ms"});
  inputs.work_per_s = 1.0;
  const Replay slower = replayed(trace, inputs);
  EXPECT_EQ(slower.statistics.makespan_s, 5.0);
  EXPECT_TRUE(slower.statistics.assumptions.empty());
}

TEST(Replay, CriticalPolicyRanksTheTasksOfAGraph) {
  const traces::Trace trace =
      graph("digraph g { s [weight=5]; t [weight=5]; p [weight=1]; q [weight=9]; p -> q; }");
  ReplayInputs inputs;
  inputs.threads = 2;
  inputs.policy = "critical";
  EXPECT_EQ(replayed(trace, inputs).statistics.makespan_s, 10e-3);  // p before s and t, although it is short
  inputs.policy = "fifo";
  EXPECT_EQ(replayed(trace, inputs).statistics.makespan_s, 15e-3);
  // Nobody knew the successors of tasks that ran.
  const traces::Trace ran = replayed(trace, inputs).trace;
  inputs.policy = "critical";
  EXPECT_EQ(replayed(ran, inputs).statistics.makespan_s, 15e-3);
}

TEST(Replay, StaticPolicyDealsTheTasksOfAGraphRoundRobin) {
  ReplayInputs inputs;
  inputs.threads = 2;
  inputs.policy = "static";
  const traces::Trace trace =
      graph("digraph g { a [weight=1]; b [weight=1]; c [weight=1]; d [weight=9]; e [weight=1]; c -> e; }");
  EXPECT_EQ(replayed(trace, inputs).statistics.makespan_s, 10e-3)
      << "c does not go to the worker of a handle";
}

TEST(Replay, DependenciesHoldAcrossNodes) {
  ReplayInputs inputs;
  inputs.nodes = 2;
  inputs.threads = 1;
  const Replay replay = replayed(graph("digraph g { a [weight=1]; b [weight=1]; a -> b; }"), inputs);
  EXPECT_EQ(replay.statistics.totals.messages, 1u);
  EXPECT_GT(*replay.statistics.makespan_s, 2e-3);
}

TEST(Replay, CompletesRandomAcyclicGraphs) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    std::string dot = "digraph g {\n";
    for (unsigned i = 0; i < 40; ++i) {
      dot += "t" + std::to_string(i) + " [weight=" + std::to_string(1 + random() % 9) + "];\n";
      for (unsigned k = 0; i > 0 && k < random() % 4; ++k)
        dot += "t" + std::to_string(random() % i) + " -> t" + std::to_string(i) + ";\n";
    }
    for (const unsigned nodes : {1u, 3u}) {
      ReplayInputs inputs;
      inputs.nodes = nodes;
      inputs.threads = 2;
      const Replay replay = replayed(graph(dot + "}\n"), inputs);
      EXPECT_GE(*replay.statistics.makespan_s, replay.statistics.bounds->critical_path_s - 1e-9);
      EXPECT_GE(*replay.statistics.makespan_s, replay.statistics.bounds->work_s - 1e-9);
    }
  }
}

TEST(Replay, AccessModesOfOtherRuntimesKeepTheirOrder) {
  // Two inoutset accesses (OpenMP) may run at once; the reader waits for both.
  traces::Trace trace = fork_and_join();
  trace.access_modes.push_back({"inoutset", true, false, true});
  const traces::AccessModeId inoutset(trace.access_modes.size() - 1);
  for (const std::size_t task : {1u, 2u}) {
    for (std::uint64_t a = trace.accesses.first[task]; a < trace.accesses.first[task + 1]; ++a)
      trace.accesses.items[a].mode = inoutset;
  }
  EXPECT_EQ(replayed(trace).statistics.makespan_s, 5.0);
}

TEST(Replay, MeasuredTraceProvidesOverheads) {
  traces::Trace trace = *simulate(timed(1, 1), [](Runtime& runtime) {
                           const Handle x = runtime.handle("x", 8);
                           for (int i = 0; i < 40; ++i)
                             runtime.submit(
                                 type(1), [] {}, write(x));
                         }).trace;
  trace.metadata.origin = traces::Origin::measured;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task)
    trace.tasks.submit_ns[task] = static_cast<std::int64_t>(task) * 1000;
  EXPECT_NEAR(replayed(trace).statistics.overheads.submit_s, 1e-6, 1e-12);
}

TEST(Replay, KeepsNotesAboutLostData) {
  traces::Trace trace = fork_and_join();
  trace.metadata.incomplete = true;
  trace.metadata.notes = {"lost: 100 bytes"};
  const auto result = replay(trace, {});
  ASSERT_TRUE(result) << result.error().message();
  EXPECT_TRUE(result->trace.metadata.incomplete);
  EXPECT_EQ(result->trace.metadata.notes, std::vector<std::string>{"trace: lost: 100 bytes"});
}

TEST(Replay, ImportedHandlesBelongToTheirModifiers) {
  SimulationInputs inputs = timed(4, 2);
  inputs.grid = ProcessGrid{2, 2, 1};
  inputs.network = NetworkEngine::fast;
  const SimulationResult original = simulate(inputs, [](Runtime& runtime) { factorize(runtime, 24, 6); });
  traces::Trace imported = *original.trace;
  imported.metadata.origin = traces::Origin::imported;
  for (traces::NodeId& owner : imported.handles.owner) owner = traces::NodeId(0);
  EXPECT_EQ(replay(imported, {})->statistics.totals.messages, original.statistics.totals.messages);
}

TEST(Replay, TasksOfAGraphWithoutWorkTakeEquallyLong) {
  const traces::Trace trace = graph("digraph g { a -> b; a -> c; b -> d; c -> d; }");
  ReplayInputs inputs;
  inputs.threads = 2;
  const Replay replay = replayed(trace, inputs);
  EXPECT_EQ(replay.statistics.makespan_s, 3e-3);
  EXPECT_EQ(replay.statistics.assumptions,
            (std::vector<std::string>{assumed_work, "a unit of work takes 1 ms"}));
  inputs.scale = {{"a", 4.0}};
  EXPECT_EQ(replayed(trace, inputs).statistics.makespan_s, 6e-3);
}

TEST(Replay, ReportsTasksWithoutWeight) {
  const Replay replay = replayed(graph("digraph g { a -> b [weight=5]; c [weight=2]; a [weight=1]; }"));
  EXPECT_EQ(replay.statistics.assumptions,
            (std::vector<std::string>{"a unit of work takes 1 ms", "1 task without work takes no time"}));
}

TEST(Replay, RefusesExcessiveNesting) {
  traces::Trace trace;
  trace.types = {"t"};
  trace.recorded.parents = trace.recorded.work = trace.recorded.dependencies = true;
  constexpr std::size_t depth = 2000;
  for (std::size_t task = 0; task < depth; ++task) {
    trace.tasks.type.push_back(traces::TypeId(0));
    trace.tasks.work.push_back(1.0);
    trace.tasks.parent.push_back(task == 0 ? traces::TaskId() : traces::TaskId(task - 1));
  }
  EXPECT_EQ(error_of(trace),
            "trace: expected at most 1000 levels of subtasks, found task 1000 (t) below them");
}

TEST(Replay, UnsuitableInputsFailWithOneLine) {
  ReplayInputs inputs;
  EXPECT_EQ(error_of(traces::Trace()), "trace: expected tasks to replay, found none");
  EXPECT_EQ(
      error_of(graph("digraph g { a [weight=1]; b [weight=1]; a -> b; b -> a; }")),
      "trace: expected dependencies without a cycle, found one that blocks 2 tasks, the first task 0 (a)");
  traces::Trace alone = fork_and_join();
  alone.recorded.accesses = false;
  alone.accesses = {};
  EXPECT_EQ(error_of(alone),
            "trace: expected accesses or dependencies, which define the task graph, found neither");
  inputs.policy = "lifo";
  EXPECT_EQ(error_of(fork_and_join(), inputs),
            "trace: expected a machine that can be simulated, found GUSSET_POLICY: expected one of locality, "
            "fifo, priority, random, nearest, static, critical, cab, squads, found \"lifo\"");
  inputs = {};
  inputs.platform = testing::round_platform(2, 4);
  inputs.nodes = 3;
  EXPECT_EQ(error_of(fork_and_join(), inputs), "platform: expected 3 nodes, found 2 nodes");
  inputs.nodes = 0;
  inputs.threads = 5;
  EXPECT_EQ(error_of(fork_and_join(), inputs), "platform: expected at least 5 cores per node, found 4");
}

}  // namespace
}  // namespace gusset::simulator
