// OpenMP programs with a known problem, as scripts/verdicts records them. The first sentence must name the
// problem, and no sentence may mislead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers/recorded_program.hpp"
#include "answers/trace_maker.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "team_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::EndsWith;
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

std::vector<FindingKind> finding_kinds(const Trace& trace) {
  std::vector<FindingKind> kinds;
  for (const Finding& finding : found_in(trace)) kinds.push_back(finding.kind);
  return kinds;
}

Finding first_finding(const Trace& trace) {
  return found_in(trace).at(0);
}

/// A region of two threads. Thread 1 only waits at its end, and runs tasks meanwhile.
struct TwoThreads {
  explicit TwoThreads(std::int64_t end_ns) {
    program.run(0, serial, 0, end_ns);
    for (std::size_t thread = 0; thread < 2; ++thread) program.run(thread, parts[thread], 0, end_ns);
    program.wait(1, parts[1], 1, end_ns, TaskWait::Kind::barrier, 0);
  }
  Program program{2};
  TaskId serial = program.task("serial");
  TaskId parts[2] = {program.joined("parallel a.c:1", serial, 0, 0),
                     program.joined("parallel a.c:1", serial, 0, 0)};
};

TEST(KnownProblems, ShortTasksAreTooFineEvenIfMostBeginImmediately) {
  TwoThreads team(400 * micro);
  std::int64_t now_ns = 20 * micro;
  for (int i = 0; i < 200; ++i) {
    team.program.run(1, team.program.task("a.c:3", team.parts[0], 100 * i), now_ns, now_ns + micro);
    now_ns += micro + (i % 10 == 9 ? 5 * micro : 40);
  }
  const Trace trace = recorded(team.program);
  EXPECT_EQ(first_finding(trace).kind, FindingKind::too_fine) << first_finding(trace).sentence;
  EXPECT_THAT(first_finding(trace).sentence,
              HasSubstr("they are too fine, with a mean work of 1.00 µs, and "));
  EXPECT_THAT(finding_kinds(trace), Not(::testing::Contains(FindingKind::ready_not_taken)));
}

TEST(KnownProblems, WorkOfFineTasksOfTwoTypesHasAMedianToo) {
  TwoThreads team(1100 * micro);
  std::int64_t now_ns = 20 * micro;
  for (int i = 0; i < 200; ++i) {
    const std::int64_t work_ns = i % 50 == 7 ? 101 * micro : micro;
    const char* const type = i % 2 == 0 ? "a.c:3" : "a.c:4";
    team.program.run(1, team.program.task(type, team.parts[0], 100 * i), now_ns, now_ns + work_ns);
    now_ns += work_ns + 2 * micro;
  }
  EXPECT_THAT(first_finding(recorded(team.program)).sentence,
              HasSubstr("with a mean work of 3.00 µs (median 1.00 µs), and "));
}

TEST(KnownProblems, RegionIsNoTaskThatCouldBeSplit) {
  TwoThreads team(5 * milli);
  for (std::int64_t i = 0; i < 50; ++i) {
    const std::int64_t at_ns = i * 100 * micro + 2;
    team.program.run(1, team.program.task("a.c:3", team.parts[0], at_ns), at_ns, at_ns + 30 * micro);
  }
  const Trace trace = recorded(team.program);
  EXPECT_EQ(first_finding(trace).kind, FindingKind::serial_producer);
  EXPECT_THAT(finding_kinds(trace), Not(::testing::Contains(FindingKind::critical_type)));
}

TEST(KnownProblems, TasksThatShareALockAreNotToBeSplit) {
  for (const bool has_lock : {true, false}) {
    TwoThreads team(1 * milli);
    team.program.run(1, team.program.task("a.c:3", team.parts[0], 1), 2, 1 * milli - 10);
    const TaskWait::Kind waits = has_lock ? TaskWait::Kind::lock : TaskWait::Kind::barrier;
    team.program.hold(team.parts[1], 2, 3);
    team.program.wait(0, team.parts[0], 10, 900 * micro, waits, 0);
    EXPECT_EQ(std::ranges::count(finding_kinds(recorded(team.program)), FindingKind::critical_type),
              has_lock ? 0 : 1);
  }
}

