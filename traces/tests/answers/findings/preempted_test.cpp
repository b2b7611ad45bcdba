// Threads without a processor: the sentence that says so, and those that must not blame anything else.
#include <gmock/gmock.h>

#include "answers/trace_maker.hpp"
#include "gusset/traces/analysis/time/efficiency.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "gusset/traces/answers/efficiency_answer.hpp"

namespace gusset::traces {
namespace {

using ::testing::EndsWith;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::TraceMaker;
using FindingKind = Finding::Kind;

/// Gusset's workers, each with ten tasks in the first millisecond, and with a processor for a share of it.
TraceMaker busy_workers(std::size_t workers, std::int64_t processor_ns) {
  TraceMaker maker(1, workers);
  Trace& trace = maker.changed();
  trace.recorded.processor_time = true;
  for (std::size_t w = 0; w < workers; ++w) {
    for (int i = 0; i < 10; ++i) maker.independent(w, 0, i * 100'000, 100'000);
    trace.processor_time.uses.push_back({WorkerId(w), 0, 1'000'000, processor_ns, 0, 5});
  }
  return maker;
}

void bind(TraceMaker& maker, const std::vector<std::pair<std::uint32_t, std::string>>& to,
          double quota = 0.0) {
  std::vector<Binding>& bindings = maker.changed().processor_time.bindings;
  bindings.clear();
  for (const auto& [processors, mask] : to)
    bindings.push_back({WorkerId(bindings.size()), processors, mask, quota});
}

std::string first_sentence(const TraceMaker& maker) {
  const Finding finding = found_in(maker.trace()).at(0);
  EXPECT_EQ(finding.kind, FindingKind::preempted);
  return finding.sentence;
}

void expect_none_of(const TraceMaker& maker, const std::vector<FindingKind>& kinds) {
  for (const Finding& finding : found_in(maker.trace()))
    EXPECT_THAT(kinds, ::testing::Not(::testing::Contains(finding.kind))) << finding.sentence;
}

const std::string half =
    "50.0 % of the threads' time was waiting for a processor (50.0 % of the time in tasks)";

TEST(Preempted, MoreThreadsThanProcessorsAreNamedWithoutAMask) {
  TraceMaker maker = busy_workers(4, 500'000);
  bind(maker, {{3, ""}, {3, ""}, {3, ""}, {3, ""}});
  EXPECT_EQ(first_sentence(maker),
            "4 threads share 3 processors: at least " + half + "; use no more threads than processors.");
  bind(maker, {{2, ""}, {2, ""}, {2, ""}, {2, ""}});
  EXPECT_EQ(first_sentence(maker), "4 threads share 2 processors: at least " + half +
                                       "; the processors were busy with tasks for 100.0 % of the time, so "
                                       "the run would hardly be shorter with fewer threads if they divide "
                                       "the same work.");
}

TEST(Preempted, ProcessorsDoNotHelpIfTheCriticalPathTakesTheTime) {
  TraceMaker maker(1, 2);
  Trace& trace = maker.changed();
  trace.recorded.processor_time = true;
  maker.independent(0, 0, 0, 1'000'000);
  maker.independent(1, 0, 0, 1'000);
  trace.processor_time.uses = {{WorkerId(0), 0, 1'000'000, 1'000'000, 0, 0},
                               {WorkerId(1), 0, 1'000'000, 1'000, 0, 5, 999'000}};
  bind(maker, {{1, ""}, {1, ""}});
  const std::vector<Finding> found = found_in(maker.trace());
  const auto finding = std::ranges::find(found, FindingKind::preempted, &Finding::kind);
  ASSERT_NE(finding, found.end());
  EXPECT_THAT(
      finding->sentence,
      EndsWith(" was waiting for a processor, but a processor for each thread would shorten the run by "
               "at most about 0.0 %: the critical path takes the rest of the time."));
  EXPECT_EQ(finding->cost, 0.01);
  const auto headline = verdict(maker.trace()).headline;
  ASSERT_TRUE(headline.has_value());
  EXPECT_EQ(headline_text(*headline),
            "100.0 % of the makespan is the critical path (limited by the program)");
}

TEST(Preempted, CriticalPathThatLeavesLittleIsNamedBesideTheLackOfProcessors) {
  TraceMaker maker(1, 2);
  Trace& trace = maker.changed();
  trace.recorded.processor_time = true;
  maker.independent(0, 0, 0, 800'000);
  maker.independent(1, 0, 999'000, 1'000);
  trace.processor_time.uses = {{WorkerId(0), 0, 800'000, 800'000, 0, 0},
                               {WorkerId(1), 0, 999'000, 1'000, 0, 5, 998'000}};
  bind(maker, {{1, ""}, {1, ""}});
  EXPECT_THAT(first_sentence(maker),
              EndsWith(" was waiting for a processor, but a processor for each thread would shorten the "
                       "run by at most about 20.0 %: the critical path takes the rest of the time."));
  EXPECT_EQ(verdict(maker.trace()).headline->rating, Headline::Rating::unknown);
  trace.processor_time.uses[0] = {WorkerId(0), 0, 800'000, 700'000, 0, 1, 100'000};
  EXPECT_THAT(
      first_sentence(maker),
      EndsWith(" by at most 30.0 %: the critical path takes the rest of the time (not counting up to 100 µs "
               "in which its tasks may have had no processor)."));
}

TEST(Preempted, NodesOfOneHostShareItsProcessors) {
  TraceMaker maker(4, 1);
  Trace& trace = maker.changed();
  trace.recorded.processor_time = true;
  for (std::size_t w = 0; w < 4; ++w) {
    for (int i = 0; i < 10; ++i) maker.independent(w, 0, i * 100'000, 100'000);
    trace.processor_time.uses.push_back({WorkerId(w), 0, 1'000'000, 500'000, 0, 5});
  }
  bind(maker, {{3, ""}, {3, ""}, {3, ""}, {3, ""}});
  trace.metadata.host = "one";
  EXPECT_EQ(first_sentence(maker),
            "4 threads share 3 processors: at least " + half + "; use no more threads than processors.");
  trace.metadata.host = "one, two";
  EXPECT_THAT(first_sentence(maker), HasSubstr(": other programs or threads had the processors; "));
}

TEST(Preempted, KnownDelaysOfTheWholeRunAreExact) {
  TraceMaker maker = busy_workers(4, 500'000);
  std::vector<ProcessorUse>& uses = maker.changed().processor_time.uses;
  for (ProcessorUse& use : uses) use.delay_ns = 500'000;
  EXPECT_EQ(uncounted_preempted_ns(maker.trace()), 0);
  EXPECT_THAT(first_sentence(maker), StartsWith(half + ": other programs or threads had the processors; "));
  bind(maker, {{2, ""}, {2, ""}, {2, ""}, {2, ""}});
  EXPECT_THAT(first_sentence(maker), StartsWith("4 threads share 2 processors: " + half));
  uses[0].delay_ns = unknown_time;
  EXPECT_EQ(uncounted_preempted_ns(maker.trace()), std::nullopt);
  EXPECT_THAT(first_sentence(maker), StartsWith("4 threads share 2 processors: at least " + half));
}

TEST(Preempted, TimeInNoIntervalOrInAShortOneIsUncounted) {
  TraceMaker maker = busy_workers(2, 500'000);
  std::vector<ProcessorUse>& uses = maker.changed().processor_time.uses;
  uses = {{WorkerId(0), 0, 600'000, 300'000, 0, 5, 300'000},
          {WorkerId(0), 600'000, 1'000'000, 390'000, 0, 1, 10'000},
          {WorkerId(1), 0, 900'000, 600'000, 0, 5, 300'000}};
  EXPECT_EQ(preempted_ns(maker.trace()), 600'000);
  EXPECT_EQ(uncounted_preempted_ns(maker.trace()), 10'000 + 100'000);
  EXPECT_THAT(first_sentence(maker), StartsWith("At least 30.0 % of the threads' time"));
}

TEST(Preempted, EfficiencyDoesNotBlameTheProgram) {
  TraceMaker maker(2, 1);
  for (std::size_t w = 0; w < 2; ++w) {
    for (const std::int64_t begin : {0, 800'000}) maker.independent(w, 0, begin, 200'000);
  }
  const auto sentence = [&] {
    return efficiency_answer(maker.trace(), efficiency(maker.trace()), {}).verdict.findings.at(0).sentence;
  };
  EXPECT_THAT(sentence(), HasSubstr(". Waiting costs most: "));
  maker.changed().recorded.processor_time = true;
  for (std::size_t w = 0; w < 2; ++w)
    maker.changed().processor_time.uses.push_back({WorkerId(w), 0, 800'000, 300'000, 0, 5, 500'000});
  EXPECT_THAT(sentence(),
              EndsWith(". Threads had no processor for at least 50.0 % of their time: measure again "
                       "with a processor of its own for each thread."));
}

TEST(Preempted, QuotaIsNamedIfItIsSmallerThanTheAffinity) {
  TraceMaker maker = busy_workers(4, 500'000);
  bind(maker, {{64, ""}, {64, ""}, {64, ""}, {64, ""}}, 2.0);
  EXPECT_EQ(first_sentence(maker), "4 threads share 2 processors (limit of the control group): at least " +
                                       half + "; raise the limit, or use fewer threads.");
  bind(maker, {{3, ""}, {3, ""}, {3, ""}, {3, ""}}, 1.5);
  EXPECT_THAT(first_sentence(maker),
              StartsWith("4 threads share 1.5 processors (limit of the control group): "));
  bind(maker, {{1, "0x2"}, {1, "0x2"}, {1, "0x2"}, {1, "0x2"}}, 1.5);
  EXPECT_THAT(first_sentence(maker), StartsWith("4 threads share 1 processor (affinity mask 0x2): "));
  TraceMaker one = busy_workers(1, 500'000);
  bind(one, {{2, ""}}, 0.5);
  EXPECT_THAT(first_sentence(one), StartsWith("1 thread has 0.5 processors (limit of the control group): "));
}

TEST(Preempted, QuotaThatThreadsHardlyUsedIsOnlyOnePossibleCause) {
  TraceMaker maker = busy_workers(4, 200'000);
  bind(maker, {{64, ""}, {64, ""}, {64, ""}, {64, ""}}, 2.0);
  EXPECT_THAT(first_sentence(maker),
              HasSubstr(" in tasks): other programs or threads had the processors, or the "
                        "control group reached its limit of 2 processors; measure again with a processor"));
}

TEST(Preempted, ThreadsOnDifferentProcessorsDoNotShareOne) {
  TraceMaker maker = busy_workers(2, 500'000);
  bind(maker, {{1, "0x1"}, {1, "0x2"}});
  EXPECT_THAT(first_sentence(maker),
              StartsWith("At least " + half + ": other programs or threads had the processors; "));
}

TEST(Preempted, MasksTogetherMayHaveTooFewProcessors) {
  TraceMaker maker = busy_workers(3, 500'000);
  bind(maker, {{2, "0x3"}, {1, "0x1"}, {1, "0x2"}});
  EXPECT_THAT(first_sentence(maker), StartsWith("3 threads share 2 processors (affinity masks): "));
  bind(maker, {{1, "0x1"}, {4, "0xf0"}, {1, "0x1"}});
  EXPECT_EQ(first_sentence(maker), "2 of 3 threads share 1 processor (affinity mask 0x1): at least " + half +
                                       "; let each of them run on a processor of its own.");
}

TEST(Preempted, ProcessorsOfSeveralNodesAreNotCompared) {
  TraceMaker maker(2, 1);
  Trace& trace = maker.changed();
  trace.recorded.processor_time = true;
  for (std::size_t w = 0; w < 2; ++w) {
    maker.independent(w, 0, 0, 1'000'000);
    trace.processor_time.uses.push_back({WorkerId(w), 0, 1'000'000, 500'000, 0, 5});
  }
  bind(maker, {{1, "0x1"}, {1, "0x1"}});
  EXPECT_THAT(first_sentence(maker), StartsWith("At least " + half));
}

/// 16 workers. The tasks of worker 2 take three times as long as those of the others.
TraceMaker one_slow_worker() {
  TraceMaker maker(1, 16);
  maker.changed().recorded.processor_time = true;
  for (std::size_t w = 0; w < 16; ++w) {
    const std::int64_t length = w == 2 ? 30'000 : 10'000;
    for (int i = 0; i < 30; ++i) maker.independent(w, 0, i * length, length);
  }
  return maker;
}

TEST(Preempted, WorkerWithoutAProcessorIsNotSlowAndExplainsWhyOthersWait) {
  TraceMaker maker = one_slow_worker();
  EXPECT_EQ(found_in(maker.trace())[0].kind, FindingKind::slow_worker);
  EXPECT_EQ(found_in(maker.trace())[1].kind, FindingKind::ready_not_taken);
  maker.changed().processor_time.uses = {{WorkerId(2), 0, 900'000, 300'000, 0, 3}};
  EXPECT_THAT(first_sentence(maker), StartsWith("At least 4.2 % of the threads' time"));
  expect_none_of(maker, {FindingKind::slow_worker, FindingKind::ready_not_taken,
                         FindingKind::little_parallelism, FindingKind::too_few_tasks});
}

TEST(Preempted, LateReleasesAndSubmissionsAreNotBlamedOnTheRuntime) {
  TraceMaker releases(1, 1);
  const HandleId x = releases.handle(0);
  for (std::uint32_t i = 0; i < 40; ++i)
    releases.task(0, 0, i * 150'000, i * 150'000, 100'000, {{x, TraceMaker::write, i}});
  EXPECT_EQ(found_in(releases.trace())[0].kind, FindingKind::late_release);
  releases.changed().recorded.processor_time = true;
  for (std::int64_t i = 0; i < 10; ++i)
    releases.changed().processor_time.uses.push_back(
        {WorkerId(0), i * 150'000, i * 150'000 + 150'000, 50'000, 0, 1});
  expect_none_of(releases, {FindingKind::late_release});

  TraceMaker producer(1, 8);
  for (int i = 0; i < 200; ++i)
    producer.independent(static_cast<std::size_t>(i % 8), i * 50'000, i * 50'000 + 200, 100'000);
  EXPECT_EQ(found_in(producer.trace())[0].kind, FindingKind::serial_producer);
  producer.changed().recorded.processor_time = true;
  producer.changed().processor_time.uses = {{WorkerId(0), 0, 10'000'000, 6'000'000, 0, 50}};
  expect_none_of(producer, {FindingKind::serial_producer, FindingKind::paused_producer});
}

}  // namespace
}  // namespace gusset::traces
