// Predicted traces of fork-join programs know the order of their tasks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "fork_join_program.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/causes/why.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::simulator {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using traces::JoinedTask;
using traces::TaskGraph;
using traces::TaskId;
using traces::TaskWait;
using traces::Trace;
using Program = traces::testing::ForkJoinProgram;

constexpr std::int64_t us = 1'000;

/// The simulator gives each strand at least 1 ns, so times differ by a few ns.
void expect_close(std::int64_t a_ns, std::int64_t b_ns) {
  EXPECT_LE(std::abs(a_ns - b_ns), 20) << a_ns << " and " << b_ns;
}

constexpr auto no_object = TaskWait::no_object;

Trace predicted(const Trace& trace, unsigned threads, double scale = 1.0) {
  EXPECT_TRUE(traces::validate(trace, "recorded").ok());
  ReplayInputs inputs;
  inputs.threads = threads;
  if (scale != 1.0) inputs.scale = {{trace.types.back(), scale}};
  const auto replayed = replay(trace, inputs);
  EXPECT_TRUE(replayed.ok()) << replayed.error().message();
  const auto valid = traces::validate(replayed->trace, "predicted");
  EXPECT_TRUE(valid.ok()) << valid.error().message();
  EXPECT_TRUE(replayed->trace.recorded.fork_join);
  EXPECT_TRUE(replayed->trace.recorded.submit);
  EXPECT_TRUE(replayed->trace.recorded.ready);
  return replayed->trace;
}

std::int64_t bound_ns(const Trace& trace) {
  const auto bound = traces::critical_bound(trace, TaskGraph(trace));
  EXPECT_TRUE(bound.has_value());
  return bound ? bound->length_ns : -1;
}

std::int64_t makespan_ns(const Trace& trace) {
  return traces::idle_time(trace, TaskGraph(trace)).makespan_ns;
}

/// The types of the tasks that run in the chain, first to last.
std::vector<std::string> chain_of(const Trace& trace) {
  std::vector<std::string> runs;
  const auto chain = traces::critical_chain(trace, TaskGraph(trace));
  EXPECT_TRUE(chain.has_value());
  for (const traces::ChainLink& link : chain->links) {
    if (link.kind == traces::ChainLink::Kind::run) runs.push_back(type_name(trace, link.task));
  }
  return runs;
}

/// Task a creates b at 10 µs and waits for it, then creates c at 60 µs and waits for it.
Trace taskwait_chain() {
  Program p(2);
  const TaskId a = p.task("a");
  const TaskId b = p.task("b", a, 10 * us);
  const TaskId c = p.task("c", a, 60 * us);
  p.run(0, a, 0, 110 * us);
  p.wait(0, a, 15 * us, 50 * us, TaskWait::Kind::taskwait);
  p.wait(0, a, 60 * us, 100 * us, TaskWait::Kind::taskwait);
  p.run(1, b, 20 * us, 50 * us);
  p.run(1, c, 65 * us, 100 * us);
  return p.trace();
}

TEST(StrandReplay, SequentialProgramStaysSequentialOnAnyNumberOfThreads) {
  const Trace trace = taskwait_chain();
  for (const unsigned threads : {1U, 2U, 8U}) {
    const Trace again = predicted(trace, threads);
    EXPECT_EQ(bound_ns(again), bound_ns(trace)) << threads;
    const std::int64_t concurrent_ns = threads == 1 ? 0 : 5 * us;  // a runs while b starts
    EXPECT_EQ(makespan_ns(again), bound_ns(trace) + 5 * us - concurrent_ns) << threads;
  }
  EXPECT_THAT(chain_of(predicted(trace, 2)), ::testing::ElementsAre("a", "b", "a", "c", "a"));
}

TEST(StrandReplay, PathThroughManyShortStrandsIsAsLongAsTheTasksOwn) {
  Program p(1);
  const TaskId creator = p.task("creator");
  const std::int64_t end_ns = 1000 * 126;
  p.run(0, creator, 0, end_ns);
  for (std::int64_t at_ns = 126; at_ns < end_ns; at_ns += 126) p.task("created", creator, at_ns);
  ReplayInputs inputs;
  inputs.threads = 1;
  const auto replayed = replay(p.trace(), inputs);
  ASSERT_TRUE(replayed.ok()) << replayed.error().message();
  EXPECT_NEAR(replayed->statistics.bounds->critical_path_s, static_cast<double>(bound_ns(p.trace())) * 1e-9,
              1e-9);
}