TEST(KnownProblems, TasksThatExcludeEachOtherAreNotToBeSplit) {
  TwoThreads team(20 * milli);
  for (std::int64_t i = 0; i < 18; ++i)
    team.program.run(1, team.program.task("a.c:3", team.parts[0], 1), (1 + i) * milli, (2 + i) * milli);
  team.program.wait(0, team.parts[0], 10, 20 * milli, TaskWait::Kind::barrier, 0);
  Trace trace = recorded(team.program);
  const auto accesses = [&](bool excludes) {
    trace.recorded.accesses = true;
    trace.access_modes = {{excludes ? "mutexinoutset" : "inout", excludes, true, true}};
    trace.handles.name = {"x"};
    trace.handles.size_bytes = {0};
    trace.handles.owner = {NodeId(0)};
    trace.accesses = {};
    std::uint32_t version = 0;
    for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
      trace.accesses.first.push_back(trace.accesses.items.size());
      if (type_name(trace, TaskId(task)) == "a.c:3")
        trace.accesses.items.push_back({HandleId(0), AccessModeId(0), excludes ? 0 : version++});
    }
    trace.accesses.first.push_back(trace.accesses.items.size());
  };
  accesses(true);
  EXPECT_THAT(
      first_finding(trace).sentence,
      EndsWith("), and its tasks exclude each other: let each work on data of its own, and combine them "
               "at the end."));
  accesses(false);
  for (const Finding& finding : found_in(trace)) EXPECT_THAT(finding.sentence, Not(HasSubstr("exclude")));
}

TEST(KnownProblems, SmallerTasksAreNotAdvisedForLoops) {
  TeamTrace team(2);
  team.loop(WorkConstruct::Schedule::fixed, {{0, 200 * micro}, {0, 800 * micro}});
  const Trace trace = team.trace();
  EXPECT_THAT(
      idle_answer(trace, idle_time(trace, TaskGraph(trace))).verdict.findings.at(0).sentence,
      EndsWith("passed while threads waited at barriers: a more even division of the work may help, unless "
               "a thread sleeps in a region (see gusset report)."));
  TeamTrace many(2);
  for (std::int64_t i = 0; i < 20; ++i)
    many.barrier({i * 50 * micro + 30 * micro, i * 50 * micro + 31 * micro}, i * 50 * micro + 41 * micro);
  const Trace barriers = many.trace();
  EXPECT_THAT(idle_answer(barriers, idle_time(barriers, TaskGraph(barriers))).verdict.findings.at(0).sentence,
              HasSubstr("passed while threads waited at barriers: fewer regions and barriers, or a more even "
                        "division of their work, may help"));
  EXPECT_THAT(headline_text(*verdict(barriers).headline), HasSubstr(" idle: at barriers "));
}

/// A region of two busy threads after a serial part.
Program after_serial(std::int64_t serial_ns, std::int64_t end_ns) {
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, end_ns);
  for (std::size_t thread = 0; thread < 2; ++thread)
    p.run(thread, p.joined("parallel a.c:1", serial, serial_ns, 0), serial_ns, end_ns);
  return p;
}

TEST(KnownProblems, SerialPartIsNamedThoughThreadsShareAProcessor) {
  Trace trace = recorded(after_serial(55 * milli, 110 * milli));
  trace.recorded.processor_time = true;
  // Thread 1 has nothing to do before the region, but could run.
  trace.processor_time.uses = {{WorkerId(0), 0, 55 * milli, 55 * milli, 0, 0, 0},
                               {WorkerId(0), 55 * milli, 110 * milli, 30 * milli, 0, 9, 25 * milli},
                               {WorkerId(1), 0, 55 * milli, 0, 0, 9, 55 * milli},
                               {WorkerId(1), 55 * milli, 110 * milli, 25 * milli, 0, 9, 30 * milli}};
  trace.processor_time.bindings = {{WorkerId(0), 1, "0x2", 0.0}, {WorkerId(1), 1, "0x2", 0.0}};
  const std::vector<Finding> findings = found_in(trace);
  EXPECT_EQ(
      findings.at(0).sentence,
      "2 threads share 1 processor (affinity mask 0x2): 50.0 % of the threads' time was waiting for a "
      "processor "
      "(33.3 % of what counts as busy), but a processor for each thread would shorten the run by at most "
      "22.7 %: the "
      "critical path takes the rest of the time (not counting up to 25.0 ms in which its tasks may "
      "have had no "
      "processor).");
  EXPECT_EQ(
      findings.at(1).sentence,
      "One thread works alone for 55.0 ms, 50.0 % of the makespan, outside parallel regions (all of that "
      "before the first region, with the process's start); make that part parallel, which helps if "
      "each thread has a processor, or shorter.");
}

TEST(KnownProblems, HeadlineDoesNotCountSleepAsWork) {
  Trace trace = recorded(after_serial(55 * milli, 110 * milli));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 55 * milli, 5 * milli, 9, 0, 0}};
  EXPECT_EQ(headline_text(*verdict(trace).headline),
            "≥ 34.1 % idle, asleep or waiting, mostly: outside of parallel regions (optimum unknown)");
}

