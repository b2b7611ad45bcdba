// Tasks that gave up their processors: how long, and the sentence that says so.
#include <gmock/gmock.h>

#include "answers/trace_maker.hpp"
#include "gusset/traces/analysis/time/blocked_time.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using testing::TraceMaker;
using FindingKind = Finding::Kind;

/// Two workers, each with ten tasks in the first millisecond.
TraceMaker busy_workers() {
  TraceMaker maker(1, 2);
  maker.changed().recorded.processor_time = true;
  for (std::size_t w = 0; w < 2; ++w) {
    for (int i = 0; i < 10; ++i) maker.independent(w, 0, i * 100'000, 100'000);
  }
  return maker;
}

std::vector<ProcessorUse> uses(std::int64_t processor_ns, std::uint32_t waits, std::int64_t delay_ns) {
  return {{WorkerId(0), 0, 1'000'000, processor_ns, waits, 2, delay_ns},
          {WorkerId(1), 0, 1'000'000, processor_ns, waits, 2, delay_ns}};
}

TEST(Blocked, TasksThatSleepAreNamedAndTheRunIsNotNearTheOptimum) {
  TraceMaker maker = busy_workers();
  maker.changed().processor_time.uses = uses(1'000'000, 0, 0);
  EXPECT_EQ(found_in(maker.trace()).at(0).kind, FindingKind::well_used);
  maker.changed().processor_time.uses = uses(90'000, 10, 10'000);
  const std::vector<Finding> findings = found_in(maker.trace());
  EXPECT_EQ(findings.at(0).kind, FindingKind::blocked);
  EXPECT_EQ(kind_name(findings[0].kind), "blocked");
  EXPECT_NEAR(findings[0].cost, 0.9, 1e-9);
  EXPECT_EQ(
      findings[0].sentence,
      "Tasks of `work` gave up the processor for at least 90.0 % of their time: they slept, read or wrote "
      "files, or waited for something that the trace does not show; let them wait less, or use more "
      "threads, so that others can work meanwhile.");
  for (const Finding& finding : findings) {
    EXPECT_NE(finding.kind, FindingKind::well_used);
    EXPECT_NE(finding.kind, FindingKind::preempted);
  }
  const auto heaviest = std::ranges::find(findings, FindingKind::heaviest_type, &Finding::kind);
  ASSERT_NE(heaviest, findings.end());
  EXPECT_THAT(heaviest->sentence,
              ::testing::EndsWith("; threads slept, read or wrote files, or waited (for example for the "
                                  "recording) for at least 1.80 ms of its busy time of 2.00 ms."));
}