TEST(StrandReplay, ThreadsOfTheProgramWaitForAThread) {
  Program p(2);
  p.run(0, p.task("main"), 0, 100 * us);
  p.run(1, p.task("other", {}, 50 * us), 50 * us, 150 * us);
  const Trace again = predicted(p.trace(), 1);
  expect_close(makespan_ns(again), 200 * us);
  EXPECT_TRUE(traces::check(again).findings.empty());
}

TEST(StrandReplay, LongerTasksLengthenTheOrder) {
  const Trace again = predicted(taskwait_chain(), 2, 3.0);  // c takes 105 µs
  EXPECT_EQ(bound_ns(again), (10 + 30 + 10 + 105 + 10) * us);
  EXPECT_EQ(makespan_ns(again), bound_ns(again));
}

TEST(StrandReplay, WhyNamesTheAwaitedTask) {
  const Trace again = predicted(taskwait_chain(), 2);
  const std::vector<traces::WhyStep> steps = traces::why(again, TaskGraph(again), TaskId(2), 10);
  ASSERT_GE(steps.size(), 2u);
  EXPECT_EQ(steps[0].cause, traces::WhyStep::Cause::submission);  // a created c,
  EXPECT_EQ(steps[0].submit_ns, 50 * us);
  EXPECT_TRUE(steps[1].resumed);
  EXPECT_EQ(steps[1].by, TaskId(1));  // after it had waited for b.
}

/// Three parts of a region with an explicit barrier and the one at its end, a task of the region that the
/// second barrier waits for, and serial parts before, after and between two regions.
Trace regions() {
  Program p(3);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 400 * us);
  for (std::uint32_t region = 0; region < 2; ++region) {
    const std::int64_t at = (20 + 200 * region) * us;
    std::vector<TaskId> parts;
    for (int part = 0; part < 3; ++part) parts.push_back(p.joined("part", serial, at, region));
    const TaskId task = p.task("task", parts[0], at + 70 * us);
    const std::int64_t end = at + 130 * us;
    for (std::size_t part = 0; part < 3; ++part) {
      const auto own = static_cast<std::int64_t>(10 + 20 * part) * us;
      p.run(part, parts[part], at, end);
      p.wait(part, parts[part], at + own, at + 55 * us, TaskWait::Kind::barrier, region);
      p.wait(part, parts[part], at + 80 * us, end, TaskWait::Kind::barrier, region);
      if (part == 2) p.run(2, task, at + 80 * us, at + 120 * us);
    }
  }
  return p.trace();
}

TEST(StrandReplay, RegionsAndBarriersKeepTheirOrder) {
  const Trace trace = regions();
  const std::int64_t expected_ns = bound_ns(trace);
  EXPECT_EQ(expected_ns, 20 * us + (50 + 15 + 40) * us + 70 * us + (50 + 15 + 40) * us + 50 * us);
  for (const unsigned threads : {1U, 2U, 3U, 4U}) {
    const Trace again = predicted(trace, threads);
    expect_close(bound_ns(again), expected_ns);
    const TaskGraph before(trace);
    const TaskGraph after(again);
    EXPECT_EQ(after.strands()->steps().size(), before.strands()->steps().size()) << threads;
    expect_close(bound_ns(predicted(again, 3)), expected_ns);  // also when replayed once more
  }
  expect_close(makespan_ns(predicted(trace, 3)), makespan_ns(predicted(predicted(trace, 1), 3)));
}

// A policy continues the code after a region on any of the workers that took part in it.
TEST(StrandReplay, SerialPartStaysOnTheFirstWorker) {
  Trace trace = regions();
  const std::int64_t length_ns = makespan_ns(predicted(trace, 3));
  trace.metadata.runtime = traces::openmp_runtime;
  const Trace again = predicted(trace, 3);
  EXPECT_EQ(makespan_ns(again), length_ns);
  std::size_t serial_runs = 0;
  for (std::size_t lane = 0; lane < again.lanes.size(); ++lane) {
    const traces::SpanColumns& spans = again.lanes[lane].spans;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans.kind[i] != traces::SpanKind::run || type_name(again, spans.task[i]) != "serial") continue;
      EXPECT_EQ(lane, 0u) << "at " << spans.begin_ns[i];
      ++serial_runs;
    }
  }
  EXPECT_GE(serial_runs, 3u) << "before, between and after the regions";
}

TEST(StrandReplay, IdleTimeIsKnownAndFindingsAskForNoRecording) {
  const Trace again = predicted(regions(), 3);
  const traces::IdleTime idle = traces::idle_time(again, TaskGraph(again));
  EXPECT_EQ(idle.total.of(traces::IdleCause::unknown), 0);
  EXPECT_GT(idle.waiting_ns.value_or(0), 0);
  for (const traces::Finding& finding : traces::verdict(again, {}).findings)
    EXPECT_THAT(finding.sentence, Not(HasSubstr("record")));
}