TEST(KnownProblems, StartOfTheProcessIsNoSerialPartOfTheProgram) {
  EXPECT_THAT(finding_kinds(recorded(after_serial(4 * milli, 110 * milli))),
              Not(::testing::Contains(FindingKind::serial_part)));
  EXPECT_THAT(finding_kinds(recorded(after_serial(30 * milli, 110 * milli))),
              Not(::testing::Contains(FindingKind::serial_part)));
  EXPECT_THAT(
      first_finding(recorded(after_serial(28 * milli, 110 * milli))).sentence,
      StartsWith("Little idle time is left: workers were busy for 87.3 % of the time, the process's start "
                 "and end may take 12.7 %, and "));
  const Finding long_part = first_finding(recorded(after_serial(55 * milli, 110 * milli)));
  EXPECT_EQ(long_part.kind, FindingKind::serial_part);
  EXPECT_NEAR(long_part.cost, 25.0 / 220.0, 1e-9) << "30 ms may be the process's start";
  EXPECT_EQ(long_part.sentence,
            "One thread works alone for 55.0 ms, 50.0 % of the makespan, outside parallel regions (all of "
            "that before the first region, with the process's start); make that part parallel, or shorter.");
  EXPECT_THAT(
      first_finding(recorded(after_serial(40 * milli, 110 * milli))).sentence,
      EndsWith("; the process's start and end usually take 2 to 30 ms of this; make the rest parallel, or "
               "shorter."));
  const Finding brief = first_finding(recorded(after_serial(4 * milli, 20 * milli)));
  EXPECT_EQ(brief.kind, FindingKind::serial_part);
  EXPECT_THAT(brief.sentence,
              EndsWith("; much of this may be the process's start and end, so record a longer run "
                       "to see more of its tasks."));
  Program many = after_serial(4 * milli, 20 * milli);
  for (std::int64_t i = 0; i < 1000; ++i) {
    const std::int64_t at_ns = 4 * milli + i * 15 * micro;
    many.run(0, many.task("a.c:3", TaskId(1), at_ns), at_ns, at_ns + 14 * micro);
  }
  std::vector<std::string> sentences;
  for (const Finding& finding : found_in(recorded(many))) sentences.push_back(finding.sentence);
  EXPECT_THAT(sentences, ::testing::Contains(EndsWith("; much of this may be the process's start and end, or "
                                                      "those of the recording.")));
}

TEST(KnownProblems, StartOfTheProcessMayWait) {
  Trace trace = recorded(after_serial(10 * milli, 110 * milli));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 10 * milli, 4 * milli, 5, 0, 0}};
  EXPECT_THAT(finding_kinds(trace), Not(::testing::Contains(FindingKind::blocked)));
  trace = recorded(after_serial(40 * milli, 110 * milli));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 40 * milli, 4 * milli, 5, 0, 0}};
  EXPECT_THAT(found_in(trace).at(0).sentence, HasSubstr("does not use its processor for 36.0 ms of that"));
}

// A single preemption must not make a sleep look like work.
TEST(KnownProblems, SerialPartThatMayHaveSleptIsNotToBeMadeParallel) {
  Trace trace = recorded(after_serial(50 * milli, 150 * milli));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 50 * milli, 3 * milli, 1, 1}};
  EXPECT_THAT(first_finding(trace).sentence,
              EndsWith(", and uses its processor for at most 3.00 ms of that (otherwise it slept, read or "
                       "wrote files, waited, or had no processor: which of these was not recorded); find out "
                       "why."));
  const auto idle_sentence = [&] {
    return idle_answer(trace, idle_time(trace, TaskGraph(trace))).verdict.findings.at(0).sentence;
  };
  EXPECT_THAT(idle_sentence(),
              EndsWith(": for most of it, the thread outside may have slept or waited (see gusset "
                       "report); find out why."));
  trace.processor_time.uses.clear();
  EXPECT_THAT(idle_sentence(), EndsWith(": make the serial part of the program parallel, or shorter."));
}

TEST(KnownProblems, SerialPartWithoutAProcessorDoesNotWork) {
  Trace trace = recorded(after_serial(50 * milli, 150 * milli));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 50 * milli, 20 * milli, 0, 5}};
  const std::vector<Finding> found = found_in(trace);
  EXPECT_EQ(found.at(0).kind, FindingKind::preempted) << found.at(0).sentence;
  EXPECT_EQ(found.at(1).kind, FindingKind::serial_part);
  EXPECT_THAT(
      found.at(1).sentence,
      StartsWith(
          "One thread is alone for 50.0 ms, 33.3 % of the makespan, outside parallel regions (all "
          "of that before the first region, with the process's start), and has no processor for 30.0 ms "
          "of that; "));
  EXPECT_NEAR(found.at(1).cost, 50.0 / 300.0 * 0.4 * 0.4, 1e-9) << "30 ms may be the process's start";
}

TEST(KnownProblems, PausesBetweenShortRegionsAreNoSerialPart) {
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, 200 * 10 * micro);
  for (std::uint32_t region = 0; region < 200; ++region) {
    const std::int64_t begin_ns = region * 10 * micro;
    for (std::size_t thread = 0; thread < 2; ++thread) {
      const TaskId part = p.joined("parallel a.c:1", serial, begin_ns, region);
      p.run(thread, part, begin_ns + 100, begin_ns + 5 * micro);
      p.wait(thread, part, begin_ns + micro, begin_ns + 5 * micro, TaskWait::Kind::barrier, region);
    }
  }
  EXPECT_EQ(first_finding(recorded(p)).kind, FindingKind::too_fine);
  EXPECT_THAT(finding_kinds(recorded(p)), Not(::testing::Contains(FindingKind::serial_part)));
}

