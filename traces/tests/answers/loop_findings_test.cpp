// Findings about loops, sections and singles that give threads unequal work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers/trace_maker.hpp"
#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/answers/info_answer.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/model/validate.hpp"
#include "team_trace.hpp"

namespace gusset::traces {
namespace {

using testing::found_in;
using testing::TeamTrace;
using FindingKind = Finding::Kind;
using Schedule = WorkConstruct::Schedule;
using Kind = WorkConstruct::Kind;

std::vector<FindingKind> finding_kinds(const Trace& trace) {
  std::vector<FindingKind> kinds;
  for (const Finding& finding : found_in(trace)) kinds.push_back(finding.kind);
  return kinds;
}

Finding first_in(const Trace& trace) {
  const auto valid = validate(trace, "t");
  EXPECT_TRUE(valid.ok()) << valid.error().message();
  return found_in(trace).at(0);
}

/// Two threads, the second of which takes four times as long.
Trace uneven_team(Schedule schedule, const TeamTrace::Options& options) {
  TeamTrace team(2);
  team.loop(schedule, {{0, 200'000}, {0, 800'000}}, options);
  return team.trace();
}

TEST(LoopFindings, UnevenStaticLoopIsNamedOnce) {
  const Trace trace = uneven_team(Schedule::fixed, {});
  const Finding finding = first_in(trace);
  EXPECT_EQ(finding.kind, FindingKind::loop_imbalance);
  EXPECT_EQ(finding.sentence,
            "The loop at a.c:3 (static) leaves threads waiting for 37.5 % of their time in it: thread 1 "
            "takes 4.0 times as long as thread 0; schedule(dynamic) with chunks of 100 µs or more would save "
            "at most "
            "300 µs of 1.00 ms.");
  EXPECT_THAT(finding_kinds(trace), ::testing::Not(::testing::Contains(FindingKind::barrier_wait)));
  // No sentence calls the loop's current schedule a limit on the speed, either.
  for (const Finding& other : found_in(trace))
    EXPECT_THAT(other.sentence, ::testing::Not(::testing::HasSubstr("better scheduling")));
}

TEST(LoopFindings, OneDelayedExecutionOfAnUnknownLoopIsNotUnevenWork) {
  const auto kinds = [](int late_loops) {
    TeamTrace team(2);
    for (int i = 0; i < 10; ++i) {
      const std::int64_t begin_ns = i * 1'000'000;
      team.loop(Schedule::unknown,
                {{begin_ns, begin_ns + 400'000}, {begin_ns, begin_ns + (i < late_loops ? 900'000 : 400'100)}},
                {.kind = Kind::inferred});
    }
    return finding_kinds(team.trace());
  };
  EXPECT_THAT(kinds(2), ::testing::Contains(FindingKind::loop_imbalance));
  EXPECT_THAT(kinds(1), ::testing::Not(::testing::Contains(FindingKind::loop_imbalance)));
}

TEST(LoopFindings, OtherBarriersOfTheRegionAreStillReported) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{0, 100'000}, {0, 400'000}});
  team.barrier({500'000, 700'000}, 701'000);
  EXPECT_THAT(finding_kinds(team.trace()),
              ::testing::IsSupersetOf({FindingKind::loop_imbalance, FindingKind::barrier_wait}));
  for (const Finding& finding : found_in(team.trace())) {
    if (finding.kind != FindingKind::barrier_wait) continue;
    EXPECT_THAT(
        finding.sentence,
        ::testing::MatchesRegex("Threads waited for each other for .* of the time at barriers that no other "
                                "finding counts, in .*"));
  }
}

TEST(LoopFindings, BalancedLoopIsNotMentioned) {
  TeamTrace team(2);
  team.loop(Schedule::dynamic, {{0, 790'000}, {0, 800'000}});
  EXPECT_THAT(finding_kinds(team.trace()), ::testing::Not(::testing::Contains(FindingKind::loop_imbalance)));
}

TEST(LoopFindings, LoopWithoutABarrierIsNotBlamed) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{0, 200'000}, {0, 800'000}}, {.waits = false});
  team.barrier({400'000, 900'000}, 901'000);
  const std::vector<FindingKind> kinds = finding_kinds(team.trace());
  EXPECT_THAT(kinds, ::testing::Not(::testing::Contains(FindingKind::loop_imbalance)));
  EXPECT_THAT(kinds, ::testing::Contains(FindingKind::barrier_wait));
}

