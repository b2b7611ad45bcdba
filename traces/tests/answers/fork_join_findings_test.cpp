// Hand-made OpenMP programs with one problem each. The first sentence must name it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "answers/recorded_program.hpp"
#include "answers/trace_maker.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/time/efficiency.hpp"
#include "gusset/traces/answers/efficiency_answer.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/answers/info_answer.hpp"
#include "gusset/traces/answers/verdict.hpp"

namespace gusset::traces {
namespace {

using ::testing::EndsWith;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::recorded;
using ::testing::StartsWith;
using FindingKind = Finding::Kind;
using Program = testing::ForkJoinProgram;

constexpr std::int64_t us = 1'000;
constexpr auto taskwait = TaskWait::Kind::taskwait;
constexpr auto barrier = TaskWait::Kind::barrier;

/// Thread 0 creates `count` tasks of `length_ns`, one every `interval_ns`. It awaits each of them if
/// `awaits`. Thread 1 runs them.
Trace producer(std::int64_t count, std::int64_t interval_ns, std::int64_t length_ns, bool awaits) {
  Program p(2);
  const std::int64_t end_ns = count * interval_ns;
  const TaskId parts[2] = {p.joined("parallel a.c:1", {}, 0, 0), p.joined("parallel a.c:1", {}, 0, 0)};
  p.run(0, parts[0], 0, end_ns);
  p.run(1, parts[1], 0, end_ns);
  p.wait(1, parts[1], 0, end_ns, barrier, 0);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t at_ns = i * interval_ns + 1;
    const TaskId task = p.task("a.c:3", parts[0], at_ns);
    if (awaits) p.wait(0, parts[0], at_ns, at_ns + length_ns + 2, taskwait);
    p.run(1, task, at_ns + 1, at_ns + 1 + length_ns);
  }
  return recorded(p);
}

TEST(ForkJoinFindings, TaskThatItsCreatorCouldNotCreateEarlierIsNoLateSubmission) {
  const Trace chain = producer(50, 100 * us, 99 * us, true);
  const IdleTime idle = idle_time(chain, TaskGraph(chain));
  EXPECT_LT(idle.total.of(IdleCause::unsubmitted), 200 * us);
  EXPECT_GT(idle.total.of(IdleCause::no_work), 4'500 * us);
  const Finding first = found_in(chain).at(0);
  EXPECT_EQ(first.kind, FindingKind::little_parallelism) << first.sentence;
  EXPECT_THAT(first.sentence, HasSubstr("the task graph can keep only 1.0 of 2 workers busy on average"));
}

TEST(ForkJoinFindings, SlowCreatorIsASerialProducer) {
  const Finding first = found_in(producer(50, 100 * us, 30 * us, false)).at(0);
  EXPECT_EQ(first.kind, FindingKind::serial_producer) << first.sentence;
  EXPECT_THAT(
      first.sentence,
      StartsWith(
          "Serial submission holds the workers up: a task is submitted every 100 µs on average, and "));
}

/// Thread 0 runs tasks of the lengths `first`, one after the other, while thread 1 runs tasks of the lengths
/// `second`.
Trace with_tasks(const std::vector<std::int64_t>& first, const std::vector<std::int64_t>& second) {
  Program p(2);
  const TaskId parts[2] = {p.joined("parallel a.c:1", {}, 0, 0), p.joined("parallel a.c:1", {}, 0, 0)};
  std::int64_t end_ns = 0;
  for (const auto* lengths : {&first, &second}) {
    std::int64_t sum_ns = 0;
    for (const std::int64_t length_ns : *lengths) sum_ns += length_ns;
    end_ns = std::max(end_ns, sum_ns);
  }
  std::size_t lane = 0;
  for (const auto* lengths : {&first, &second}) {
    p.run(lane, parts[lane], 0, end_ns + 10);
    p.wait(lane, parts[lane], 1, end_ns + 10, barrier, 0);
    std::int64_t now_ns = 1;
    for (const std::int64_t length_ns : *lengths) {
      p.run(lane, p.task(length_ns > 100 * us ? "a.c:9" : "a.c:5", parts[0], 0), now_ns, now_ns + length_ns);
      now_ns += length_ns;
    }
    ++lane;
  }
  return recorded(p);
}

TEST(ForkJoinFindings, PartsOfRegionsAreNotCountedAsTasks) {
  const Finding first = found_in(with_tasks({900 * us}, {300 * us})).at(0);
  EXPECT_EQ(first.kind, FindingKind::too_few_tasks) << first.sentence;
  EXPECT_THAT(first.sentence, HasSubstr("too few tasks: 2 for 2 workers, the longest 900 µs; split them."));
}

TEST(ForkJoinFindings, OneTaskThatIsTheCriticalPathIsNamed) {
  const Finding first = found_in(with_tasks({900 * us}, std::vector<std::int64_t>(20, 10 * us))).at(0);
  EXPECT_EQ(first.kind, FindingKind::little_parallelism) << first.sentence;
  EXPECT_THAT(first.sentence, HasSubstr(" of it is one task, `a.c:9 #2`); split that task."));
}

TEST(ForkJoinFindings, OutlierIsNamedOnceAndCannotSaveMoreThanTheOtherWorkAllows) {
  Trace trace = with_tasks({1'000 * us}, std::vector<std::int64_t>(90, 10 * us));
  trace.tasks.type.assign(trace.tasks.size(),
                          trace.tasks.type.back());  // the long task has no type of its own
  trace.tasks.type[0] = trace.tasks.type[1] = TypeId(0);
  const Finding first = found_in(trace).at(0);
  EXPECT_EQ(first.kind, FindingKind::outlier) << first.sentence;
  EXPECT_THAT(first.sentence, StartsWith("`a.c:5 #2` is an outlier: it took 1.00 ms, 100 times the median"));
  // 910 µs of work remain: 455 µs on each of two threads, instead of 1 ms.
  EXPECT_THAT(first.sentence, HasSubstr("the run would have been up to 545 µs (54.5 %) shorter, or up to "
                                        "100 µs if each worker runs the same tasks in the same order."));
  EXPECT_THAT(first.sentence, Not(HasSubstr("other task")));
}

/// Thread 0 creates 20 tasks, runs a long one itself, and creates 20 more when thread 1 has nothing left to
/// run.
TEST(ForkJoinFindings, OutlierThatKeptTheCreatorFromCreatingComesAfterWhatItHeldUp) {
  Program p(2);
  const TaskId parts[2] = {p.joined("parallel a.c:1", {}, 0, 0), p.joined("parallel a.c:1", {}, 0, 0)};
  p.run(0, parts[0], 0, 1'000 * us);
  p.run(1, parts[1], 0, 1'000 * us);
  p.wait(1, parts[1], 1, 1'000 * us, barrier, 0);
  std::vector<TaskId> tasks;
  for (std::int64_t i = 0; i < 40; ++i) tasks.push_back(p.task("a.c:3", parts[0], i < 20 ? i : 600 * us + i));
  p.run(0, tasks[0], 50, 600 * us);
  for (std::size_t i = 1; i < 40; ++i) {
    const std::int64_t begin_ns = static_cast<std::int64_t>(i % 20) * 10 * us + (i < 20 ? 0 : 601 * us);
    p.run(1, tasks[i], begin_ns + 100, begin_ns + 10 * us);
  }
  Trace trace = recorded(p);
  for (const TaskId task : tasks) trace.tasks.type[task.value()] = trace.tasks.type[tasks[0].value()];
  const std::vector<Finding> found = found_in(trace);
  ASSERT_GE(found.size(), 2U);
  EXPECT_EQ(found[0].kind, FindingKind::paused_producer) << found[0].sentence;
  EXPECT_THAT(found[0].sentence, HasSubstr("the submitting thread itself ran `a.c:3 #2` for most of it"));
  EXPECT_EQ(found[1].kind, FindingKind::outlier) << found[1].sentence;
}

TEST(ForkJoinFindings, OtherOutliersAreCounted) {
  Trace trace = with_tasks({1'000 * us, 500 * us, 300 * us}, std::vector<std::int64_t>(90, 10 * us));
  trace.tasks.type.assign(trace.tasks.size(), trace.tasks.type.back());
  trace.tasks.type[0] = trace.tasks.type[1] = TypeId(0);
  const std::vector<Finding> found = found_in(trace);
  const auto outlier = std::ranges::find(found, FindingKind::outlier, &Finding::kind);
  ASSERT_NE(outlier, found.end());
  EXPECT_THAT(outlier->sentence, HasSubstr(", and 2 other tasks took more than 15 times the median; "));
  ASSERT_EQ(outlier->targets.size(), 2U);
  EXPECT_EQ(outlier->targets[1].text, "2 other tasks");
  EXPECT_EQ(outlier->targets[1].tasks.size(), 2U);
}

/// 200 regions of 5 µs, of which the last one is held up.
Program tiny_regions(std::int64_t held_up_ns) {
  constexpr std::uint32_t regions = 200;
  Program p(2);
  const TaskId serial = p.task("serial");
  p.run(0, serial, 0, regions * 10 * us + held_up_ns);
  for (std::uint32_t region = 0; region < regions; ++region) {
    const std::int64_t begin_ns = region * 10 * us;
    const std::int64_t end_ns = begin_ns + 5 * us + (region + 1 == regions ? held_up_ns : 0);
    for (std::size_t lane = 0; lane < 2; ++lane) {
      const TaskId part = p.joined("parallel a.c:1", serial, begin_ns, region);
      const std::int64_t starts_ns = begin_ns + (lane == 0 ? 100 : 3 * us);
      p.run(lane, part, starts_ns, end_ns);
      p.wait(lane, part, starts_ns + us, end_ns, barrier, region);
    }
  }
  return p;
}

TEST(ForkJoinFindings, OneRegionThatIsHeldUpIsNotTheTimeOfAll) {
  const Finding first = found_in(recorded(tiny_regions(2'000 * us))).at(0);
  EXPECT_THAT(first.sentence, StartsWith("200 regions `parallel a.c:1` last 5.00 µs each (median), and "
                                         "nothing runs in them for at least 19.5 % of the threads' time: "));
}

TEST(ForkJoinFindings, TinyRegionsAreTooFine) {
  const Program p = tiny_regions(0);
  const Finding first = found_in(recorded(p)).at(0);
  EXPECT_EQ(first.kind, FindingKind::too_fine) << first.sentence;
  EXPECT_THAT(first.sentence, StartsWith("200 regions `parallel a.c:1` last 5.00 µs each (median), and "
                                         "nothing runs in them for at least 39.0 % of the threads' time: "));
  const std::vector<Finding> found = found_in(recorded(p));
  EXPECT_EQ(std::ranges::count(found, FindingKind::too_fine, &Finding::kind), 1) << "parts are no tasks";
  for (const Finding& finding : found) {
    EXPECT_NE(finding.kind, FindingKind::barrier_wait);
    EXPECT_NE(finding.kind, FindingKind::ready_not_taken);
    EXPECT_THAT(finding.sentence, Not(HasSubstr("no schedule on"))) << "larger regions cost less";
  }
  EXPECT_EQ(verdict(recorded(p)).headline->rating, Headline::Rating::could_gain);
}

TEST(ForkJoinFindings, TasksThatRunAtOnceAreNamed) {
  Program p(2);
  const TaskId parts[2] = {p.joined("parallel a.c:1", {}, 0, 0), p.joined("parallel a.c:1", {}, 0, 0)};
  p.run(0, parts[0], 0, 1'000 * us);
  for (std::int64_t i = 0; i < 20; ++i) {
    const std::int64_t at_ns = (10 + 45 * i) * us;
    p.run(0, p.task("a.c:3", parts[0], at_ns), at_ns + 10, at_ns + 44 * us);
  }
  p.wait(0, parts[0], 990 * us, 1'000 * us, barrier, 0);
  p.run(1, parts[1], 0, 1'000 * us);
  p.wait(1, parts[1], 1 * us, 1'000 * us, barrier, 0);
  const std::vector<Finding> found = found_in(recorded(p));
  for (const Finding& finding : found) {
    EXPECT_NE(finding.kind, FindingKind::potential) << finding.sentence;
    EXPECT_NE(finding.kind, FindingKind::barrier_wait) << "the same time is counted once";
    EXPECT_NE(finding.kind, FindingKind::critical_type) << "the path is only the order of one thread";
  }
  const Finding first = found.at(0);
  EXPECT_EQ(first.kind, FindingKind::little_parallelism) << first.sentence;
  EXPECT_THAT(first.sentence,
              StartsWith("20 of 20 tasks ran immediately, in the thread that created them, so no "
                         "other thread could take them; threads had nothing to do for 50."));
  const Trace trace = recorded(p);
  EXPECT_THAT(idle_answer(trace, idle_time(trace, TaskGraph(trace)), {}).verdict.findings.at(0).sentence,
              EndsWith(": most tasks ran immediately, in the thread that created them, so no other thread "
                       "could take them."));
}

TEST(ForkJoinFindings, NoSizeIsAdvisedForFineTasksOfOneCreator) {
  Program p(2);
  const TaskId parts[2] = {p.joined("parallel a.c:1", {}, 0, 0), p.joined("parallel a.c:1", {}, 0, 0)};
  p.run(0, parts[0], 0, 220 * us);
  p.run(1, parts[1], 0, 220 * us);
  p.wait(1, parts[1], 0, 220 * us, barrier, 0);
  for (std::int64_t i = 0; i < 200; ++i)
    p.run(1, p.task("a.c:3", parts[0], 100 * i), 20 * us + i * us, 20 * us + i * us + 300);
  const std::vector<Finding> found = found_in(recorded(p));
  const auto fine = std::ranges::find(found, FindingKind::too_fine, &Finding::kind);
  ASSERT_NE(fine, found.end());
  EXPECT_THAT(fine->sentence,
              ::testing::EndsWith("; make them larger, also because one thread creates all of "
                                  "them, one every 100 ns on average."));
}

TEST(ForkJoinFindings, BarriersOfAllRegionsAreNoLackOfTasks) {
  Program p(2);
  for (std::uint32_t region = 0; region < 2; ++region) {
    const std::string type = region == 0 ? "parallel a.c:1" : "parallel a.c:9";
    const std::int64_t begin_ns = region * 500 * us;
    const TaskId parts[2] = {p.joined(type, {}, begin_ns, region), p.joined(type, {}, begin_ns, region)};
    p.run(0, parts[0], begin_ns, begin_ns + 500 * us);
    if (region == 0) {
      p.wait(0, parts[0], 100 * us, 110 * us, taskwait);
      p.run(0, p.task("a.c:3", parts[0], 90 * us), 101 * us, 109 * us);
    }
    p.wait(0, parts[0], begin_ns + 499 * us, begin_ns + 500 * us, barrier, region);
    p.run(1, parts[1], begin_ns, begin_ns + 500 * us);
    p.wait(1, parts[1], begin_ns + us, begin_ns + 500 * us, barrier, region);
  }
  for (const Finding& finding : found_in(recorded(p)))
    EXPECT_NE(finding.kind, FindingKind::too_few_tasks) << finding.sentence;
}

TEST(ForkJoinFindings, InfoAndEfficiencyDoNotAdviseSmallerTasks) {
  const Trace trace = with_tasks({900 * us}, {300 * us});
  const Statistics statistics = compute_statistics(trace);
  const TraceTotals totals{trace, statistics, statistics.makespan_ns};
  EXPECT_THAT(info_answer(totals, "t.gus").verdict.findings.at(1).sentence,
              ::testing::EndsWith("; gusset critical-path shows what it consists of."));
  EXPECT_THAT(efficiency_answer(trace, efficiency(trace), {}).verdict.findings.at(0).sentence,
              ::testing::EndsWith(" has most of it; gusset report names what makes it uneven, if the trace "
                                  "shows it."));
}

}  // namespace
}  // namespace gusset::traces