TEST(KnownProblems, SleepThatMakesALoopUnevenIsTheCause) {
  TeamTrace team(2);
  team.loop(WorkConstruct::Schedule::unknown, {{0, 200 * micro}, {0, 800 * micro}},
            {.kind = WorkConstruct::Kind::inferred});
  Trace trace = team.trace();
  EXPECT_EQ(first_finding(trace).kind, FindingKind::loop_imbalance);
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1), 0, 800 * micro, 200 * micro, 5, 0, 0}};
  EXPECT_EQ(first_finding(trace).kind, FindingKind::blocked) << first_finding(trace).sentence;
  trace.processor_time.uses = {{WorkerId(1), 0, 800 * micro, 200 * micro, 5, 1}};
  const std::vector<Finding> found = found_in(trace);
  EXPECT_THAT(found.at(0).sentence, StartsWith("`parallel a.c:1` did not use its processors for at least "));
  EXPECT_EQ(found.at(1).kind, FindingKind::loop_imbalance);
  EXPECT_THAT(
      found.at(1).sentence,
      EndsWith(", because it does not use its processor for 600 µs (it sleeps, reads or writes files, "
               "waits, or has none: which of these was not recorded); find out why."));
}

TEST(KnownProblems, ShortLoopsAreNotAdvisedToFetchChunks) {
  TeamTrace team(2);
  team.loop(WorkConstruct::Schedule::fixed, {{0, 20 * micro}, {0, 90 * micro}});
  const std::vector<Finding> found = found_in(team.trace());
  const auto loop = std::ranges::find(found, FindingKind::loop_imbalance, &Finding::kind);
  ASSERT_NE(loop, found.end());
  EXPECT_THAT(loop->sentence, EndsWith("; dividing it evenly would save at most 35.0 µs of 1.00 ms."));
}

TEST(KnownProblems, LittleOfInferredWorkIsNotMentioned) {
  for (const std::int64_t lost_ns : {25 * micro, 60 * micro}) {
    TeamTrace team(2);
    team.loop(WorkConstruct::Schedule::unknown, {{0, 150 * micro}, {0, 150 * micro + lost_ns}},
              {.kind = WorkConstruct::Kind::inferred});
    const bool is_named = lost_ns > 40 * micro;
    EXPECT_EQ(std::ranges::count(finding_kinds(team.trace()), FindingKind::loop_imbalance), is_named ? 1 : 0);
  }
}

TEST(KnownProblems, TasksThatTasksCreateLateLeaveLittleParallelism) {
  Program p(2);
  const TaskId parts[2] = {p.joined("parallel a.c:1", {}, 0, 0), p.joined("parallel a.c:1", {}, 0, 0)};
  for (std::size_t thread = 0; thread < 2; ++thread) {
    p.run(thread, parts[thread], 0, 5 * milli);
    p.wait(thread, parts[thread], 2, 5 * milli, TaskWait::Kind::barrier, 0);
  }
  TaskId last = parts[0];
  for (std::int64_t i = 0; i < 49; ++i) {
    last = p.task("a.c:3", last, i * 100 * micro + 1);
    p.run(static_cast<std::size_t>(i % 2), last, i * 100 * micro + 3, (i + 1) * 100 * micro + 2);
  }
  const Finding first = first_finding(recorded(p));
  EXPECT_EQ(first.kind, FindingKind::little_parallelism) << first.sentence;
  EXPECT_THAT(first.sentence, HasSubstr("the task graph can keep only 1.0 of 2 workers busy on average"));
}

/// `steps` steps of 200 µs in which thread 0 runs two tasks and thread 1 runs one. Then, for `even_ns`, each
/// thread runs 20 tasks.
Trace odd_steps(std::int64_t steps, std::int64_t even_ns) {
  const std::int64_t end_ns = steps * 200 * micro + even_ns + 100;
  Program p(2);
  const TaskId parts[2] = {p.joined("parallel a.c:1", {}, 0, 0), p.joined("parallel a.c:1", {}, 0, 0)};
  for (std::size_t thread = 0; thread < 2; ++thread) p.run(thread, parts[thread], 0, end_ns);
  p.wait(1, parts[1], 1, end_ns, TaskWait::Kind::barrier, 0);
  for (std::int64_t step = 0; step < steps; ++step) {
    const std::int64_t at_ns = step * 200 * micro + 10;
    TaskId tasks[3];
    for (TaskId& task : tasks) task = p.task("a.c:3", parts[0], at_ns);
    p.wait(0, parts[0], at_ns, at_ns + 199 * micro, TaskWait::Kind::taskwait);
    p.run(0, tasks[0], at_ns + 1, at_ns + 99 * micro);
    p.run(1, tasks[1], at_ns + 1, at_ns + 99 * micro);
    p.run(0, tasks[2], at_ns + 99 * micro, at_ns + 198 * micro);
  }
  if (even_ns > 0) {
    const std::int64_t at_ns = steps * 200 * micro + 10;
    const std::int64_t length_ns = even_ns / 20;
    TaskId tasks[2][20];
    for (auto& of_thread : tasks) {
      for (TaskId& task : of_thread) task = p.task("a.c:5", parts[0], at_ns);
    }
    p.wait(0, parts[0], at_ns, end_ns - 10, TaskWait::Kind::taskwait);
    for (std::size_t thread = 0; thread < 2; ++thread) {
      for (std::int64_t i = 0; i < 20; ++i)
        p.run(thread, tasks[thread][static_cast<std::size_t>(i)], at_ns + 1 + i * length_ns,
              at_ns + 1 + (i + 1) * length_ns);
    }
  }
  return recorded(p);
}