TEST(LoopFindings, PreemptedThreadsAreNoImbalance) {
  Trace trace = uneven_team(Schedule::fixed, {});
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1), 0, 800'000, 200'000, 0, 1}};
  EXPECT_THAT(finding_kinds(trace), ::testing::Not(::testing::Contains(FindingKind::loop_imbalance)));
}

TEST(LoopFindings, LoopThatLosesMuchIsNamedAlthoughThreadsLackProcessors) {
  Trace trace = uneven_team(Schedule::fixed, {});
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1), 800'000, 1'000'000, 20'000, 0, 1}};
  EXPECT_THAT(finding_kinds(trace),
              ::testing::IsSupersetOf({FindingKind::preempted, FindingKind::loop_imbalance}));
  const std::vector<Finding> found = found_in(trace);
  EXPECT_EQ(found.at(0).kind, FindingKind::preempted);
  EXPECT_THAT(std::ranges::find(found, FindingKind::loop_imbalance, &Finding::kind)->sentence,
              ::testing::EndsWith("; schedule(dynamic) with chunks of 100 µs or more would save time if each "
                                  "thread had a processor (how much was not measured)."));
}

TEST(LoopFindings, ThreadsThatTakeTurnsInTakingLongerAreNotCompared) {
  TeamTrace team(2);
  for (std::int64_t i = 0; i < 4; ++i) {
    const std::int64_t at_ns = i * 250'000;
    const TeamTrace::Interval more{at_ns, at_ns + 240'000};
    const TeamTrace::Interval less{at_ns, at_ns + 100'000};
    team.loop(Schedule::fixed, {i % 2 == 0 ? less : more, i % 2 == 0 ? more : less});
  }
  EXPECT_THAT(first_in(team.trace()).sentence,
              ::testing::StartsWith(
                  "The loop at a.c:3 (static) leaves threads waiting for 29.2 % of their time in it: "
                  "in its 4 executions, one thread takes longer than another, but not always "
                  "the same; "));
}

TEST(LoopFindings, RecordedChunksAreReplayed) {
  TeamTrace fixed(2);
  fixed.loop(Schedule::runtime, {{0, 200'000}, {0, 800'000}}, {.chunks = 1});
  fixed.chunks(1, {200'000, 400'000, 600'000, 800'000});
  EXPECT_THAT(first_in(fixed.trace()).sentence, ::testing::HasSubstr("The loop at a.c:3 (runtime) leaves"));
  EXPECT_THAT(first_in(fixed.trace()).sentence,
              ::testing::HasSubstr(
                  "; schedule(dynamic) with the same chunks would save 200 µs of 1.00 ms (replayed)."));
  TeamTrace dynamic(2);
  dynamic.loop(Schedule::dynamic, {{0, 200'000}, {0, 600'000}}, {.chunks = 1});
  dynamic.chunks(0, {100'000, 200'000});
  dynamic.chunks(1, {100'000, 600'000});
  EXPECT_THAT(first_in(dynamic.trace()).sentence,
              ::testing::HasSubstr(
                  "; running the loop's chunks in reverse order would save 100 µs of 1.00 ms (replayed)."));
  TeamTrace big(2);
  big.loop(Schedule::dynamic, {{0, 200'000}, {0, 800'000}}, {.chunks = 1});
  EXPECT_THAT(first_in(big.trace()).sentence,
              ::testing::HasSubstr("; smaller chunks would save at most 300 µs of 1.00 ms."));
  Trace smallest = big.trace();
  smallest.worksharing.constructs[0].chunk = 1;
  EXPECT_THAT(first_in(smallest).sentence,
              ::testing::HasSubstr("; iterations of equal length would save at most 300 µs of 1.00 ms."));
}

TEST(LoopFindings, FirstChunkOfGuidedLoopsCannotBeMadeSmaller) {
  TeamTrace guided(2);
  guided.loop(Schedule::guided, {{0, 200'000}, {0, 800'000}}, {.chunks = 1});
  EXPECT_THAT(first_in(guided.trace()).sentence,
              ::testing::HasSubstr("; schedule(dynamic) would save at most 300 µs of 1.00 ms."));
}

TEST(LoopFindings, ChunksThatTakeNoLongerThanFetchingThemAreTooFine) {
  TeamTrace team(2);
  team.loop(Schedule::dynamic, {{0, 800'000}, {0, 800'000}}, {.chunks = 10'000});
  Trace trace = team.trace();
  trace.worksharing.executions[0].iterations = 20'000;
  const Finding finding = first_in(trace);
  EXPECT_EQ(finding.kind, FindingKind::too_fine);
  EXPECT_EQ(
      finding.sentence,
      "The loop at a.c:3 (dynamic) fetches 20 000 chunks, and threads spend 80 ns on each on average, "
      "with fetching it: fetching may cost more than the work; try chunks that are ten or a hundred times "
      "as large.");
  EXPECT_THAT(
      critical_path_answer(trace, critical_path_analysis(trace, TaskGraph(trace)))
          .verdict.findings.at(1)
          .sentence,
      ::testing::EndsWith(": threads fetched 20\u202f000 chunks of the loop at a.c:3, which may have taken "
                          "much of that; try larger chunks."));
  // No sentence calls the time in such a loop well used, either.
  for (const Finding& other : found_in(trace)) EXPECT_NE(other.kind, FindingKind::well_used);
}

TEST(LoopFindings, ChunksThatMayTakeHalfOfTheirTimeToFetchAreTooFine) {
  TeamTrace team(2);
  team.loop(Schedule::dynamic, {{0, 999'000}, {0, 999'000}}, {.chunks = 1'000});
  const Trace trace = team.trace();
  const Finding finding = first_in(trace);
  EXPECT_EQ(finding.kind, FindingKind::too_fine);
  EXPECT_THAT(finding.sentence, ::testing::HasSubstr("threads spend 999 ns on each on average"));
  EXPECT_NE(verdict(trace).headline->rating, Headline::Rating::well_scheduled);
}

TEST(LoopFindings, LongOrStaticChunksAreNotTooFine) {
  TeamTrace is_long(2);
  is_long.loop(Schedule::dynamic, {{0, 800'000}, {0, 800'000}}, {.chunks = 400});  // 2 µs each

  EXPECT_THAT(finding_kinds(is_long.trace()), ::testing::Not(::testing::Contains(FindingKind::too_fine)));
  TeamTrace fixed(2);
  fixed.loop(Schedule::fixed, {{0, 800'000}, {0, 800'000}}, {.chunks = 10'000});
  EXPECT_THAT(finding_kinds(fixed.trace()), ::testing::Not(::testing::Contains(FindingKind::too_fine)));
}

TEST(LoopFindings, SectionsSinglesAndInferredWorkAreCalledByName) {
  const auto sentence = [](Kind kind) {
    return first_in(uneven_team(Schedule::unknown, {.kind = kind})).sentence;
  };
  EXPECT_THAT(sentence(Kind::sections), ::testing::StartsWith("The sections at a.c:3 leave threads waiting"));
  EXPECT_THAT(sentence(Kind::sections),
              ::testing::EndsWith("; sections of equal length would save at most 300 µs of 1.00 ms."));
  EXPECT_THAT(sentence(Kind::single), ::testing::StartsWith("The single at a.c:3 leaves threads waiting"));
  EXPECT_THAT(sentence(Kind::inferred),
              ::testing::StartsWith(
                  "The work in `parallel a.c:1` up to the barrier at a.c:3 leaves threads waiting"));
  EXPECT_THAT(
      sentence(Kind::inferred),
      ::testing::EndsWith("thread 1 takes 4.0 times as long as thread 0. If thread 1 has more to do, which "
                          "was not recorded, dividing it evenly would save at most 300 µs of 1.00 ms. If it "
                          "takes longer for the same work, a recording on one thread shows that (gusset "
                          "report --baseline)."));
}

TEST(LoopFindings, TimeInWhichASingleSleepsCannotBeShared) {
  TeamTrace team(2);
  team.loop(Schedule::unknown, {{0, 800'000}, {0, 1'000}}, {.kind = Kind::single});
  Trace trace = team.trace();
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0), 0, 800'000, 400'000, 4, 0}};
  const std::vector<Finding> found = found_in(trace);
  const auto single = std::ranges::find(found, FindingKind::loop_imbalance, &Finding::kind);
  ASSERT_NE(single, found.end());
  EXPECT_THAT(single->sentence,
              ::testing::HasSubstr(
                  "; for 400 µs of 801 µs, it does not use its processor (it sleeps, reads or writes "
                  "files, or waits): find out why; sharing the rest of its work evenly would save "
                  "at most 200 µs of 1.00 ms; "));
  EXPECT_THAT(finding_kinds(trace), ::testing::Not(::testing::Contains(FindingKind::blocked)))
      << "that sleep is named once";
}

TEST(LoopFindings, OnlyGccHidesStaticLoops) {
  Trace trace = uneven_team(Schedule::unknown, {.kind = Kind::inferred});
  EXPECT_THAT(first_in(trace).sentence, ::testing::Not(::testing::HasSubstr("schedule(dynamic)")));
  trace.metadata.runtime += " instead of GCC's libgomp";
  EXPECT_THAT(first_in(trace).sentence,
              ::testing::HasSubstr("; if it is a static loop (GCC's programs do not report these), "
                                   "schedule(dynamic) with chunks of 100 µs or more may do so or, in nested "
                                   "loops with few iterations, collapse. If "));
}

TEST(LoopFindings, ConstructsOfGccsProgramsAreNearTheirLines) {
  for (const Kind kind : {Kind::single, Kind::sections, Kind::loop}) {
    Trace trace = uneven_team(Schedule::dynamic, {.kind = kind});
    trace.metadata.runtime += " instead of GCC's libgomp";
    EXPECT_THAT(first_in(trace).sentence, ::testing::HasSubstr(" near a.c:3"));
    trace.types[0] = "parallel a.c:5 work";
    EXPECT_THAT(first_in(trace).sentence, ::testing::HasSubstr(" near a.c:5"))
        << "no loop precedes its region";
  }
}

/// Threads that differ by 9 % may have equal work: the advice to record one thread comes first, and says the
/// same of what there is to gain.
TEST(LoopFindings, SmallInferredImbalanceComesAfterTheQuestionWhetherTasksAreSlow) {
  TeamTrace team(2);
  team.loop(Schedule::unknown, {{0, 820'000}, {0, 999'000}}, {.kind = Kind::inferred});
  const std::vector<Finding> found = found_in(team.trace());
  ASSERT_GE(found.size(), 2U);
  EXPECT_EQ(found[0].kind, FindingKind::well_used);
  EXPECT_THAT(found[0].sentence, ::testing::HasSubstr("could save 9.0 % of the time at most"));
  EXPECT_EQ(found[1].kind, FindingKind::loop_imbalance);
  EXPECT_THAT(found[1].sentence, ::testing::HasSubstr("would save at most 89.5 µs of 1.00 ms"));
}

/// The operating system stopped a thread in 2 of 1 000 executions, which alone were long enough to be
/// recorded.
TEST(LoopFindings, AFewLongExecutionsSayNothingAboutThousandsOfShortOnes) {
  TeamTrace team(2);
  team.loop(Schedule::unknown, {{0, 2'000'000}, {0, 5'000'000}}, {.kind = Kind::inferred});
  Trace trace = team.trace();
  EXPECT_THAT(finding_kinds(trace), ::testing::Contains(FindingKind::loop_imbalance));
  SpanColumns& spans = trace.lanes[0].spans;
  const std::int64_t end_ns = spans.end_ns[0];
  const TaskId part = spans.task[0];
  std::vector<TaskWait> waits;
  for (std::int64_t barrier = 0; barrier < 1000; ++barrier) {
    waits.push_back({{LaneId(0), spans.size()}, TaskWait::Kind::barrier, TaskWait::no_object, 0});
    spans.push_back(end_ns + barrier * 100, end_ns + barrier * 100 + 50, part, SpanKind::wait);
  }
  spans.end_ns[0] = end_ns + 100'000;
  trace.fork_join.waits.insert(trace.fork_join.waits.end(), waits.begin(), waits.end());
  std::ranges::sort(trace.fork_join.waits, {},
                    [](const TaskWait& wait) { return std::pair(wait.span.lane, wait.span.index); });
  EXPECT_THAT(finding_kinds(trace), ::testing::Not(::testing::Contains(FindingKind::loop_imbalance)));
}

TEST(LoopFindings, ThreadThatSleepsIsNotAdvisedToShareItsWork) {
  Trace trace = uneven_team(Schedule::unknown, {.kind = Kind::inferred});
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1), 0, 600'000, 50'000, 3, 0, 0}};
  const std::vector<Finding> found = found_in(trace);
  const auto uneven = std::ranges::find(found, FindingKind::loop_imbalance, &Finding::kind);
  ASSERT_NE(uneven, found.end());
  EXPECT_THAT(
      uneven->sentence,
      ::testing::EndsWith(": thread 1 takes 4.0 times as long as thread 0, because it gives up its "
                          "processor for 550 µs (it sleeps, reads or writes files, or waits); find out "
                          "what it waits for."));
  trace.processor_time.uses[0].processor_ns = 350'000;  // 250 of 600 µs
  for (const Finding& finding : found_in(trace))
    EXPECT_THAT(finding.sentence, ::testing::Not(::testing::HasSubstr("because it gives up")));
}

TEST(LoopFindings, FewOfManyExecutionsSayNothing) {
  const auto kinds_with = [](std::int64_t other_barriers) {
    TeamTrace team(2);
    team.loop(Schedule::unknown, {{0, 50'000}, {0, 100'000}}, {.kind = Kind::inferred});
    for (std::int64_t i = 0; i < other_barriers; ++i)
      team.barrier({200'000 + 7'000 * i, 200'000 + 7'000 * i}, 201'000 + 7'000 * i);
    return finding_kinds(team.trace());
  };
  EXPECT_THAT(kinds_with(1), ::testing::Contains(FindingKind::loop_imbalance));
  EXPECT_THAT(kinds_with(100), ::testing::Not(::testing::Contains(FindingKind::loop_imbalance)));
}

TEST(LoopFindings, WaitsForTheTurnComeBeforeTheBarrierThatTheyCause) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{0, 400'000}, {0, 800'000}}, {.ordered = true});
  team.turn(1, 10'000, 400'000);
  Trace trace = team.trace();
  trace.fork_join.holds.push_back({0, TaskId(0), 10'000, 400'000});
  const Finding finding = first_in(trace);
  EXPECT_EQ(finding.kind, FindingKind::lock_contention);
  EXPECT_EQ(
      finding.sentence,
      "Threads waited for locks or for their turn, and at the end of ordered loops, for 39.5 % of the time, "
      "among others for ordered a.c:4 (1 wait, 390 µs in all), which ran for 39.0 % of the makespan; make it "
      "shorter, or do without it.");
  EXPECT_THAT(idle_answer(trace, idle_time(trace, TaskGraph(trace))).verdict.findings.at(0).sentence,
              ::testing::HasSubstr("passed while threads waited at barriers, and"));
  const std::vector<FindingKind> kinds = finding_kinds(trace);
  EXPECT_THAT(kinds, ::testing::Not(::testing::Contains(FindingKind::loop_imbalance)));
  EXPECT_THAT(kinds, ::testing::Not(::testing::Contains(FindingKind::barrier_wait)));
  trace.metadata.runtime += " instead of GCC's libgomp";
  EXPECT_THAT(first_in(trace).sentence, ::testing::HasSubstr("among others for ordered near a.c:4 ("));
}

