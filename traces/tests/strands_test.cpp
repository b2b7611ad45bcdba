#include "gusset/traces/analysis/graph/strands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fork_join_program.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/why.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Program = testing::ForkJoinProgram;

/// "a 0-10" for each strand: its task's type and its times.
std::vector<std::string> strands_of(const Trace& trace) {
  EXPECT_TRUE(validate(trace, "program").ok());
  const TaskGraph graph(trace);
  const Strands& strands = *graph.strands();
  EXPECT_TRUE(validate(strands.trace(), "strands").ok());
  std::vector<std::string> texts(strands.size());
  for (const Lane& lane : strands.trace().lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      const TaskId strand = lane.spans.task[i];
      texts[strand.value()] = type_name(trace, strands.task_of(strand)) + " " +
                              std::to_string(lane.spans.begin_ns[i]) + "-" +
                              std::to_string(lane.spans.end_ns[i]);
    }
  }
  return texts;
}

/// The length of the critical path, in ns.
std::int64_t bound_ns(const Trace& trace) {
  const auto bound = critical_bound(trace, TaskGraph(trace));
  EXPECT_TRUE(bound.has_value());
  return bound ? bound->length_ns : -1;
}

std::int64_t i64(std::size_t number) {
  return static_cast<std::int64_t>(number);
}

constexpr auto taskwait = TaskWait::Kind::taskwait;
constexpr auto taskgroup = TaskWait::Kind::taskgroup;
constexpr auto barrier = TaskWait::Kind::barrier;
constexpr auto lock = TaskWait::Kind::lock;

/// Task a creates b at 10 and waits for it, then creates c at 60 and waits for it. Both run on lane 1.
Program taskwait_chain() {
  Program p(2);
  const TaskId a = p.task("a");
  const TaskId b = p.task("b", a, 10);
  const TaskId c = p.task("c", a, 60);
  p.run(0, a, 0, 110);
  p.wait(0, a, 15, 50, taskwait);
  p.wait(0, a, 60, 100, taskwait);
  p.run(1, b, 20, 50);
  p.run(1, c, 65, 100);
  return p;
}

TEST(Strands, CreationsAndWaitsCutARun) {
  EXPECT_THAT(strands_of(taskwait_chain().trace()),
              ElementsAre("a 0-10", "a 10-15", "b 20-50", "a 50-60", "c 65-100", "a 100-110"));
}

TEST(Strands, TasksThatAreAwaitedOneByOneAreSequential) {
  EXPECT_EQ(bound_ns(taskwait_chain().trace()), 10 + 30 + 10 + 35 + 10);
}

TEST(Strands, ChainPassesThroughTheWaits) {
  const Program p = taskwait_chain();
  const auto chain = critical_chain(p.trace(), TaskGraph(p.trace()));
  ASSERT_TRUE(chain.has_value());
  std::vector<std::string> runs;
  for (const ChainLink& link : chain->links) {
    if (link.kind == ChainLink::Kind::run) runs.push_back(type_name(p.trace(), link.task));
  }
  EXPECT_THAT(runs, ElementsAre("a", "b", "a", "c", "a"));
}

TEST(Strands, WhySaysWhatAResumedTaskWaitedFor) {
  const Program p = taskwait_chain();
  const std::vector<WhyStep> steps = why(p.trace(), TaskGraph(p.trace()), TaskId(2), 10);
  ASSERT_GE(steps.size(), 3u);
  EXPECT_EQ(steps[0].cause, WhyStep::Cause::submission);  // c was created by a,
  EXPECT_EQ(steps[0].by, TaskId(0));
  EXPECT_TRUE(steps[1].resumed);  // which continued when b ended,
  EXPECT_EQ(steps[1].cause, WhyStep::Cause::predecessor);
  EXPECT_EQ(steps[1].by, TaskId(1));
  EXPECT_EQ(steps[2].task, TaskId(1));  // which a had created.
  EXPECT_EQ(steps[2].cause, WhyStep::Cause::submission);
  EXPECT_EQ(why(p.trace(), TaskGraph(p.trace()), TaskId(2), 2).size(), 2u);
}

TEST(Strands, TasksWithoutAWaitAreParallel) {
  Program p(2);
  const TaskId a = p.task("a");
  const TaskId b = p.task("b", a, 10);
  p.run(0, a, 0, 100);
  p.run(1, b, 10, 60);
  EXPECT_EQ(bound_ns(p.trace()), 100);
}