TEST(KnownProblems, StepsWithAnOddNumberOfTasksHaveTooFewAtATime) {
  const Finding first = first_finding(odd_steps(20, 0));
  EXPECT_EQ(first.kind, FindingKind::little_parallelism) << first.sentence;
  EXPECT_THAT(first.sentence, HasSubstr("although the task graph could keep 3.0 workers busy on average"));
  EXPECT_THAT(first.sentence,
              EndsWith("at times, too few tasks could run; smaller tasks, or more at a time, may help."));
  // No schedule of three equal tasks between two waits is shorter.
  for (const Finding& finding : found_in(odd_steps(20, 0)))
    EXPECT_THAT(finding.sentence, Not(HasSubstr("another schedule")));
  // Much other work is left, so that this costs little.
  EXPECT_THAT(finding_kinds(odd_steps(20, 40 * milli)),
              Not(::testing::Contains(FindingKind::little_parallelism)));
}

TEST(KnownProblems, TaskThatKeptTheSubmittingThreadIsNamed) {
  TwoThreads team(1 * milli);
  Program& p = team.program;
  std::int64_t now_ns = 10;
  for (std::int64_t i = 0; i < 20; ++i) {
    p.run(1, p.task("a.c:3", team.parts[0], i), now_ns, now_ns + 10 * micro);
    now_ns += 10 * micro;
  }
  p.run(0, p.task("a.c:9", team.parts[0], 20), 20 * micro, 620 * micro);
  for (std::int64_t i = 0; i < 20; ++i)
    p.run(1, p.task("a.c:3", team.parts[0], 621 * micro + i), (622 + 10 * i) * micro, (632 + 10 * i) * micro);
  const Finding first = first_finding(recorded(p));
  EXPECT_EQ(first.kind, FindingKind::paused_producer) << first.sentence;
  EXPECT_THAT(first.sentence,
              EndsWith(", and the submitting thread itself ran `a.c:9 #23` for most of it; make "
                       "such tasks shorter, or create them last."));
}

TEST(KnownProblems, TasksCreatedByAFewFinalTasksAreNamed) {
  Program p(2);
  const TaskId parts[2] = {p.joined("parallel a.c:1", {}, 0, 0), p.joined("parallel a.c:1", {}, 0, 0)};
  for (std::size_t thread = 0; thread < 2; ++thread) {
    p.run(thread, parts[thread], 0, 1 * milli);
    p.wait(thread, parts[thread], 10, 1 * milli, TaskWait::Kind::barrier, 0);
    const TaskId outer = p.task("a.c:3", parts[0], 5);
    const std::int64_t length_ns = 20 * micro;
    const std::int64_t count = thread == 0 ? 39 : 5;
    p.run(thread, outer, 20, 20 + count * length_ns);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t at_ns = 30 + i * length_ns;
      p.run(thread, p.joined("a.c:5", outer, at_ns), at_ns + 10, at_ns + length_ns - 100);
    }
  }
  const Finding first = first_finding(recorded(p));
  EXPECT_THAT(first.sentence,
              StartsWith("44 of 46 tasks ran immediately, in the thread that created them, so no "
                         "other thread could take them; threads had nothing to do for "));
}

TEST(KnownProblems, TasksThatDoNothingAreTooFineOnEveryNumberOfProcessors) {
  TwoThreads team(400 * micro);
  for (int i = 0; i < 200; ++i)
    team.program.run(1, team.program.task("a.c:3", team.parts[0], 100 * i), (20 + i) * micro,
                     (20 + i) * micro + 70);
  Trace trace = recorded(team.program);
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1), 0, 400 * micro, 100 * micro, 0, 5, 300 * micro}};
  const std::vector<Finding> found = found_in(trace);
  EXPECT_THAT(finding_kinds(trace), ::testing::Contains(FindingKind::preempted));
  const auto fine = std::ranges::find(found, FindingKind::too_fine, &Finding::kind);
  ASSERT_NE(fine, found.end());
  EXPECT_EQ(
      fine->sentence,
      "Tasks are too fine, however many processors there are: half of the 200 tasks of `a.c:3` run for 70 "
      "ns or less, which is less than a runtime needs to create and start a task (some 0.1 to 1 µs); make "
      "them larger.");
  const auto lack = std::ranges::find(found, FindingKind::preempted, &Finding::kind);
  EXPECT_THAT(lack->sentence,
              ::testing::EndsWith(
                  "; whether more processors would help is unknown, because the tasks are very fine."));
}