TEST(Blocked, LittleBlockedTimeLeavesARunNearTheOptimum) {
  TraceMaker maker = busy_workers();
  maker.changed().processor_time.uses = uses(970'000, 10, 0);
  const std::vector<Finding> findings = found_in(maker.trace());
  EXPECT_EQ(findings.at(0).kind, FindingKind::well_used);
  EXPECT_EQ(findings.at(1).kind, FindingKind::blocked);
}

TEST(Blocked, WithoutTheDelayBlockedTimeOfPreemptedThreadsIsUnknown) {
  TraceMaker maker = busy_workers();
  maker.changed().processor_time.uses = uses(100'000, 10, unknown_time);
  EXPECT_THAT(blocked_in_runs(maker.trace()).by_type_ns, ElementsAre(0));
  EXPECT_THAT(blocked_in_runs(maker.trace()).unclear_by_type_ns, ElementsAre(1'800'000));
  const std::vector<Finding> findings = found_in(maker.trace());
  EXPECT_EQ(
      findings.at(0).sentence,
      "Tasks of `work` did not use their processors for at least 90.0 % of their time: they slept, read "
      "or wrote files, waited, or had none; which of these was not recorded: measure again with "
      "a processor of its own for each thread, to see it.");
  for (const Finding& finding : findings) EXPECT_NE(finding.kind, FindingKind::well_used);
  const auto heaviest = std::ranges::find(findings, FindingKind::heaviest_type, &Finding::kind);
  ASSERT_NE(heaviest, findings.end());
  EXPECT_THAT(heaviest->sentence,
              ::testing::EndsWith(", including time in which it slept, waited or had no processor."));
  const auto headline = verdict(maker.trace()).headline;
  ASSERT_TRUE(headline.has_value());
  EXPECT_EQ(headline_text(*headline),
            "≥ 90.0 % of the workers' time in code that slept, waited or had no processor (optimum unknown)");
}

TEST(Blocked, SleepOfOtherCodeIsNamedBesideTheBusyTimeThatItIsPartOf) {
  TraceMaker maker = busy_workers();
  maker.changed().types.emplace_back("nap");
  for (std::size_t task = 0; task < 5; ++task) maker.changed().tasks.type[task] = TypeId(1);
  maker.changed().processor_time.uses = {{WorkerId(0), 0, 500'000, 100'000, 5, 0, 0}};
  const std::vector<Finding> findings = found_in(maker.trace());
  const auto heaviest = std::ranges::find(findings, FindingKind::heaviest_type, &Finding::kind);
  ASSERT_NE(heaviest, findings.end());
  EXPECT_EQ(heaviest->sentence,
            "`work` took 75.0 % of the busy time: 15 tasks, median 100 µs; other code slept or waited "
            "(for example for the recording) for at least 400 µs, which counts as busy time.");
}

TEST(Blocked, WithoutTheDelayAThreadThatWasNeverPreemptedOnlyWaited) {
  TraceMaker maker = busy_workers();
  maker.changed().processor_time.uses = uses(100'000, 10, unknown_time);
  maker.changed().processor_time.uses[0].preemptions = 0;
  EXPECT_THAT(blocked_in_runs(maker.trace()).by_type_ns, ElementsAre(900'000));
}

TEST(Blocked, ThreadThatDidNotWaitWasNotBlocked) {
  TraceMaker maker = busy_workers();
  maker.changed().processor_time.uses = uses(100'000, 0, 0);  // interrupts, or another virtual machine
  EXPECT_THAT(blocked_in_runs(maker.trace()).by_type_ns, ElementsAre(0));
}

TEST(Blocked, TimeThatMayLieInWaitsOrOutsideOfRunsIsLeftOut) {
  TraceMaker maker(1, 1);
  maker.changed().recorded.processor_time = true;
  maker.independent(0, 0, 0, 100'000);
  maker.changed().types.emplace_back("other");
  maker.independent(0, 0, 200'000, 300'000);
  maker.changed().tasks.type[1] = TypeId(1);
  maker.changed().lanes[0].spans.push_back(300'000, 400'000, TaskId(1), SpanKind::wait);
  const auto blocked_with = [&](std::int64_t processor_ns, std::int64_t delay_ns) {
    maker.changed().processor_time.uses = {{WorkerId(0), 0, 500'000, processor_ns, 1, 0, delay_ns}};
    return blocked_in_runs(maker.trace()).by_type_ns;
  };
  EXPECT_THAT(blocked_with(300'000, 0), ElementsAre(0, 0));
  EXPECT_THAT(blocked_with(200'000, 0), ElementsAre(0, 100'000))
      << "the interval's last runs count as blocked";
  EXPECT_THAT(blocked_with(50'000, 0), ElementsAre(50'000, 200'000));
  EXPECT_THAT(blocked_with(50'000, 50'000), ElementsAre(0, 200'000));
  EXPECT_EQ(blocked_in_runs(maker.trace()).total_ns, 200'000);
}

TEST(Blocked, ProgramOutsideOfRegionsIsNoTask) {
  TraceMaker maker = busy_workers();
  Trace& trace = maker.changed();
  maker.make_openmp();
  trace.types = {"serial"};
  trace.processor_time.uses = uses(100'000, 10, 0);
  const std::vector<Finding> findings = found_in(trace);
  const auto blocked = std::ranges::find(findings, FindingKind::blocked, &Finding::kind);
  ASSERT_NE(blocked, findings.end());
  EXPECT_EQ(
      blocked->sentence,
      "`serial` gave up the processor for at least 90.0 % of its time: it slept, read or wrote files, or "
      "waited for something that the trace does not show; find out what it waits for.");
}

}  // namespace
}  // namespace gusset::traces
