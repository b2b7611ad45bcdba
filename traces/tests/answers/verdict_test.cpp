#include "gusset/traces/answers/verdict.hpp"

#include <gmock/gmock.h>

#include <array>
#include <atomic>

#include "answers/trace_maker.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::EndsWith;
using testing::found_in;
using testing::random_trace;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing::trace_from_text;
using testing::TraceMaker;
using FindingKind = Finding::Kind;

TEST(Verdict, CommandsQuoteTheFileForTheShell) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i) maker.independent(0, 0, i * 100'000, 100'000);
  EXPECT_EQ(found_in(maker.trace(), {"a b's.gus", nullptr, ""}).at(0).next, "gusset idle 'a b'\\''s.gus'");
  EXPECT_EQ(found_in(Trace{}, {"a b", nullptr, ""}).at(0).next, "gusset info 'a b'");
}

TEST(Verdict, ManyTypesAndWorkersStayFast) {
  constexpr std::size_t workers = 3000;
  TraceMaker maker(1, workers);
  Trace& trace = maker.changed();
  trace.types.clear();
  for (std::size_t i = 0; i < 100'000; ++i) {
    const auto begin = static_cast<std::int64_t>(i / workers) * 1000;
    maker.task(i % workers, 0, 0, begin, 1000, {});
    trace.types.push_back("t" + std::to_string(i));
    trace.tasks.type[i] = TypeId(i);
  }
  EXPECT_THAT(found_in(maker.trace()), SizeIs(3));  // 3 × 10⁸ pairs would exceed the time of a test
}

TEST(Verdict, BusyRunLeavesLittleToSchedule) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i)
    maker.independent(static_cast<std::size_t>(i % 2), 0, (i / 2) * 100'000, 100'000);
  const auto found = found_in(maker.trace());
  EXPECT_EQ(found[0].kind, FindingKind::well_used);
  EXPECT_EQ(found[0].sentence,
            "No idle time is left: workers were busy for 100.0 % of the time, and no schedule of these "
            "tasks on these 2 workers is faster; the trace does not show whether memory, data that threads "
            "share, polling, or the operating system (for example page faults) slows the tasks themselves.");
  Trace predicted = maker.trace();
  predicted.metadata.origin = Origin::predicted;
  EXPECT_THAT(found_in(predicted)[0].sentence, ::testing::EndsWith(" on these 2 workers is faster."));
}

TEST(Verdict, BusyRunWithManyPageFaultsNamesThem) {
  TraceMaker maker(1, 1);
  for (int i = 0; i < 40; ++i) maker.independent(0, 0, i * 100'000, 100'000);
  Trace trace = maker.trace();
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 4'000'000, 4'000'000, 0, 0, unknown_time, 1000}};
  EXPECT_THAT(found_in(trace)[0].sentence,
              ::testing::EndsWith(
                  "; threads met 1 000 page faults (first uses of memory), and how long these took "
                  "was not recorded; nor does the trace show whether memory, data that threads share, "
                  "or polling slows the tasks."));
  trace.processor_time.uses.front().page_faults = 100;
  EXPECT_THAT(found_in(trace)[0].sentence,
              ::testing::EndsWith("polling, or the operating system slows the tasks themselves."));
}

TEST(Verdict, FindingsKnowTheirFiguresByName) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i) maker.independent(0, 0, i * 100'000, 100'000);
  const Finding finding = found_in(maker.trace()).at(0);
  ASSERT_FALSE(finding.figures.empty());
  EXPECT_EQ(finding.figure(finding.figures.back().first), finding.figures.back().second);
  EXPECT_EQ(finding.figure("no such figure"), std::nullopt);
}

TEST(Verdict, NoTaskRanInAnEmptyTrace) {
  for (const Trace& trace : {Trace{}, *trace_from_text("...\n")}) {
    const auto found = found_in(trace);
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].kind, FindingKind::nothing_ran);
    EXPECT_EQ(found[0].sentence, "No task ran.");
  }
}

TEST(Verdict, TasksWithoutLengthHaveNoHeaviestType) {
  TraceMaker maker(1, 1);
  maker.independent(0, 0, 0, 0);
  maker.independent(0, 0, 0, 0);
  const auto found = found_in(maker.trace());
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].sentence, "The makespan is 0 s; 2 tasks on 1 worker took no time.");
}

TEST(Verdict, NoTaskRanInAGraphWithoutTimes) {
  Trace trace;
  trace.types = {"a"};
  for (int i = 0; i < 3; ++i) trace.tasks.type.push_back(TypeId(0));
  const auto found = found_in(trace, {.file = "g.dot"});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, FindingKind::nothing_ran);
  EXPECT_EQ(found[0].sentence, "No task ran: this is a graph of 3 tasks that has not run.");
  EXPECT_EQ(found[0].next, "gusset graph g.dot -o graph.svg");
}

TEST(Verdict, CyclicGraphCanNeverRun) {
  Trace trace;
  trace.types = {"a"};
  for (int i = 0; i < 3; ++i) trace.tasks.type.push_back(TypeId(0));
  trace.recorded.dependencies = true;
  trace.dependencies = {{TaskId(1), TaskId(2)}, {TaskId(2), TaskId(1)}};
  EXPECT_EQ(found_in(trace)[0].sentence,
            "No task ran: this is a graph of 3 tasks that has not run; it has a cycle of 2 tasks, through a "
            "#1 and a "
            "#2, which can never run.");
}

TEST(Verdict, RandomTracesHaveThreeFindingsByCost) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const auto found = found_in(
        *random_trace({.seed = seed, .tasks = 1 + seed, .nodes = 1 + seed % 3, .adds = seed % 2 == 0}));
    ASSERT_THAT(found, SizeIs(3));
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_THAT(found[i].sentence, EndsWith("."));
      EXPECT_THAT(found[i].next, StartsWith("gusset "));
      EXPECT_GE(found[i].cost, 0.0);
      if (i > 0) {
        EXPECT_LE(found[i].cost, found[i - 1].cost);
      }
      for (const FindingTarget& target : found[i].targets) {
        EXPECT_FALSE(target.text.empty());
        for (const TaskId task : target.tasks) EXPECT_LT(task.value(), seed + 1);
        EXPECT_EQ(target.kind == FindingTarget::Kind::tasks, !target.tasks.empty());
        EXPECT_EQ(target.kind == FindingTarget::Kind::range, target.begin_ns < target.end_ns);
      }
    }
  }
}

TEST(Verdict, CancelledAnalysisHasNoFindings) {
  const auto trace = random_trace({.seed = 3, .tasks = 50});
  std::atomic<bool> cancelled{false};
  VerdictOptions options;
  options.cancelled = &cancelled;
  EXPECT_THAT(found_in(*trace, options), SizeIs(3));
  cancelled = true;
  EXPECT_THAT(found_in(*trace, options), SizeIs(0));
}

TEST(Verdict, KindsHaveNames) {
  constexpr std::array names{
      "incomplete",      "preempted",          "blocked",        "outlier",      "too_fine",
      "too_few_tasks",   "little_parallelism", "serial_part",    "imbalance",    "serial_producer",
      "paused_producer", "slow_messages",      "slow_worker",    "slow_node",    "ready_not_taken",
      "late_release",    "lock_contention",    "loop_imbalance", "barrier_wait", "work_inflation",
      "first_touch",     "critical_type",      "not_recorded",   "well_used",    "potential",
      "heaviest_type",   "nothing_ran"};
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(kind_name(static_cast<FindingKind>(i)), names[i]);
}

}  // namespace
}  // namespace gusset::traces
