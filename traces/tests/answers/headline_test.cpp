#include <gtest/gtest.h>

#include <algorithm>

#include "answers/trace_maker.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::trace_from_text;
using testing::TraceMaker;
using Rating = Headline::Rating;

Headline headline(const Trace& trace) {
  const Verdict found = verdict(trace);
  EXPECT_TRUE(found.headline.has_value());
  return found.headline.value_or(Headline{});
}

TEST(Headline, ABusyRunIsNearTheOptimum) {
  TraceMaker maker(1, 2);
  for (int i = 0; i < 40; ++i)
    maker.independent(static_cast<std::size_t>(i % 2), 0, (i / 2) * 100'000, 100'000);
  const Headline found = headline(maker.trace());
  EXPECT_EQ(found.rating, Rating::well_scheduled);
  EXPECT_EQ(found.reason, "No schedule of these tasks on these workers is faster.");
  EXPECT_EQ(found.figure, "100.0 %");
  EXPECT_EQ(found.cause, "busy");
  EXPECT_EQ(headline_text(found), "100.0 % busy (well scheduled)");
}

// A chain keeps one of two workers busy, and no schedule changes that.
TEST(Headline, AChainIsNearTheOptimumAlthoughWorkersAreIdle) {
  const Headline found = headline(*trace_from_text(R"(
    abcdefgh
    ........
    b1: after a1
    c1: after b1
    d1: after c1
    e1: after d1
    f1: after e1
    g1: after f1
    h1: after g1
  )"));
  EXPECT_EQ(found.rating, Rating::limited) << "only other tasks can use the second worker";
  EXPECT_EQ(found.figure, "50.0 %");
  EXPECT_EQ(found.cause.substr(0, 4), "idle");
}

// Independent tasks of 100 µs on three workers, with an idle time of `pause_ns` after each.
Trace run_with_pauses(std::int64_t pause_ns) {
  TraceMaker maker(1, 3);
  for (int i = 0; i < 60; ++i) {
    maker.independent(static_cast<std::size_t>(i % 3), 0, (i / 3) * (100'000 + pause_ns), 100'000);
  }
  return maker.trace();
}

TEST(Headline, TheRatingComparesTheMakespanWithItsBound) {
  EXPECT_EQ(headline(run_with_pauses(5'000)).rating, Rating::well_scheduled);
  const Headline slower = headline(run_with_pauses(50'000));
  EXPECT_EQ(slower.rating, Rating::could_gain);
  EXPECT_EQ(slower.reason, "The run took 1.48 times as long as its tasks require on these workers.");
  EXPECT_EQ(headline(run_with_pauses(150'000)).rating, Rating::far);
}

// No task could run while workers were idle, so only another order could help, and by how much is unknown.
TEST(Headline, ALimitOnTheGainIsNoPromise) {
  const Trace trace = *trace_from_text(R"(
    xx..bbbb
    yyaa....
    b1: after a1
  )");
  const Headline found = headline(trace);
  EXPECT_EQ(headline_text(found), "37.5 % idle: no work (optimum unknown: at most 1.33 times as fast)");
  EXPECT_EQ(found.reason,
            "Better scheduling of these tasks on these workers could make the run at most 1.33 times as "
            "fast; gusset schedule searches for the best schedule.");
  const std::vector<Finding> findings = verdict(trace, {.file = "t.gus"}).findings;
  const auto potential = std::ranges::find(findings, Finding::Kind::potential, &Finding::kind);
  ASSERT_NE(potential, findings.end());
  EXPECT_EQ(
      potential->sentence,
      "Workers were busy for 62.5 % of the time, and another schedule on these 2 workers could make the "
      "run at most 1.33 times as fast (because of the work and the critical path); gusset schedule "
      "searches for the best schedule.");
  EXPECT_EQ(potential->next, "gusset schedule t.gus");
}

TEST(Headline, ASearchShowsHowMuchAnotherOrderSaves) {
  const Trace trace = *trace_from_text(R"(
    xx..bbbb
    yyaa....
    b1: after a1
  )");
  const Headline before = headline(trace);
  const Statistics run = compute_statistics(trace);
  const auto after = [&](std::int64_t found_ns, std::int64_t bound_ns) {
    return headline_after_search(before, {found_ns, bound_ns}, run);
  };
  const Headline proved = after(6'000, 6'000);
  EXPECT_EQ(proved.search, "25.0 % can be saved");
  EXPECT_EQ(proved.rating, Rating::could_gain);
  EXPECT_EQ(proved.reason, "The search found a schedule that takes 6.00 µs, the shortest possible.");
  EXPECT_EQ(after(7'000, 6'000).search, "12.5 % to 25.0 % can be saved");
  EXPECT_EQ(after(7'000, 6'000).reason,
            "The search found a schedule that takes 7.00 µs; no schedule can be shorter than 6.00 µs.");
  EXPECT_EQ(after(8'000, 6'000).search, "at most 25.0 % can be saved");
  EXPECT_EQ(after(8'000, 6'000).rating, Rating::unknown);
  EXPECT_EQ(after(8'000, 7'600).rating, Rating::limited) << "the search excludes a gain above 10 %";
  EXPECT_EQ(after(8'000, 8'000).search, "shortest possible");
  EXPECT_EQ(after(8'000, 8'000).reason, "No schedule of these tasks on these workers is faster.");
  EXPECT_EQ(after(9'000, 9'000), before) << "the run broke dependencies";
}

TEST(Headline, ASearchSaysNothingAboutRunsWithoutALimit) {
  const Trace trace = *trace_from_text("aaaabbbb\ncc......");
  const Headline before = headline(trace);
  EXPECT_EQ(headline_after_search(before, {5'000, 5'000}, compute_statistics(trace)), before);
}

TEST(Headline, WithoutDependenciesTheOptimumIsUnknownUnlessWorkersAreBusy) {
  const Headline found = headline(*trace_from_text("aaaabbbb\ncc......"));
  EXPECT_EQ(found.rating, Rating::unknown);
  EXPECT_EQ(found.reason, "The trace does not show how fast these tasks could run on these workers.");
  EXPECT_EQ(headline(*trace_from_text("aaaabbbb\ncccccccc")).rating, Rating::well_scheduled);
}

TEST(Headline, AnIncompleteRecordingHasNoHeadline) {
  Trace trace = run_with_pauses(5'000);
  trace.metadata.incomplete = true;
  EXPECT_FALSE(verdict(trace).headline.has_value());
}

TEST(Headline, ThreadsWithoutProcessorsComeFirst) {
  Trace trace = run_with_pauses(5'000);
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(0u), 0, 2'000'000, 800'000, 0, 9, 1'200'000}};
  const Headline found = headline(trace);
  EXPECT_EQ(found.rating, Rating::unknown) << "the tasks' times depend on the machine's load";
  EXPECT_EQ(found.cause, "of the threads' time without a processor");
  EXPECT_EQ(found.figure.substr(0, 4), "≥ ");
}

TEST(Headline, NothingRanMeansNoHeadline) {
  EXPECT_FALSE(verdict(Trace{}).headline.has_value());
}

TEST(Headline, TheDocumentOfTheReportHasTheHeadline) {
  const Trace trace = run_with_pauses(50'000);
  const std::string json = report_json(trace, verdict(trace), {});
  EXPECT_NE(json.find("\"rating\": \"may be improved\""), std::string::npos) << json;
}

}  // namespace
}  // namespace gusset::traces