TEST(KnownProblems, NoTasksAreSoFineThatTheyComeBeforeAnIncompleteTrace) {
  TwoThreads team(400 * micro);
  for (int i = 0; i < 3900; ++i)
    team.program.run(1, team.program.task("a.c:3", team.parts[0], 100 * i), 100 * i + 20, 100 * i + 90);
  Trace trace = recorded(team.program);
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1), 0, 400 * micro, 100 * micro, 0, 5, 300 * micro}};
  trace.metadata.incomplete = true;
  trace.metadata.notes = {"the program was ended by signal 9 (Killed)"};
  const std::vector<Finding> found = found_in(trace);
  EXPECT_EQ(found.at(0).kind, FindingKind::incomplete);
  EXPECT_EQ(found.at(1).kind, FindingKind::too_fine) << found.at(1).sentence;
}

TEST(KnownProblems, HeadlineNamesTasksThatAreTooFineIfTheFirstSentenceDoes) {
  TwoThreads team(4 * milli);
  for (int i = 0; i < 3000; ++i)
    team.program.run(1, team.program.task("a.c:3", team.parts[0], i), (20 + i) * micro,
                     (20 + i) * micro + 70);
  Trace trace = recorded(team.program);
  EXPECT_EQ(first_finding(trace).kind, FindingKind::too_fine);
  EXPECT_THAT(headline_text(*verdict(trace).headline),
              HasSubstr(" % of the workers' time lost between tasks that are too fine (may be improved)"));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 4 * milli, 3 * milli, 0, 5, 1 * milli}};
  EXPECT_EQ(first_finding(trace).kind, FindingKind::too_fine);
  EXPECT_EQ(headline_text(*verdict(trace).headline),
            "≤ 70 ns in half of the tasks: they are too fine (may be improved)");
}

/// A thread creates 20 tasks, and waits for each before it creates the next one.
Trace waiting_creator() {
  TwoThreads team(20 * milli);
  for (std::int64_t i = 0; i < 20; ++i) {
    const std::int64_t at_ns = i * milli;
    team.program.run(1, team.program.task("a.c:3", team.parts[0], at_ns + micro), at_ns + 2 * micro,
                     at_ns + 998 * micro);
    team.program.wait(0, team.parts[0], at_ns + 2 * micro, at_ns + 999 * micro, TaskWait::Kind::taskwait);
  }
  return recorded(team.program);
}

TEST(KnownProblems, CreatorThatWaitsBetweenItsTasksIsNamed) {
  const Trace trace = waiting_creator();
  EXPECT_THAT(
      first_finding(trace).sentence,
      EndsWith(" of it in `a.c:3`): `parallel a.c:1` waits for tasks before it creates the next ones; "
               "create more of them before it waits, or split them into parts that can run at the "
               "same time."));
  EXPECT_THAT(found_in(trace).at(1).sentence, EndsWith(": make it faster or split it."));
}

TEST(KnownProblems, CreatorThatWaitsBetweenItsTasksIsNamedWithoutProcessors) {
  Trace trace = waiting_creator();
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 20 * milli, 1 * milli, 0, 9, 19 * milli}};
  EXPECT_THAT(
      found_in(trace),
      ::testing::Contains(::testing::Field(
          &Finding::sentence,
          EndsWith("of the makespan: `parallel a.c:1` waits for tasks before it creates the next ones; "
                   "create more of them before it waits, "
                   "which helps if each thread has a processor."))));
}

TEST(KnownProblems, CriticalPathThatIsTheCreatorsOwnWorkIsCalledThat) {
  TwoThreads team(20 * milli);
  for (std::int64_t i = 0; i < 20; ++i)
    team.program.run(1, team.program.task("a.c:3", team.parts[0], 1 + i), (1 + i) * 100 * micro,
                     (2 + i) * 100 * micro);
  EXPECT_THAT(
      first_finding(recorded(team.program)).sentence,
      EndsWith(", and mostly the own work of `parallel a.c:1`, which creates tasks): make creating them "
               "cheaper, move that work into them, or let several tasks create them."));
}

