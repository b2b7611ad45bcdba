// Sentences say each thing once, with a bound that can be reached and advice that can help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers/recorded_program.hpp"
#include "answers/trace_maker.hpp"
#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "team_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::Field;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::recorded;
using ::testing::StartsWith;
using testing::TeamTrace;
using FindingKind = Finding::Kind;
using Program = testing::ForkJoinProgram;

constexpr std::int64_t micro = 1'000;
constexpr std::int64_t milli = 1'000'000;

auto says(const std::string& text) {
  return Contains(Field(&Finding::sentence, HasSubstr(text)));
}

/// Two threads run parts of a region for these times, after a serial part.
Program two_parts(std::int64_t serial_ns, std::int64_t first_ns, std::int64_t second_ns) {
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, serial_ns + std::max(first_ns, second_ns));
  const std::int64_t end_ns = serial_ns + std::max(first_ns, second_ns);
  const TaskId first = p.joined("parallel a.c:1", serial, serial_ns, 0);
  p.run(0, first, serial_ns, end_ns);
  if (first_ns < second_ns) p.wait(0, first, serial_ns + first_ns, end_ns, TaskWait::Kind::barrier, 0);
  const TaskId second = p.joined("parallel a.c:1", serial, serial_ns, 0);
  p.run(1, second, serial_ns, end_ns);
  if (second_ns < first_ns) p.wait(1, second, serial_ns + second_ns, end_ns, TaskWait::Kind::barrier, 0);
  return p;
}

TEST(Advice, NoScheduleRunsTasksBesideASerialPart) {
  const std::vector<Finding> found = found_in(recorded(two_parts(200 * milli, 100 * milli, 100 * milli)));
  EXPECT_THAT(found, says("no schedule of these tasks on these 2 workers is faster"));
}

TEST(Advice, RecordingThatTakesLongIsNamedInTheFirstSentence) {
  Trace trace = recorded(two_parts(200 * milli, 100 * milli, 100 * milli));
  trace.metadata.recording_ns = 29 * milli;
  EXPECT_THAT(found_in(trace), Not(says("Recording itself")));
  trace.metadata.recording_ns = 60 * milli;
  EXPECT_THAT(found_in(trace).at(0).sentence,
              ::testing::EndsWith(" Recording itself took at least 10.0 % of the workers' time, which these "
                                  "figures include in part; it may have "
                                  "made the run longer than that."));
}

TEST(Advice, ShortStartIsNoSerialPart) {
  const std::vector<Finding> found = found_in(recorded(two_parts(3 * milli, 60 * milli, 60 * milli)));
  EXPECT_THAT(found, Not(Contains(Field(&Finding::kind, FindingKind::serial_part))));
}

TEST(Advice, ThreadsPartsOfRegionsAreNoTasks) {
  const std::vector<Finding> found = found_in(recorded(two_parts(0, 60 * milli, 60 * milli)));
  EXPECT_THAT(found, says("of the busy time: the longest of its 2 parts (one a thread each time it runs) was "
                          "busy for 60.0 ms."));
  EXPECT_THAT(found, Not(says("The makespan is"))) << "other sentences say more";
}

/// A task of 60 ms among 200 of 0.2 ms, all in one region. Thread 0 runs the long task; thread 1 runs the
/// others, then waits for it.
Trace with_a_long_task() {
  Program p = two_parts(0, 60 * milli, 200);
  for (std::int64_t i = 0; i < 200; ++i)
    p.run(1, p.task("a.c:3", TaskId(1), i), 200 * micro * i + 300, 200 * micro * (i + 1) + 300);
  p.run(0, p.task("a.c:3", TaskId(1), 200), 300, 60 * milli);
  return recorded(p);
}

TEST(Advice, TaskThatIsAnOutlierIsNamedOnce) {
  const std::vector<Finding> found = found_in(with_a_long_task());
  EXPECT_EQ(found.at(0).kind, FindingKind::outlier) << found.at(0).sentence;
  EXPECT_THAT(found, Not(Contains(Field(&Finding::kind, FindingKind::little_parallelism))));
  EXPECT_THAT(found, Not(Contains(Field(&Finding::kind, FindingKind::critical_type))));
}