/// Two tasks that hold one lock, which the recording shows uncontended.
Trace locked() {
  Program p(2);
  const TaskId a = p.task("a");
  const TaskId b = p.task("b", a, 5 * us);
  p.run(0, a, 0, 60 * us);
  p.run(1, b, 60 * us, 120 * us);
  p.hold(a, 10 * us, 50 * us);
  p.hold(b, 65 * us, 115 * us);
  return p.trace();
}

TEST(StrandReplay, LocksExcludeAndTheWaitForThemIsASpan) {
  const Trace again = predicted(locked(), 2);
  EXPECT_EQ(bound_ns(again), bound_ns(locked()));
  ASSERT_EQ(again.fork_join.holds.size(), 2u);
  const auto& [first, second] = std::tie(again.fork_join.holds[0], again.fork_join.holds[1]);
  EXPECT_TRUE(first.end_ns <= second.begin_ns || second.end_ns <= first.begin_ns);
  ASSERT_EQ(again.fork_join.waits.size(), 1u);
  EXPECT_EQ(again.fork_join.waits[0].kind, TaskWait::Kind::lock);
  EXPECT_GT(traces::idle_time(again, TaskGraph(again)).total.of(traces::IdleCause::lock), 0);
  EXPECT_TRUE(predicted(locked(), 1).fork_join.waits.empty());
}

/// Four tasks that each hold one lock for 40 of 50 µs.
Trace contended() {
  Program p(1);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 205 * us);
  const TaskId part = p.joined("part", serial, 0, 0);
  p.run(0, part, 0, 205 * us);
  p.wait(0, part, 5 * us, 205 * us, TaskWait::Kind::barrier, 0);
  for (int i = 0; i < 4; ++i) {
    const std::int64_t at = (5 + 50 * i) * us;
    const TaskId task = p.task("task", part, (1 + i) * us);
    p.run(0, task, at, at + 50 * us);
    p.hold(task, at + 5 * us, at + 45 * us);
  }
  Trace trace = p.trace();
  trace.metadata.runtime = traces::openmp_runtime;
  return trace;
}

TEST(StrandReplay, ContentionIsPredictedAndNamed) {
  const Trace again = predicted(contended(), 4);
  const traces::IdleTime idle = traces::idle_time(again, TaskGraph(again));
  EXPECT_GT(idle.total.of(traces::IdleCause::lock), 200 * us);
  EXPECT_THAT(traces::verdict(again, {}).findings,
              Contains(::testing::Field(&traces::Finding::kind, traces::Finding::Kind::lock_contention)));
}

TEST(StrandReplay, TaskgroupsKeepTheirMembers) {
  Program p(3);
  const TaskId a = p.task("a");
  const TaskId before = p.task("before", a, 5 * us);
  const TaskId inside = p.task("inside", a, 20 * us);
  p.run(0, a, 0, 50 * us);
  p.wait(0, a, 25 * us, 40 * us, TaskWait::Kind::taskgroup, no_object, 10 * us);
  p.run(1, before, 5 * us, 100 * us);
  p.run(2, inside, 20 * us, 40 * us);
  const Trace again = predicted(p.trace(), 3);
  ASSERT_EQ(again.fork_join.waits.size(), 1u);
  EXPECT_EQ(again.fork_join.waits[0].since_ns, 10 * us);
  const auto chain = chain_of(predicted(p.trace(), 3, 10.0));
  EXPECT_THAT(chain, ::testing::ElementsAre("a", "inside", "a"));  // a continues only after `inside`
}

TEST(StrandReplay, DependencesAreKept) {
  Program p(2);
  const TaskId a = p.task("a");
  p.task("b", a, 10 * us);
  p.task("c", a, 20 * us);
  Trace trace = p.trace();
  trace.recorded.accesses = true;
  trace.access_modes = {{"write", false, true, true}};
  trace.handles = {{"h"}, {0}, {traces::NodeId(0)}};
  trace.accesses.first = {0, 0, 1, 2};
  trace.accesses.items = {{traces::HandleId(0), traces::AccessModeId(0), 0},
                          {traces::HandleId(0), traces::AccessModeId(0), 1}};
  trace.lanes[0].spans.push_back(0, 30 * us, a, traces::SpanKind::run);
  trace.lanes[1].spans.push_back(10 * us, 60 * us, TaskId(1), traces::SpanKind::run);
  trace.lanes[1].spans.push_back(60 * us, 100 * us, TaskId(2), traces::SpanKind::run);
  const Trace again = predicted(trace, 4);
  EXPECT_EQ(bound_ns(again), 100 * us);
  EXPECT_EQ(again.tasks.submit_ns, (std::vector<std::int64_t>{0, 10 * us, 20 * us}));
  EXPECT_EQ(again.tasks.ready_ns, (std::vector<std::int64_t>{0, 10 * us, 60 * us}));
  EXPECT_TRUE(traces::check(again).findings.empty());
}