TEST(Strands, UndeferredTaskSuspendsItsCreator) {
  Program p(1);
  const TaskId a = p.task("a");
  const TaskId b = p.joined("b", a, 10);
  p.run(0, a, 0, 100);
  p.run(0, b, 10, 60);
  EXPECT_EQ(bound_ns(p.trace()), 100);
}

TEST(Strands, TimeBeforeAnUndeferredTaskBeginsIsNotAfterIt) {
  Program p(1);
  const TaskId a = p.task("a");
  const TaskId b = p.joined("b", a, 10);
  p.run(0, a, 0, 100);
  p.run(0, b, 20, 60);
  EXPECT_THAT(strands_of(p.trace()), ElementsAre("a 0-10", "a 10-20", "b 20-60", "a 60-100"));
  EXPECT_EQ(bound_ns(p.trace()), 100);
}

TEST(Strands, TaskwaitDoesNotWaitForGrandchildrenButATaskgroupDoes) {
  for (const auto kind : {taskwait, taskgroup}) {
    Program p(3);
    const TaskId a = p.task("a");
    const TaskId b = p.task("b", a, 10);
    const TaskId c = p.task("c", b, 20);
    p.run(0, a, 0, 130);
    p.wait(0, a, 10, 120, kind, TaskWait::no_object, 5);
    p.run(1, b, 10, 30);
    p.run(2, c, 20, 120);
    EXPECT_EQ(bound_ns(p.trace()), kind == taskwait ? 10 + 10 + 100 : 10 + 10 + 100 + 10);
  }
}

TEST(Strands, TaskgroupWaitsOnlyForTasksCreatedInIt) {
  Program p(3);
  const TaskId a = p.task("a");
  const TaskId before = p.task("before", a, 5);
  const TaskId inside = p.task("inside", a, 20);
  p.run(0, a, 0, 50);
  p.wait(0, a, 20, 40, taskgroup, TaskWait::no_object, 10);
  p.run(1, before, 5, 100);
  p.run(2, inside, 20, 40);
  EXPECT_EQ(bound_ns(p.trace()), 5 + 95);
}

/// A region of two threads with a barrier inside and one at its end. Thread 0 works for 10 + 40, thread 1 for
/// 30 + 20.
Program two_threads_with_a_barrier() {
  Program p(3);
  const TaskId serial = p.task("serial");
  const TaskId x = p.joined("x", serial, 5, 0);
  const TaskId y = p.joined("y", serial, 5, 0);
  p.run(0, serial, 0, 90);
  p.run(0, x, 5, 80);
  p.wait(0, x, 15, 35, barrier, 0);
  p.wait(0, x, 75, 80, barrier, 0);
  p.run(1, y, 5, 80);
  p.wait(1, y, 35, 36, barrier, 0);
  p.wait(1, y, 56, 80, barrier, 0);
  return p;
}

TEST(Strands, BarrierJoinsTheThreadsOfARegion) {
  EXPECT_EQ(bound_ns(two_threads_with_a_barrier().trace()), 5 + 30 + 40 + 10);
}

TEST(Strands, WhyNamesTheThreadThatCameLastToABarrier) {
  Program p = two_threads_with_a_barrier();
  const TaskId after = p.task("after", TaskId(1), 40);
  p.run(2, after, 45, 50);
  const std::vector<WhyStep> steps = why(p.trace(), TaskGraph(p.trace()), after, 10);
  ASSERT_GE(steps.size(), 3u);
  EXPECT_EQ(steps[0].by, TaskId(1));  // x created it,
  EXPECT_TRUE(steps[1].resumed);      // which continued once y had come to the barrier, too
  EXPECT_EQ(steps[1].task, TaskId(1));
  EXPECT_EQ(steps[1].by, TaskId(2));
  EXPECT_EQ(steps[1].cause_ns, 35);
}

TEST(Strands, LockThatIsHeldAcrossAWaitIsCounted) {
  Program p(2);
  const TaskId a = p.task("a");
  const TaskId b = p.task("b", a, 10);
  p.run(0, a, 0, 60);
  p.wait(0, a, 12, 50, taskwait);
  p.run(1, b, 15, 50);
  EXPECT_EQ(TaskGraph(p.trace()).strands()->waits_in_holds(), 0u);
  p.hold(a, 5, 55);
  EXPECT_EQ(TaskGraph(p.trace()).strands()->waits_in_holds(), 1u);
}