TEST(LoopFindings, LoopsOfRegionsThatAreTooShortAreNotMentioned) {
  Trace trace;
  trace.metadata.runtime = openmp_runtime;
  trace.recorded.parents = trace.recorded.submit = trace.recorded.ready = true;
  trace.recorded.fork_join = trace.recorded.worksharing = true;
  trace.types = {"parallel a.c:1"};
  trace.nodes.push_back({.name = "node"});
  trace.worksharing.constructs.push_back({"a.c:3", Kind::loop, Schedule::fixed});
  for (std::size_t thread = 0; thread < 2; ++thread) {
    trace.workers.push_back({NodeId(0), "thread"});
    trace.lanes.push_back({WorkerId(thread), {}});
  }
  for (std::uint32_t region = 0; region < 200; ++region) {
    const std::int64_t begin_ns = std::int64_t{region} * 10'000;
    trace.worksharing.executions.push_back({.region = region});
    for (std::size_t thread = 0; thread < 2; ++thread) {
      const TaskId part(trace.tasks.size());
      trace.tasks.type.emplace_back(0);
      trace.tasks.parent.emplace_back();
      trace.tasks.submit_ns.push_back(begin_ns);
      trace.tasks.ready_ns.push_back(begin_ns);
      trace.fork_join.joined.push_back({part, region});
      const std::int64_t starts_ns = begin_ns + (thread == 0 ? 0 : 2'000);
      const std::int64_t works_until_ns = starts_ns + (thread == 0 ? 1'000 : 2'000);
      SpanColumns& spans = trace.lanes[thread].spans;
      spans.push_back(starts_ns, begin_ns + 5'000, part, SpanKind::run);
      trace.fork_join.waits.push_back({{LaneId(thread), spans.size()}, TaskWait::Kind::barrier, region, 0});
      spans.push_back(works_until_ns, begin_ns + 5'000, part, SpanKind::wait);
      trace.worksharing.shares.push_back({region, part, starts_ns, works_until_ns});
    }
  }
  std::ranges::sort(trace.fork_join.waits, {},
                    [](const TaskWait& wait) { return std::pair(wait.span.lane, wait.span.index); });
  const auto valid = validate(trace, "t");
  EXPECT_TRUE(valid.ok()) << valid.error().message();
  EXPECT_THAT(finding_kinds(trace), ::testing::Contains(FindingKind::too_fine));
  EXPECT_THAT(finding_kinds(trace), ::testing::Not(::testing::Contains(FindingKind::loop_imbalance)));
}

TEST(LoopFindings, NoScheduleIsAdvisedWhereNoLoopWasRecorded) {
  TeamTrace team(2);
  team.loop(Schedule::unknown, {{0, 100'000}, {0, 100'000}}, {.kind = Kind::single});
  team.barrier({500'000, 900'000}, 901'000);
  for (const Finding& finding : found_in(team.trace()))
    EXPECT_THAT(finding.sentence, ::testing::Not(::testing::HasSubstr("schedule of its loops")));
}

TEST(LoopFindings, InfoListsLoops) {
  const Trace trace = uneven_team(Schedule::fixed, {.ordered = true});
  const Statistics statistics = compute_statistics(trace);
  const TraceTotals totals{trace, statistics, {}};
  const Answer answer = info_answer(totals, "t.gus");
  ASSERT_EQ(answer.tables.size(), 3U);
  EXPECT_EQ(answer.tables[2].noun, "loop");
  ASSERT_EQ(answer.tables[2].rows.size(), 1U);
  EXPECT_EQ(answer.tables[2].rows[0].cells[2], Cell("static, ordered"));
  const std::string json = info_json(totals, "t.gus");
  EXPECT_THAT(json, ::testing::HasSubstr("\"place\": \"a.c:3\""));
  EXPECT_THAT(json, ::testing::HasSubstr("\"lost_s\": 0.0006"));
}

TEST(LoopFindings, InfoSaysIfTheRuntimeTookLargerChunksThanAskedFor) {
  Trace trace = uneven_team(Schedule::fixed, {.chunks = 1, .ordered = true});
  trace.worksharing.constructs[0].chunk = 1;
  trace.worksharing.executions[0].iterations = 200;
  const auto remark = [&] {
    const Statistics statistics = compute_statistics(trace);
    return info_answer({trace, statistics, {}}, "t.gus").tables.at(2).remark;
  };
  EXPECT_EQ(remark(), "The runtime ran a.c:3 in 2 chunks, although its schedule asks for 200.");
  trace.worksharing.executions[0].iterations = 2;
  EXPECT_EQ(remark(), "");
}

}  // namespace
}  // namespace gusset::traces
