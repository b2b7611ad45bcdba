// Findings about what the threads of a fork-join program waited for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers/trace_maker.hpp"
#include "fork_join_program.hpp"
#include "gusset/traces/analysis/time/blocked_time.hpp"
#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/answers/efficiency_answer.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/model/validate.hpp"
#include "team_trace.hpp"

namespace gusset::traces {
namespace {

using testing::found_in;
using testing::TeamTrace;
using FindingKind = Finding::Kind;

/// Two threads, each with one part of a parallel region, from 0 to 1 ms.
Trace two_threads() {
  Trace trace;
  trace.metadata.runtime = openmp_runtime;
  trace.recorded.parents = trace.recorded.submit = trace.recorded.ready = true;
  trace.recorded.fork_join = trace.recorded.processor_time = true;
  trace.types = {"parallel a.c:1"};
  trace.nodes.push_back({.name = "node"});
  for (std::size_t thread = 0; thread < 2; ++thread) {
    trace.workers.push_back({NodeId(0), "thread " + std::to_string(thread)});
    trace.lanes.push_back({WorkerId(thread), {}});
    trace.lanes[thread].spans.push_back(0, 1'000'000, TaskId(thread), SpanKind::run);
    trace.tasks.type.emplace_back(0);
    trace.tasks.parent.emplace_back();
    trace.tasks.submit_ns.push_back(0);
    trace.tasks.ready_ns.push_back(0);
    trace.fork_join.joined.push_back({TaskId(thread), 0});
  }
  return trace;
}

Finding first_of(const Trace& trace) {
  const auto valid = validate(trace, "t");
  EXPECT_TRUE(valid.ok()) << valid.error().message();
  return found_in(trace).at(0);
}

TEST(ThreadFindings, ContendedLockIsNamedWithItsWaits) {
  Trace trace = two_threads();
  trace.lanes[1].spans.push_back(100'000, 600'000, TaskId(1), SpanKind::wait);
  trace.fork_join.locks = {"critical a.c:3"};
  trace.fork_join.waits = {{{LaneId(1), 1}, TaskWait::Kind::lock, 0, 0}};
  trace.fork_join.holds = {{0, TaskId(0), 0, 600'000}, {0, TaskId(1), 600'000, 900'000}};
  const Finding finding = first_of(trace);
  EXPECT_EQ(finding.kind, FindingKind::lock_contention);
  EXPECT_EQ(
      finding.sentence,
      "Threads waited for locks for 25.0 % of the time, most for critical a.c:3 (1 wait, 500 µs in all), "
      "which was held for 90.0 % of the makespan; hold it for less time, or use more locks.");
}

TEST(ThreadFindings, LockOfASmallerPartOfTheWaitsIsOneAmongOthers) {
  Trace trace = two_threads();
  trace.fork_join.locks = {"critical a.c:3", "critical a.c:4", "critical a.c:5"};
  for (std::uint32_t lock = 0; lock < 3; ++lock) {
    const std::int64_t begin_ns = 100'000 + 300'000 * lock;
    trace.lanes[1].spans.push_back(begin_ns, begin_ns + 200'000 - lock, TaskId(1), SpanKind::wait);
    trace.fork_join.waits.push_back({{LaneId(1), lock + 1}, TaskWait::Kind::lock, lock, 0});
    trace.fork_join.holds.push_back({lock, TaskId(0), begin_ns, begin_ns + 200'000 - lock});
  }
  EXPECT_THAT(first_of(trace).sentence,
              ::testing::HasSubstr("of the time, among others for critical a.c:3 (1 wait, 200 µs in all)"));
}

/// The first holder sleeps for 540 of 600 µs, before it computes for 400 µs.
TEST(ThreadFindings, SleepingHolderAndTheWaitsForItAreOneFinding) {
  Trace trace = two_threads();
  trace.lanes[1].spans.push_back(100'000, 600'000, TaskId(1), SpanKind::wait);
  trace.fork_join.locks = {"critical a.c:3"};
  trace.fork_join.waits = {{{LaneId(1), 1}, TaskWait::Kind::lock, 0, 0}};
  trace.fork_join.holds = {{0, TaskId(0), 0, 600'000}, {0, TaskId(1), 600'000, 900'000}};
  trace.processor_time.uses = {{WorkerId(0), 0, 650'000, 110'000, 5, 0, 0},
                               {WorkerId(0), 650'000, 1'000'000, 350'000, 0, 0, 0}};
  EXPECT_EQ(blocked_in_runs(trace).by_lock_ns, std::vector<std::int64_t>{490'000})
      << "50 of 540 µs may lie after the hold";
  const Finding finding = first_of(trace);
  EXPECT_EQ(finding.kind, FindingKind::lock_contention);
  EXPECT_THAT(
      finding.sentence,
      ::testing::EndsWith(
          "which was held for 90.0 % of the makespan, and in at least 54.4 % of that its holder did not use "
          "its processor: it slept, read or wrote files, or waited for something that the trace does not "
          "show; do that before or after the lock is held."));
  for (const Finding& each : found_in(trace)) {
    if (each.kind != FindingKind::blocked) continue;
    EXPECT_LT(each.cost, 0.03) << each.sentence;
  }
  trace.processor_time.uses[0].processor_ns = 400'000;
  EXPECT_THAT(first_of(trace).sentence, ::testing::EndsWith("hold it for less time, or use more locks."));
}

TEST(ThreadFindings, LockThatIsRarelyHeldButWaitedForIsTakenTooOften) {
  Trace trace = two_threads();
  trace.lanes[1].spans.push_back(100'000, 600'000, TaskId(1), SpanKind::wait);
  trace.fork_join.locks = {"critical a.c:3"};
  trace.fork_join.waits = {{{LaneId(1), 1}, TaskWait::Kind::lock, 0, 0}};
  trace.fork_join.holds = {{0, TaskId(0), 0, 20'000}, {0, TaskId(1), 600'000, 630'000}};
  EXPECT_EQ(first_of(trace).sentence,
            "Threads waited for locks for 25.0 % of the time, most for critical a.c:3 (1 wait, 500 µs in "
            "all), which was held for only 5.0 % of the makespan, so most of the waiting was for taking it, "
            "not for its holder; take it less often, for example by a reduction, or once for many items.");
}

TEST(ThreadFindings, WaitsForALockSayHowLongTheyHadNoProcessor) {
  Trace trace = two_threads();
  trace.lanes[1].spans.push_back(100'000, 900'000, TaskId(1), SpanKind::wait);
  trace.fork_join.locks = {"critical a.c:3"};
  trace.fork_join.waits = {{{LaneId(1), 1}, TaskWait::Kind::lock, 0, 0}};
  trace.fork_join.holds = {{0, TaskId(0), 0, 900'000}};
  trace.processor_time.uses = {{WorkerId(1), 0, 880'000, 200'000, 0, 5, 680'000}};
  const std::vector<Finding> found = found_in(trace);
  const auto lock = std::ranges::find(found, FindingKind::lock_contention, &Finding::kind);
  ASSERT_NE(lock, found.end());
  EXPECT_THAT(lock->sentence,
              ::testing::HasSubstr("for 40.0 % of the time, most for critical a.c:3 (1 wait, 800 µs in all, "
                                   "680 µs of that without a processor), which was"));
  EXPECT_LT(lock->cost, 0.1) << "the rest is the lack of a processor";
}

TEST(ThreadFindings, ThreadThatCameLastAtFewBarriersIsNamedWithItsShareOfTheWaits) {
  TeamTrace team(2);
  for (std::int64_t i = 1; i <= 3; ++i) team.barrier({i * 50'000, i * 50'000 + 10'000}, i * 50'000 + 11'000);
  team.barrier({500'000, 300'000}, 501'000);  // thread 0 comes last
  team.barrier({800'000, 600'000}, 801'000);
  EXPECT_THAT(
      first_of(team.trace()).sentence,
      ::testing::HasSubstr("(5 barriers; 91.8 % of that was waiting for thread 0, which came last at 2 "
                           "of them)"));
}

TEST(ThreadFindings, OneBarrierThatCostsNearlyAllIsNamed) {
  TeamTrace team(2);
  team.barrier({100'000, 110'000}, 111'000);
  team.barrier({150'000, 160'000}, 161'000);
  team.barrier({900'000, 300'000}, 901'000);
  EXPECT_THAT(
      first_of(team.trace()).sentence,
      ::testing::HasSubstr("(3 barriers; 96.2 % of that at one of them, at 900 µs, where thread 0 came "
                           "last); find out what delayed that thread."));
}

TEST(ThreadFindings, UnevenBarriersNameTheRegionAndTheLastThread) {
  Trace trace = two_threads();
  trace.lanes[0].spans.push_back(400'000, 1'000'000, TaskId(0), SpanKind::wait);
  trace.lanes[1].spans.push_back(990'000, 1'000'000, TaskId(1), SpanKind::wait);
  trace.fork_join.waits = {{{LaneId(0), 1}, TaskWait::Kind::barrier, 0, 0},
                           {{LaneId(1), 1}, TaskWait::Kind::barrier, 0, 0}};
  const Finding finding = first_of(trace);
  EXPECT_EQ(finding.kind, FindingKind::barrier_wait);
  EXPECT_EQ(
      finding.sentence,
      "Threads waited for each other at barriers for 30.5 % of the time, in `parallel a.c:1` (1 barrier; "
      "thread 1 came last: its part took 990 µs, that of thread 0 400 µs): if the threads have different "
      "amounts of work, divide it more evenly; if not, some of them may be slower, for example because of "
      "memory that they share.");
}

TEST(ThreadFindings, TimeAfterTheLastThreadArrivesIsTheBarriersOwn) {
  Trace trace = two_threads();
  trace.lanes[0].spans.push_back(790'000, 1'000'000, TaskId(0), SpanKind::wait);
  trace.lanes[1].spans.push_back(800'000, 1'000'000, TaskId(1), SpanKind::wait);
  trace.fork_join.waits = {{{LaneId(0), 1}, TaskWait::Kind::barrier, 0, 0},
                           {{LaneId(1), 1}, TaskWait::Kind::barrier, 0, 0}};
  const Finding finding = first_of(trace);
  EXPECT_EQ(finding.kind, FindingKind::barrier_wait);
  EXPECT_EQ(
      finding.sentence,
      "Threads were at barriers for 20.5 % of the time, in `parallel a.c:1` (1 barrier), mostly after the "
      "last thread had come: barriers, and recording them, take that long; use fewer of them, for example "
      "longer "
      "loops, or nowait where the next work does not need what other threads computed.");
  for (const Finding& other : found_in(trace))
    EXPECT_THAT(other.sentence, ::testing::Not(HasSubstr("schedule"))) << "it does not shorten barriers";
  const CriticalPathAnalysis path = critical_path_analysis(trace, TaskGraph(trace));
  EXPECT_THAT(critical_path_answer(trace, path).verdict.findings.at(1).sentence,
              ::testing::EndsWith(
                  ", was waiting for barriers to end, or for threads to start: fewer barriers and regions, "
                  "or longer ones, may help."));
}

/// A region of three threads from 800 to 1000 µs, after a serial part of the given thread.
Trace mostly_serial(bool has_second_thread) {
  testing::ForkJoinProgram p(3);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 1'000'000);
  if (has_second_thread) p.run(1, p.task("serial"), 0, 700'000);
  for (std::size_t thread = 0; thread < 3; ++thread)
    p.run(thread, p.joined("part", serial, 800'000, 0), 800'000, 1'000'000);
  Trace trace = p.trace();
  trace.metadata.runtime = openmp_runtime;
  if (has_second_thread) {  // both are of one type
    trace.types[1] = "";
    trace.tasks.type[1] = TypeId(0);
  }
  return trace;
}

TEST(ThreadFindings, SerialPartIsNamedByEveryAnswer) {
  const Trace trace = mostly_serial(false);
  const Finding finding = first_of(trace);
  EXPECT_EQ(finding.kind, FindingKind::serial_part);
  EXPECT_EQ(finding.cost, 1600.0 / 3000.0);
  EXPECT_THAT(finding.sentence,
              ::testing::StartsWith("One thread works alone for 800 µs, 80.0 % of the "
                                    "makespan, outside parallel regions (all of that before the "
                                    "first region, with the process's start); "));
  EXPECT_THAT(
      idle_answer(trace, idle_time(trace, TaskGraph(trace))).verdict.findings.at(0).sentence,
      ::testing::EndsWith("passed while the worker's thread was in no parallel region, which includes "
                          "the process's start and end."));
  EXPECT_THAT(efficiency_answer(trace, efficiency(trace), {}).verdict.findings.at(0).sentence,
              ::testing::EndsWith("Most is lost outside of parallel regions: threads were in none for 53.3 % "
                                  "of the time."));
}

TEST(ThreadFindings, ThreadThatWaitsOutsideOfRegionsDoesNotWork) {
  Trace trace = mostly_serial(false);
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 700'000, 100'000, 1, 0}};
  EXPECT_EQ(
      first_of(trace).sentence,
      "One thread is alone for 800 µs, 80.0 % of the makespan, outside parallel regions (all of "
      "that before the first region, with the process's start), and does not use its processor for 600 µs of "
      "that (it slept, read or wrote files, or waited); much of this may be the process's start and end, so "
      "record a longer run to see more of its tasks.");
  trace.processor_time.uses[0].preemptions = 1;  // then waits and preemptions cannot be told apart
  EXPECT_THAT(first_of(trace).sentence,
              ::testing::StartsWith(
                  "One thread is alone for 800 µs, 80.0 % of the makespan, outside parallel regions (all of "
                  "that before the first region, with the process's start), and uses its processor for at "
                  "most 200 µs of that (otherwise it slept, read or wrote files, waited, or had no "
                  "processor: which of these was not recorded); "));
  for (const Finding& finding : found_in(trace))
    EXPECT_NE(finding.kind, FindingKind::blocked) << "the same problem, reported twice";
  trace.processor_time.uses[0].delay_ns = 150'000;
  EXPECT_THAT(first_of(trace).sentence,
              ::testing::HasSubstr(" does not use its processor for 450 µs of that"));
  for (const Finding& finding : found_in(trace))
    EXPECT_NE(finding.kind, FindingKind::blocked) << "the same problem, reported twice";
}

TEST(ThreadFindings, SeveralInitialThreadsAreNotOneThatWorksAlone) {
  const Finding finding = first_of(mostly_serial(true));
  EXPECT_EQ(finding.kind, FindingKind::serial_part);
  EXPECT_EQ(finding.sentence,
            "Threads were in no parallel region for 30.0 % of the time; make the parts outside of regions "
            "parallel, or shorter, and let regions use all threads.");
}

TEST(ThreadFindings, ThreadsThatShareAProcessorComeFirst) {
  Trace trace = two_threads();
  trace.processor_time.uses = {{WorkerId(0), 0, 1'000'000, 500'000, 0, 9},
                               {WorkerId(1), 0, 1'000'000, 500'000, 0, 9}};
  trace.processor_time.bindings = {{WorkerId(0), 1, "0x2", 0.0}, {WorkerId(1), 1, "0x2", 0.0}};
  const Finding shared = first_of(trace);
  EXPECT_EQ(shared.kind, FindingKind::preempted);
  EXPECT_EQ(shared.sentence,
            "2 threads share 1 processor (affinity mask 0x2): at least 50.0 % of the threads' time was "
            "waiting for a "
            "processor (50.0 % of what counts as busy); give each thread a processor of its own.");
  trace.processor_time.bindings.clear();
  EXPECT_EQ(first_of(trace).sentence,
            "At least 50.0 % of the threads' time was waiting for a processor (50.0 % of what counts as "
            "busy): other programs or threads had the processors; measure again with a processor of its own "
            "for each "
            "thread.");
}

TEST(ThreadFindings, ShareOfBusyTimeWithoutAProcessorIsLeftOutIfItMayBeAny) {
  Trace trace = two_threads();
  trace.lanes[1].spans.end_ns[0] = 400'000;
  trace.processor_time.uses = {{WorkerId(1), 400'000, 1'000'000, 0, 0, 9}};
  const std::vector<Finding> found = found_in(trace);
  const auto finding = std::ranges::find(found, FindingKind::preempted, &Finding::kind);
  ASSERT_NE(finding, found.end());
  EXPECT_THAT(finding->sentence, ::testing::StartsWith("At least 30.0 % of the threads' time was waiting for "
                                                       "a processor: "));
}

TEST(ThreadFindings, LittleWaitingAtBarriersIsNoSentenceBelowAnotherOne) {
  const auto kinds_with = [](std::int64_t first_ns) {
    TeamTrace team(2);
    team.barrier({first_ns, 990'000}, 991'000);
    std::vector<FindingKind> kinds;
    for (const Finding& finding : found_in(team.trace())) kinds.push_back(finding.kind);
    return kinds;
  };
  EXPECT_THAT(kinds_with(940'000), ::testing::Contains(FindingKind::barrier_wait));  // 2.6 % of the time
  EXPECT_THAT(kinds_with(960'000), ::testing::Not(::testing::Contains(FindingKind::barrier_wait)));
}

/// One thread that runs 30 tasks of 10 µs each, except the fifth, which takes `fifth_ns`.
Trace with_fifth(std::int64_t fifth_ns) {
  testing::TraceMaker maker(1, 1);
  std::int64_t now_ns = 0;
  for (int i = 0; i < 30; ++i) {
    const std::int64_t length_ns = i == 4 ? fifth_ns : 10'000;
    maker.independent(0, 0, now_ns, length_ns);
    now_ns += length_ns;
  }
  return maker.trace();
}

TEST(TaskFindings, OutlierIsNamedWithWhatItCost) {
  EXPECT_NE(first_of(with_fifth(140'000)).kind, FindingKind::outlier);  // 14 times the median
  Trace trace = with_fifth(1'000'000);
  const Finding finding = first_of(trace);
  EXPECT_EQ(finding.kind, FindingKind::outlier);
  EXPECT_THAT(finding.sentence,
              ::testing::HasSubstr("#4 is an outlier: it took 1.00 ms, 100 times the median of its "
                                   "type (10.0 µs); with the median time, the run would have "
                                   "been up to 990 µs (76.7 %) shorter."));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 1'040'000, 640'000, 0, 1}};
  EXPECT_THAT(first_of(trace).sentence,
              ::testing::HasSubstr(", and had no processor for 400 µs of that; with"));
  // If the lack of a processor explains most of the excess, it is the finding instead of the outlier.
  trace.processor_time.uses = {{WorkerId(0), 0, 1'040'000, 140'000, 0, 1}};
  for (const Finding& each : found_in(trace)) EXPECT_NE(each.kind, FindingKind::outlier) << each.sentence;
}

}  // namespace
}  // namespace gusset::traces