/// The release is recorded when its call returns. By then, the other task had acquired the lock.
TEST(Strands, HoldEndsWhenTheNextTaskAcquiresTheLock) {
  Program p(2);
  const TaskId a = p.task("a");
  const TaskId b = p.task("b", a, 0);
  p.run(0, a, 0, 52);
  p.run(1, b, 5, 100);
  p.wait(1, b, 10, 50, TaskWait::Kind::lock, 0);
  p.hold(a, 1, 52);
  p.hold(b, 50, 100);
  const auto chain = critical_chain(p.trace(), TaskGraph(p.trace()));
  ASSERT_TRUE(chain);
  EXPECT_EQ(chain->links,
            (std::vector<ChainLink>{{ChainLink::Kind::run, a, 0, 50}, {ChainLink::Kind::run, b, 50, 100}}));
}

TEST(Strands, RegionsFollowEachOther) {
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 200);
  for (std::uint32_t region = 0; region < 2; ++region) {
    const std::int64_t at = 10 + 100 * region;
    const TaskId x = p.joined("x", serial, at, region);
    const TaskId y = p.joined("y", serial, at, region);
    p.run(0, x, at, at + 50);
    p.wait(0, x, at + 10, at + 50, barrier, region);
    p.run(1, y, at, at + 50);
    p.wait(1, y, at + 50, at + 50, barrier, region);
  }
  EXPECT_EQ(bound_ns(p.trace()), 10 + 50 + 50 + 50 + 40);
}

TEST(Strands, RegionThatAThreadEntersLateIsNoLongerThanItsCreator) {
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 200);
  const TaskId x = p.joined("x", serial, 10, 0);
  const TaskId y = p.joined("y", serial, 10, 0);
  p.run(0, x, 80, 90);
  p.run(1, y, 15, 90);
  EXPECT_EQ(bound_ns(p.trace()), 200);  // the creator needs 70 to begin x, while y runs
}

TEST(Strands, ThreadThatLeavesTheBarrierLateHoldsUpNobody) {
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 100);
  const TaskId x = p.joined("x", serial, 10, 0);
  const TaskId y = p.joined("y", serial, 10, 0);
  p.run(0, x, 10, 50);
  p.wait(0, x, 40, 50, barrier, 0);
  p.run(1, y, 10, 90);
  p.wait(1, y, 48, 52, barrier, 0);  // and then the thread is preempted
  EXPECT_EQ(bound_ns(p.trace()), 10 + 38 + 50);
}

TEST(Strands, BarrierWaitsForTheTasksOfItsRegion) {
  Program p(2);
  const TaskId serial = p.task("serial");
  const TaskId x = p.joined("x", serial, 0, 3);
  const TaskId y = p.joined("y", serial, 0, 3);
  const TaskId task = p.task("task", x, 10);
  p.run(0, serial, 0, 110);
  p.run(0, x, 0, 100);
  p.wait(0, x, 10, 100, barrier, 3);
  p.run(1, y, 0, 100);
  p.wait(1, y, 0, 100, barrier, 3);
  p.run(1, task, 20, 100);
  EXPECT_EQ(bound_ns(p.trace()), 10 + 80 + 10);
}

TEST(Strands, EndOfARegionWaitsForItsTasksWithoutARecordedBarrier) {
  Program p(1);
  const TaskId serial = p.task("serial");
  const TaskId x = p.joined("x", serial, 5, 3);
  const TaskId task = p.task("task", x, 10);
  const TaskId inner = p.task("inner", task, 20);
  p.run(0, serial, 0, 110);
  p.run(0, x, 5, 100);
  p.run(0, task, 10, 90);
  p.run(0, inner, 20, 80);
  EXPECT_EQ(bound_ns(p.trace()), 5 + 5 + 10 + 60 + 10);
}