/// Two tasks that exclude each other by mutexinoutset. Each creates a child and runs on for 10 µs; if it
/// `waits`, it then waits for the child for 50 µs. Another task uses other data in between.
Trace excluding_parents(bool waits) {
  Program p(3);
  const TaskId root = p.task("root");
  p.run(0, root, 0, 250 * us);
  std::int64_t at = 10 * us;
  for (int i = 0; i < 2; ++i) {
    const TaskId parent = p.task("parent", root, 2 * i * us);
    const TaskId child = p.task("child", parent, at + 20 * us);
    p.task("other", root, (2 * i + 1) * us);
    const std::int64_t wait_ns = waits ? 50 * us : 0;
    p.run(1, parent, at, at + 60 * us + wait_ns);
    if (waits) p.wait(1, parent, at + 30 * us, at + 30 * us + wait_ns, TaskWait::Kind::taskwait);
    p.run(2, child, at + 20 * us, at + 80 * us);
    at += 60 * us + wait_ns;
  }
  p.run(2, TaskId(3), at + 30 * us, at + 31 * us);
  p.run(2, TaskId(6), at + 31 * us, at + 32 * us);
  Trace trace = p.trace();
  trace.metadata.runtime = traces::openmp_runtime;
  trace.recorded.accesses = true;
  trace.access_modes = {{"mutexinoutset", true, true, true}, {"inout", false, true, true}};
  trace.handles = {{"x", "y"}, {0, 0}, {traces::NodeId(0), traces::NodeId(0)}};
  const auto use = [](std::size_t handle, std::size_t mode, std::uint32_t version) {
    return traces::Access{traces::HandleId(handle), traces::AccessModeId(mode), version};
  };
  trace.accesses.first = {0, 0, 1, 1, 2, 3, 3, 4};
  trace.accesses.items = {use(0, 0, 0), use(1, 1, 0), use(0, 0, 0), use(1, 1, 1)};
  return trace;
}

TEST(StrandReplay, TasksThatExcludeEachOtherDoSoFromBeginToEnd) {
  for (const bool waits : {false, true}) {
    const Trace trace = excluding_parents(waits);
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      SCOPED_TRACE(std::to_string(threads) + " threads" + (waits ? ", with waits" : ""));
      const Trace again = predicted(trace, threads);
      const traces::TaskTimes times = traces::task_times(again);
      const std::size_t first = times.begin_ns[1] < times.begin_ns[4] ? 1 : 4;
      const std::size_t second = 5 - first;
      EXPECT_LE(times.end_ns[first], times.begin_ns[second]);
      EXPECT_LE(bound_ns(trace), makespan_ns(again));
      for (const auto& finding : traces::check(again).findings) ADD_FAILURE() << finding.error.message();
      traces::verdict(again, {});
    }
  }
}

TEST(StrandReplay, StepsWithoutTimeBetweenThemKeepTheirOrder) {
  // A taskwait without tasks, and a creation as it ends. The wait does not wait for the new task.
  Program p(2);
  const TaskId a = p.task("a");
  p.run(0, a, 0, 60 * us);
  p.wait(0, a, 20 * us, 40 * us, TaskWait::Kind::taskwait);
  const TaskId b = p.task("b", a, 40 * us);
  p.run(1, b, 50 * us, 60 * us);
  const Trace again = predicted(p.trace(), 2, 100.0);
  expect_close(bound_ns(again), 20 * us + 1000 * us);
  const auto& last = again.lanes[0].spans;
  EXPECT_LE(last.end_ns.back(), 41 * us);  // a ends long before b
}

TEST(StrandReplay, NotesSayWhyAPredictionIsNotReliable) {
  Program p(2);
  const TaskId a = p.task("a");
  const TaskId b = p.task("b", a, 10 * us);
  p.run(0, a, 0, 60 * us);
  p.wait(0, a, 12 * us, 50 * us, TaskWait::Kind::taskwait);
  p.run(1, b, 15 * us, 50 * us);
  p.hold(a, 5 * us, 55 * us);
  EXPECT_THAT(predicted(p.trace(), 3).metadata.notes,
              Contains(HasSubstr("not reliable: a lock is held across a wait")));
}

}  // namespace
}  // namespace gusset::simulator