/// 1200 tasks of 0.2 ms in a run of 500 ms; four of them take `times` as long.
Trace with_four_long_tasks(std::int64_t times) {
  Program p = two_parts(0, 500 * milli, 200);
  std::int64_t now_ns = 300;
  for (std::int64_t i = 0; i < 1200; ++i) {
    const std::int64_t length_ns = (i % 300 == 299 ? times : 1) * 200 * micro + i;
    p.run(1, p.task("a.c:3", TaskId(1), i), now_ns, now_ns + length_ns);
    now_ns += length_ns;
  }
  return recorded(p);
}

TEST(Advice, ManyOutliersAreCountedFirst) {
  EXPECT_THAT(
      found_in(with_four_long_tasks(60)),
      says("4 tasks of `a.c:3` took more than 15 times its median (201 µs), the longest, #1202, 12.0 ms"));
}

TEST(Advice, OutliersOfASmallPartOfTheRunAreNotMentioned) {
  EXPECT_THAT(found_in(with_four_long_tasks(40)), Not(Contains(Field(&Finding::kind, FindingKind::outlier))));
}

TEST(Advice, ShareOfAThreadThatDoesNearlyAllTheWorkIsNamed) {
  TeamTrace team(2);
  team.loop(WorkConstruct::Schedule::unknown, {{0, 800'000}, {0, 2'000}},
            {.kind = WorkConstruct::Kind::inferred});
  EXPECT_THAT(found_in(team.trace()), says(": thread 0 does 99.8 % of it; dividing it evenly would save "));
}

/// Two threads want one lock: the first one holds it until 20 µs and the second one gets it at 60 µs.
Trace lock_that_is_handed_over_late() {
  Program p(2);
  const TaskId a = p.task("a");
  const TaskId b = p.task("b", a, 0);
  p.run(0, a, 0, 20 * micro);
  p.run(1, b, 5 * micro, 100 * micro);
  p.wait(1, b, 10 * micro, 60 * micro, TaskWait::Kind::lock, 0);
  p.hold(a, micro, 20 * micro);
  p.hold(b, 60 * micro, 100 * micro);
  return recorded(p);
}

TEST(Advice, TasksThatWaitForALockDoNotWaitForAWorker) {
  const Trace trace = lock_that_is_handed_over_late();
  const Answer answer = critical_path_answer(trace, critical_path_analysis(trace, TaskGraph(trace)));
  EXPECT_THAT(
      answer.verdict.findings,
      says("the largest part of the rest, 40.0 µs, was mostly waiting for a lock: hold locks for less "
           "time, or use more of them."));
}

TEST(Advice, ChainOfLockHoldersIsShortenedByShorterHolds) {
  Program p(2);
  const TaskId a = p.task("a");
  const TaskId b = p.task("b", a, 0);
  p.run(0, a, 0, 60 * micro);
  p.run(1, b, 0, 100 * micro);
  p.wait(1, b, 5 * micro, 60 * micro, TaskWait::Kind::lock, 0);
  p.hold(a, micro, 60 * micro);
  p.hold(b, 60 * micro, 100 * micro);
  Trace trace = recorded(p);
  const auto advice = [&] {
    return critical_path_answer(trace, critical_path_analysis(trace, TaskGraph(trace))).verdict.findings;
  };
  EXPECT_THAT(advice(), says("they waited for each other at locks, or for their turn; hold locks "
                             "for less time, or use more of them."));
  trace.fork_join.locks = {"ordered a.c:4"};
  EXPECT_THAT(advice(), says("they waited for their turn in an ordered loop; make the ordered part shorter, "
                             "or do without it."));
}

std::string chain_advice(Program& p) {
  const Trace trace = recorded(p);
  const std::string sentence = critical_path_answer(trace, critical_path_analysis(trace, TaskGraph(trace)))
                                   .verdict.findings.at(1)
                                   .sentence;
  return sentence.substr(sentence.find("makespan: ") + 10);
}