TEST(Strands, OneTaskAtATimeHoldsALock) {
  Program p(2);
  const TaskId a = p.task("a");
  const TaskId b = p.task("b", a, 0);
  p.run(0, a, 0, 60);
  p.run(1, b, 0, 110);
  p.wait(1, b, 10, 60, lock, 0);
  p.hold(a, 10, 60);
  p.hold(b, 60, 110);
  EXPECT_EQ(bound_ns(p.trace()), 10 + 50 + 50);
  const std::vector<WhyStep> steps = why(p.trace(), TaskGraph(p.trace()), b, 10);
  EXPECT_EQ(steps.at(0).cause, WhyStep::Cause::submission);
}

TEST(Strands, DependencesOrderTheStrandsOfTasks) {
  Program p(2);
  const TaskId a = p.task("a");
  p.task("b", a, 10);
  p.task("c", a, 20);
  Trace trace = p.trace();
  trace.recorded.accesses = true;
  trace.access_modes = {{"write", false, true, true}};
  trace.handles = {{"h"}, {0}, {NodeId(0)}};
  trace.accesses.first = {0, 0, 1, 2};
  trace.accesses.items = {{HandleId(0), AccessModeId(0), 0}, {HandleId(0), AccessModeId(0), 1}};
  trace.lanes[0].spans.push_back(0, 30, a, SpanKind::run);
  trace.lanes[1].spans.push_back(10, 60, TaskId(1), SpanKind::run);
  trace.lanes[1].spans.push_back(60, 100, TaskId(2), SpanKind::run);
  EXPECT_EQ(bound_ns(trace), 10 + 50 + 40);
}

TEST(Strands, GroupsThatExcludeAddUpAlongAPath) {
  // Two groups of three tasks each that exclude each other by mutexinoutset, with a task between them.
  Program p(3);
  const TaskId a = p.task("a");
  p.run(0, a, 0, 10);
  for (std::size_t i = 0; i < 3; ++i) p.run(i, p.task("first", a, 10), 10 + 20 * i64(i), 30 + 20 * i64(i));
  p.run(0, p.task("between", a, 10), 70, 75);
  for (std::size_t i = 0; i < 3; ++i) p.run(i, p.task("second", a, 10), 75 + 20 * i64(i), 95 + 20 * i64(i));
  Trace trace = p.trace();
  trace.recorded.accesses = true;
  trace.access_modes = {{"mutexinoutset", true, true, true}, {"inout", false, true, true}};
  trace.handles = {{"h"}, {0}, {NodeId(0)}};
  trace.accesses.first = {0};
  for (std::uint32_t task = 0; task < 8; ++task) {
    const std::uint32_t version = task < 4 ? 0 : task == 4 ? 3 : 4;
    if (task > 0) trace.accesses.items.push_back({HandleId(0), AccessModeId(task == 4 ? 1 : 0), version});
    trace.accesses.first.push_back(trace.accesses.items.size());
  }
  EXPECT_EQ(bound_ns(trace), 10 + 3 * 20 + 5 + 3 * 20);
}

TEST(Strands, DurationsScaleWithTheirTasks) {
  const Trace trace = taskwait_chain().trace();
  const TaskGraph graph(trace);
  // a: 10 + 5 + 10 + 10 = 35
  EXPECT_THAT(graph.strands()->durations_ns(std::vector<std::int64_t>{70, 30, 0}),
              ElementsAre(20, 10, 30, 20, 0, 20));
}

TEST(Strands, TasksThatNeverRanHaveNone) {
  Program p(1);
  const TaskId a = p.task("a");
  p.task("lost", a, 5);
  p.run(0, a, 0, 10);
  EXPECT_THAT(strands_of(p.trace()), ElementsAre("a 0-5", "a 5-10"));
  EXPECT_TRUE(TaskGraph(p.trace()).strands()->first_of(TaskId(1)).is_none());
  EXPECT_THAT(why(p.trace(), TaskGraph(p.trace()), TaskId(1), 10), IsEmpty());
}

TEST(Strands, PartsOfRegionsAreKnown) {
  EXPECT_EQ(region_parts(two_threads_with_a_barrier().trace()), (std::vector<bool>{false, true, true}));
  Program p(1);
  p.joined("not deferred", p.task("a"), 5);
  EXPECT_EQ(region_parts(p.trace()), (std::vector<bool>{false, false}));
}

TEST(Strands, OtherProgramsHaveNone) {
  Trace trace;
  trace.recorded.dependencies = true;
  EXPECT_EQ(TaskGraph(trace).strands(), nullptr);
}

}  // namespace
}  // namespace gusset::traces