TEST(KnownProblems, TypesThatAreEquallyFrequentAreBothNamed) {
  TwoThreads team(400 * micro);
  for (int i = 0; i < 200; ++i)
    team.program.run(1, team.program.task(i % 2 == 0 ? "a.c:3" : "a.c:4", team.parts[0], 100 * i),
                     (20 + i) * micro, (20 + i) * micro + 300);
  EXPECT_THAT(found_in(recorded(team.program)),
              ::testing::Contains(::testing::Field(
                  &Finding::sentence, HasSubstr("The most frequent are `a.c:3` and `a.c:4`; "))));
}

/// Thread 0 takes `create_ns` for each of 200 tasks of `run_ns`, which thread 1 and, in the end, thread 0
/// run.
/// If `has_pauses`, it creates nine of ten tasks faster and one slower.
Trace created_by_one(std::int64_t create_ns, std::int64_t run_ns, bool has_pauses = false) {
  Program p(2);
  const TaskId serial = p.task("serial");
  const TaskId creator = p.joined("parallel a.c:1", serial, 0, 0);
  const std::int64_t end_ns = 200 * create_ns;
  p.run(0, creator, 0, end_ns);
  std::int64_t now_ns[] = {end_ns, 0};
  for (std::int64_t i = 0; i < 200; ++i) {
    const std::int64_t early_ns = has_pauses ? i % 10 * create_ns * 8 / 10 : 0;
    const std::int64_t created_ns = (i + 1) * create_ns - 1 - early_ns;
    now_ns[1] = std::max(now_ns[1], created_ns);
    const std::size_t thread = now_ns[0] < now_ns[1] ? 0 : 1;
    p.run(thread, p.task("a.c:3", creator, created_ns), now_ns[thread], now_ns[thread] + run_ns);
    now_ns[thread] += run_ns;
  }
  return recorded(p);
}

TEST(KnownProblems, CreatingTasksMayTakeLongerThanRunningThem) {
  EXPECT_EQ(
      first_finding(created_by_one(22'000, 21'500)).sentence,
      "`parallel a.c:1` itself takes 22.0 µs for each of the 200 tasks that it creates, and these run for "
      "21.5 µs on average: creating them is much of the work, and one thread that does it keeps at most "
      "1.0 others busy; copy less into each, create them in several tasks, or make them larger.");
  EXPECT_EQ(verdict(created_by_one(22'000, 21'500)).headline->rating, Headline::Rating::could_gain)
      << "although its threads are busy";
  EXPECT_THAT(first_finding(created_by_one(40'000, 21'500, true)).sentence,
              StartsWith("`parallel a.c:1` itself takes 40.0 µs for each of the 200 tasks "))
      << "no single pause is the cause";
  EXPECT_THAT(first_finding(created_by_one(10'000, 21'500)).sentence,
              Not(StartsWith("`parallel a.c:1` itself")));
}

TEST(KnownProblems, LargerTasksAreNotAdvisedIfTheirCreatorWorksOrSleepsBetweenThem) {
  TwoThreads team(60 * milli);
  for (std::int64_t i = 1; i < 200; ++i) {
    const std::int64_t at_ns = 300 * i * micro;
    team.program.run(1, team.program.task("a.c:3", team.parts[0], at_ns), at_ns, at_ns + 100 * micro);
  }
  Trace trace = recorded(team.program);
  EXPECT_THAT(
      first_finding(trace).sentence,
      EndsWith(
          "; `parallel a.c:1`, which creates them, itself takes 300 µs for each: move that work into the "
          "tasks, or let tasks submit tasks."));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 60 * milli, 6 * milli, 200, 0, 0}};
  const std::vector<Finding> found = found_in(trace);
  const auto late = std::ranges::find(found, FindingKind::serial_producer, &Finding::kind);
  ASSERT_NE(late, found.end());
  EXPECT_THAT(
      late->sentence,
      EndsWith(
          "; `parallel a.c:1`, which creates them, does not use its processor for at least 89.9 % of the "
          "time between the first and the last one: find out what it waits for, or let tasks "
          "submit tasks."));

  trace = created_by_one(300 * micro, 100 * micro);
  EXPECT_THAT(first_finding(trace).sentence, StartsWith("`parallel a.c:1` itself takes 300 µs for each "));
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 60 * milli, 6 * milli, 200, 0, 0}};
  for (const Finding& finding : found_in(trace))
    EXPECT_NE(finding.kind, FindingKind::serial_producer) << finding.sentence;
}

