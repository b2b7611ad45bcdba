// Idle time whose cause the thread itself recorded: locks and preemption.
#include <gtest/gtest.h>

#include <vector>

#include "fork_join_program.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/time/efficiency.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "gusset/traces/model/validate.hpp"
#include "team_trace.hpp"

namespace gusset::traces {
namespace {

TEST(IdleThreads, WaitingForALockIsASeparateCause) {
  Trace trace;
  trace.recorded.submit = trace.recorded.ready = trace.recorded.parents = trace.recorded.fork_join = true;
  trace.types = {"a"};
  trace.nodes.push_back({.name = "n"});
  trace.workers.push_back({NodeId(0), "w"});
  trace.lanes.push_back({WorkerId(0), {}});
  for (int task = 0; task < 2; ++task) {
    trace.tasks.type.emplace_back(0);
    trace.tasks.parent.emplace_back();
    trace.tasks.submit_ns.push_back(0);
    trace.tasks.ready_ns.push_back(0);
  }
  trace.fork_join.locks = {"lock"};
  trace.fork_join.waits = {{{LaneId(0), 1}, TaskWait::Kind::lock, 0, 0}};
  SpanColumns& spans = trace.lanes[0].spans;
  spans.push_back(0, 100, TaskId(0), SpanKind::run);
  spans.push_back(20, 50, TaskId(0), SpanKind::wait);
  spans.push_back(100, 150, TaskId(1), SpanKind::run);
  ASSERT_TRUE(validate(trace, "t").ok());
  const IdleTime idle = idle_time(trace, TaskGraph(trace));
  EXPECT_TRUE(idle.knows(IdleCause::lock));
  EXPECT_EQ(idle.total.of(IdleCause::lock), 30);  // although the other task was ready
  EXPECT_EQ(idle.total.total_ns(), 30);
  EXPECT_EQ(idle.busy_ns, 120);
}

/// One worker: runs 0–100'000 and 200'000–300'000, with the given processor times up to 300'000.
IdleTime idle_with(const std::vector<ProcessorUse>& uses) {
  Trace trace;
  trace.recorded.submit = trace.recorded.ready = trace.recorded.processor_time = true;
  trace.types = {"a"};
  trace.nodes.push_back({.name = "n"});
  trace.workers.push_back({NodeId(0), "w"});
  trace.lanes.push_back({WorkerId(0), {}});
  trace.tasks.type.assign(2, TypeId(0));
  trace.tasks.submit_ns.assign(2, 0);
  trace.tasks.ready_ns.assign(2, 0);
  trace.lanes[0].spans.push_back(0, 100'000, TaskId(0), SpanKind::run);
  trace.lanes[0].spans.push_back(200'000, 300'000, TaskId(1), SpanKind::run);
  trace.processor_time.uses = uses;
  EXPECT_TRUE(validate(trace, "t").ok());
  const IdleTime idle = idle_time(trace, TaskGraph(trace));
  EXPECT_EQ(preempted_in_runs_ns(trace), idle.preempted_in_runs_ns);
  EXPECT_EQ(preempted_ns(trace), idle.preempted_in_runs_ns + idle.total.of(IdleCause::preempted));
  EXPECT_EQ(preempted_by_worker_ns(trace), std::vector{preempted_ns(trace)});
  return idle;
}

TEST(IdleThreads, KnownDelayIsTheTimeWithoutAProcessorWhateverTheCounts) {
  const IdleTime woken = idle_with({{WorkerId(0), 0, 100'000, 20'000, 3, 0, 30'000}});
  EXPECT_EQ(woken.preempted_in_runs_ns, 30'000);
  const IdleTime yielding = idle_with({{WorkerId(0), 0, 100'000, 10'000, 0, 9, 0}});
  EXPECT_EQ(yielding.preempted_in_runs_ns, 0);
  const IdleTime longer = idle_with({{WorkerId(0), 50'000, 100'000, 0, 0, 1, 70'000}});
  EXPECT_EQ(longer.preempted_in_runs_ns, 50'000);
}

/// The operating system counted the time from 100'000 on late: the thread had no processor for 60'000 of it.
TEST(IdleThreads, DelayThatDoesNotFitIntoItsIntervalPassedBeforeIt) {
  const IdleTime idle = idle_with({{WorkerId(0), 100'000, 200'000, 0, 0, 0, 0},
                                   {WorkerId(0), 200'000, 250'000, 0, 1, 0, 0},
                                   {WorkerId(0), 250'000, 300'000, 90'000, 0, 1, 60'000}});
  EXPECT_EQ(idle.preempted_in_runs_ns, 0);
  EXPECT_EQ(idle.total.of(IdleCause::preempted), 50'000) << "at most as long as its own interval";
  const IdleTime twice = idle_with({{WorkerId(0), 100'000, 200'000, 0, 0, 0, 0},
                                    {WorkerId(0), 200'000, 250'000, 90'000, 0, 1, 50'000},
                                    {WorkerId(0), 250'000, 300'000, 90'000, 0, 1, 50'000}});
  EXPECT_EQ(twice.total.of(IdleCause::preempted), 50'000) << "the same time does not pass twice";
}

TEST(IdleThreads, PreemptionComesBeforeOtherCausesAndCountsInRunsToo) {
  const IdleTime idle = idle_with({{WorkerId(0), 0, 100'000, 70'000, 0, 1},  // 30 µs of the first run
                                   {WorkerId(0), 100'000, 220'000, 20'000, 0, 2}});  // from 120'000 on
  EXPECT_EQ(idle.busy_ns, 200'000);
  EXPECT_EQ(idle.preempted_in_runs_ns, 30'000 + 20'000);
  EXPECT_EQ(idle.total.of(IdleCause::preempted), 80'000);
  EXPECT_EQ(idle.total.of(IdleCause::ready_not_taken), 20'000);
  EXPECT_EQ(idle.total.total_ns(), 100'000);
}

TEST(IdleThreads, OnlyPreemptionWithinTheRunCounts) {
  EXPECT_EQ(idle_with({{WorkerId(0), -100'000, 50'000, 20'000, 0, 1}}).preempted_in_runs_ns, 50'000);
  EXPECT_EQ(idle_with({{WorkerId(0), 250'000, 400'000, 20'000, 0, 1}}).preempted_in_runs_ns, 30'000);
  EXPECT_TRUE(preempted_by_worker_ns(Trace()).empty());
}

TEST(IdleThreads, TimeWithoutAProcessorIsNoPreemptionIfTheThreadWaited) {
  const IdleTime idle = idle_with({{WorkerId(0), 0, 300'000, 100'000, 1, 5}});
  EXPECT_EQ(idle.preempted_in_runs_ns, 0);
  EXPECT_EQ(idle.total.of(IdleCause::preempted), 0);
  EXPECT_EQ(idle_with({{WorkerId(0), 0, 300'000, 290'000, 0, 5}}).preempted_in_runs_ns, 0);  // too short
}

TEST(IdleThreads, NoProcessorIsMissedBeforeTheLastThreadComesToTheBarrier) {
  testing::TeamTrace team(2);
  team.loop(WorkConstruct::Schedule::fixed, {{0, 200'000}, {0, 800'000}});
  Trace trace = team.trace();
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 200'000, 900'000, 0, 0, 2}};
  ASSERT_TRUE(validate(trace, "t").ok());
  const IdleTime idle = idle_time(trace, TaskGraph(trace));
  EXPECT_EQ(idle.workers[0].of(IdleCause::no_work), 600'000);
  EXPECT_EQ(idle.workers[0].of(IdleCause::preempted), 1000);  // until the barrier ended
  EXPECT_EQ(idle.preempted_in_runs_ns, 99'000);
}

/// A region of three threads, then one of two of them. Thread 0 is alone from 0 to 100, from 200 to 300 and
/// from 400 to 500.
Trace two_regions() {
  testing::ForkJoinProgram p(3);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 500);
  std::uint32_t region = 0;
  for (const std::int64_t at : {100, 300}) {
    for (std::size_t thread = 0; thread < (region == 0 ? 3U : 2U); ++thread) {
      const TaskId part = p.joined("part", serial, at, region);
      p.run(thread, part, at + (thread == 0 ? 0 : 5), at + 100);  // the others wake up
      p.wait(thread, part, at + 60 + 10 * static_cast<std::int64_t>(thread), at + 100,
             TaskWait::Kind::barrier, region);
    }
    ++region;
  }
  return p.trace();
}

TEST(IdleThreads, ThreadsOutsideRegionsHaveASeparateCause) {
  const Trace trace = two_regions();
  ASSERT_TRUE(validate(trace, "t").ok());
  const IdleTime idle = idle_time(trace, TaskGraph(trace));
  ASSERT_TRUE(idle.knows(IdleCause::outside_regions));
  EXPECT_EQ(idle.workers[0].of(IdleCause::outside_regions), 0);
  EXPECT_EQ(idle.workers[1].of(IdleCause::outside_regions), 300);
  EXPECT_EQ(idle.workers[2].of(IdleCause::outside_regions), 400);
  EXPECT_EQ(idle.total.of(IdleCause::unsubmitted), 0);  // the second region's parts could not begin earlier
  EXPECT_EQ(idle.total.of(IdleCause::ready_not_taken), 3 * 5);
  EXPECT_EQ(idle.total.of(IdleCause::no_work), 40 + 30 + 20 + 40 + 30);  // at barriers
  EXPECT_EQ(efficiency(trace).outside_regions, 700.0 / 1500.0);
}

TEST(IdleThreads, InAPredictionAnyWorkerMayTakeARegionsParts) {
  Trace trace = two_regions();
  trace.metadata.origin = Origin::predicted;
  const IdleTime idle = idle_time(trace, TaskGraph(trace));
  EXPECT_EQ(idle.workers[1].of(IdleCause::outside_regions), 300);
  EXPECT_EQ(idle.workers[2].of(IdleCause::outside_regions), 300);
}

TEST(IdleThreads, TasksThatTheirCreatorCouldNotCreateEarlierAreNotUnsubmitted) {
  // Thread 0 creates b at 20, waits for it until 100, then creates c at 130. Thread 1 runs both.
  testing::ForkJoinProgram p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 200);
  const TaskId x = p.joined("x", serial, 0, 0);
  const TaskId y = p.joined("y", serial, 0, 0);
  p.run(0, x, 0, 200);
  p.wait(0, x, 20, 100, TaskWait::Kind::taskwait);
  p.run(1, y, 0, 200);
  p.wait(1, y, 0, 200, TaskWait::Kind::barrier, 0);
  p.run(1, p.task("b", x, 20), 20, 100);
  p.run(1, p.task("c", x, 130), 130, 200);
  ASSERT_TRUE(validate(p.trace(), "t").ok());
  const IdleTime idle = idle_time(p.trace(), TaskGraph(p.trace()));
  EXPECT_EQ(idle.workers[1].of(IdleCause::unsubmitted), 20 + 30);
  EXPECT_EQ(idle.workers[0].of(IdleCause::no_work), 80);
}

TEST(IdleThreads, OtherProgramsHaveNoRegions) {
  Trace trace = two_regions();
  trace.recorded.fork_join = false;
  trace.fork_join = {};
  EXPECT_FALSE(idle_time(trace, TaskGraph(trace)).knows(IdleCause::outside_regions));
  EXPECT_FALSE(efficiency(trace).outside_regions.has_value());
}

}  // namespace
}  // namespace gusset::traces