TEST(Advice, ChainOfAForkJoinProgramSaysWhatItConsistsOf) {
  Program one(2);
  const TaskId alone = one.task("serial");
  one.run(0, alone, 0, 100 * micro);
  for (std::size_t thread = 0; thread < 2; ++thread)
    one.run(thread, one.joined("parallel a.c:1", alone, 40 * micro, 0), 40 * micro, 100 * micro);
  EXPECT_EQ(
      chain_advice(one),
      "code outside of parallel regions takes 40.0 % of the makespan, in one thread; make it parallel, or "
      "shorter.");
  const auto regions = [](std::int64_t second_ns) {
    Program several(2);
    const TaskId serial = several.task("serial");
    several.run(0, serial, 0, 121 * micro);
    for (std::int64_t region = 0; region < 4; ++region) {
      const std::int64_t begin_ns = (30 * region + 1) * micro;
      for (std::size_t thread = 0; thread < 2; ++thread) {
        several.run(thread,
                    several.joined("parallel a.c:1", serial, begin_ns, static_cast<std::uint32_t>(region)),
                    begin_ns, begin_ns + (thread == 0 ? 30 * micro : second_ns));
      }
    }
    return chain_advice(several);
  };
  EXPECT_EQ(regions(30 * micro),
            "most of that is threads' parts of parallel regions; less work in them may shorten it.");
  EXPECT_EQ(
      regions(10 * micro),
      "most of that is threads' parts of parallel regions; less work in them, or a more even division of "
      "it, may shorten it.");
}

TEST(Advice, IdleTimeAtOrderedLoopsMayNeedShorterOrderedParts) {
  TeamTrace team(2);
  team.loop(WorkConstruct::Schedule::fixed, {{0, 400'000}, {0, 800'000}}, {.ordered = true});
  const Trace& trace = team.trace();
  EXPECT_THAT(idle_answer(trace, idle_time(trace, TaskGraph(trace))).verdict.findings.at(0).sentence,
              HasSubstr("shorter ordered parts of loops"));
}

TEST(Advice, WaitingForTheTurnIsNoLock) {
  TeamTrace team(2);
  team.loop(WorkConstruct::Schedule::fixed, {{0, 900'000}, {0, 910'000}}, {.ordered = true});
  team.turn(1, 10'000, 900'000);
  Trace trace = team.trace();
  trace.fork_join.holds.push_back({0, TaskId(0), 10'000, 900'000});
  EXPECT_THAT(idle_answer(trace, idle_time(trace, TaskGraph(trace))).verdict.findings.at(0).sentence,
              EndsWith("passed while the worker waited for a lock, namely for its turn in an ordered loop: "
                       "make the ordered part shorter, or do without it."));
}

TEST(Advice, TasksThatCreateTasksLateAreNotToBeSubmittedEarlier) {
  Program p = two_parts(0, 12 * milli, 200);
  TaskId parent(1);
  for (std::int64_t i = 0; i < 10; ++i) {
    const TaskId task = p.task("a.c:3", parent, i == 0 ? 300 : i * milli - 10);
    p.run(static_cast<std::size_t>(i % 2), task, i * milli + 310, (i + 1) * milli);
    parent = task;
  }
  const Trace trace = recorded(p);
  EXPECT_THAT(idle_answer(trace, idle_time(trace, TaskGraph(trace))).verdict.findings.at(0).sentence,
              HasSubstr("tasks create others late, or wait for each other"));
}

TEST(Advice, BarrierBehindALockThatIsTakenOftenIsNotNamed) {
  Program p = two_parts(0, milli, milli - 30 * micro);
  for (std::size_t part : {1U, 2U}) {
    const std::int64_t first_ns = part == 1 ? 0 : 200;
    for (std::int64_t i = 0; i < 1900; ++i)
      p.hold(TaskId(part), first_ns + 500 * i, first_ns + 500 * i + 100);
  }
  EXPECT_THAT(found_in(recorded(p)), Not(Contains(Field(&Finding::kind, FindingKind::barrier_wait))));
}

}  // namespace
}  // namespace gusset::traces