TEST(KnownProblems, ProgramOnOneThreadIsNotCalledWellUsed) {
  Program p(1);
  p.run(0, p.joined("parallel a.c:1", p.task("serial"), 0, 0), 0, 1 * milli);
  Trace regions = recorded(p);
  regions.recorded.processor_time = true;
  regions.processor_time.bindings = {{WorkerId(0), 2, "0x3", 0.0}};
  EXPECT_EQ(
      first_finding(regions).sentence,
      "One thread ran the whole program, although it may use 2 processors: no parallel region had a second "
      "thread; OMP_NUM_THREADS, num_threads and if clauses limit the number of threads.");
  EXPECT_THAT(headline_text(*verdict(regions).headline), StartsWith("1 of 2 processors used ("));
  Trace on_purpose = regions;
  on_purpose.metadata.notes = {asked_for_one_thread};
  EXPECT_THAT(first_finding(on_purpose).sentence, Not(StartsWith("One thread ran the whole program")));
  regions.processor_time.bindings = {{WorkerId(0), 1, "0x2", 0.0}};
  EXPECT_THAT(first_finding(regions).sentence, Not(StartsWith("One thread ran the whole program")));

  Program outside(1);
  const TaskId serial = outside.task("serial");
  outside.run(0, serial, 0, 1 * milli);
  outside.run(0, outside.task("a.c:3", serial, 0), 10, 1 * milli);
  EXPECT_EQ(
      first_finding(recorded(outside)).sentence,
      "One thread ran the whole program: it created its tasks outside of parallel regions; create them in "
      "one, by one thread (single).");
}

TEST(KnownProblems, TheProcessesEndIsNothingThatSchedulingSaves) {
  TwoThreads team(20 * milli);
  for (std::int64_t i = 0; i < 20; ++i)
    team.program.run(1, team.program.task("a.c:3", team.parts[0], 1 + i), (1 + i) * 900 * micro,
                     (2 + i) * 900 * micro);
  const auto savings = [](const Trace& trace) {
    std::vector<double> at_most;
    for (const Finding& finding : found_in(trace)) {
      if (const auto times = finding.figure("at_most")) at_most.push_back(*times);
    }
    return at_most;
  };
  Trace trace = recorded(team.program);
  const std::vector<double> without_end = savings(trace);
  ASSERT_EQ(without_end.size(), 1U);
  trace.lanes[0].spans.push_back(20 * milli, 30 * milli, TaskId(), SpanKind::wait);
  const std::vector<double> with_end = savings(trace);
  ASSERT_EQ(with_end.size(), 1U);
  EXPECT_LE(with_end[0], without_end[0]) << "10 of 30 ms are no longer work that could be scheduled";
}

TEST(KnownProblems, GraphThatCouldKeepNearlyAllWorkersBusyIsNoLimit) {
  TwoThreads team(20 * milli);
  TaskId last[2];
  for (std::int64_t i = 0; i < 16; ++i) {
    const std::size_t lane = static_cast<std::size_t>(i % 2);
    const std::int64_t begin_ns = (i / 2) * 2400 * micro + (i % 2) * 500 * micro;
    const TaskId task = team.program.task("a.c:3", team.parts[0], begin_ns);
    team.program.run(lane, task, begin_ns, begin_ns + 2300 * micro);
    last[lane] = task;
  }
  for (const Finding& finding : found_in(recorded(team.program)))
    EXPECT_THAT(finding.sentence, Not(HasSubstr("only 2.0 of 2 workers busy")));
}

TEST(KnownProblems, LocksThatAreTakenVeryOftenAreNamed) {
  Program p(2);
  for (std::size_t thread = 0; thread < 2; ++thread) {
    const TaskId part = p.joined("parallel a.c:1", {}, 0, 0);
    p.run(thread, part, 0, 1 * milli);
    const std::int64_t first_ns = thread == 0 ? 0 : 200;
    for (std::int64_t i = 0; i < 2000; ++i) p.hold(part, first_ns + 500 * i, first_ns + 500 * i + 100);
  }
  Trace trace = recorded(p);
  const Finding first = first_finding(trace);
  EXPECT_EQ(first.kind, FindingKind::lock_contention) << first.sentence;
  EXPECT_EQ(first.sentence,
            "Threads took lock 4\u202f000 times and held it for 100 ns each time, on average: taking it may "
            "cost more than "
            "the work that "
            "it protects; take it less often, for example by a reduction, or once for many items.");
  EXPECT_THAT(finding_kinds(trace), Not(::testing::Contains(FindingKind::well_used)));
  trace.lanes[1].spans.push_back(900 * micro, 1 * milli, TaskId(1), SpanKind::wait);
  trace.fork_join.waits = {{{LaneId(1), 1}, TaskWait::Kind::lock, 0, 0}};
  EXPECT_EQ(std::ranges::count(finding_kinds(trace), FindingKind::lock_contention), 1)
      << "waiting for that lock is no second problem";
  trace.fork_join.waits.clear();
  trace.fork_join.holds.resize(50);
  EXPECT_EQ(first_finding(trace).kind, FindingKind::well_used);
}

TEST(KnownProblems, OneThreadAloneComesBeforeTheGainOfSchedules) {
  for (const std::int64_t serial_ns : {80 * milli, 55 * milli}) {
    const std::vector<Finding> found = found_in(recorded(after_serial(serial_ns, 440 * milli)));
    EXPECT_EQ(found.at(0).kind, FindingKind::serial_part);
    EXPECT_EQ(found.at(1).kind, FindingKind::potential) << "with more threads, it would cost more";
  }
}

}  // namespace
}  // namespace gusset::traces
