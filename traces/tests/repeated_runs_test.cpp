#include "gusset/traces/analysis/compare/repeated_runs.hpp"

#include <gmock/gmock.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using testing::trace_from_text;

RunTimes times_of(std::string_view text) {
  const auto trace = trace_from_text(text, 1000);
  return run_times("t.gus", *trace, compute_statistics(*trace));
}

std::vector<std::string> names_of(const std::vector<DurationChange>& changes) {
  std::vector<std::string> names;
  for (const DurationChange& change : changes) names.push_back(change.name);
  return names;
}

TEST(RunTimes, AreTheRunsTotals) {
  const RunTimes times = times_of("aaa|ab\nbb...");
  EXPECT_EQ(times.file, "t.gus");
  EXPECT_EQ(times.of(RunQuantity::makespan), 5000);
  EXPECT_EQ(times.of(RunQuantity::busy), 7000);
  EXPECT_EQ(times.of(RunQuantity::idle), 3000);
  EXPECT_EQ(times.workers, 2U);
  EXPECT_FALSE(times.is_incomplete);
  EXPECT_THAT(times.types,
              ElementsAre(Pair("a", RunTimes::Type{2, 4000}), Pair("b", RunTimes::Type{2, 3000})));
  EXPECT_EQ(times.types.at("b").mean_ns(), 1500);
}

TEST(RunTimes, SumTypesWithTheSameName) {
  Trace trace = *trace_from_text("aab", 1000);
  trace.types = {"same", "same"};
  const RunTimes times = run_times("t.gus", trace, compute_statistics(trace));
  EXPECT_THAT(times.types, ElementsAre(Pair("same", RunTimes::Type{2, 3000})));
}

TEST(RunTimes, SayWhetherTheRunIsIncomplete) {
  Trace trace = *trace_from_text("aa", 1000);
  trace.metadata.incomplete = true;
  EXPECT_TRUE(run_times("t.gus", trace, compute_statistics(trace)).is_incomplete);
}

TEST(RepeatedRuns, HaveMediansAndRatiosOfEachQuantity) {
  const RepeatedRuns runs =
      compare_runs({times_of("a..a"), times_of("aa.a"), times_of("aa...a")}, {times_of("aaaa...a")});
  EXPECT_EQ(runs.a.size(), 3U);
  const DurationChange& makespan = runs.of(RunQuantity::makespan);
  EXPECT_EQ(makespan.name, "makespan");
  EXPECT_EQ(makespan.median_a_ns, 4000);
  EXPECT_EQ(makespan.median_b_ns, 8000);
  EXPECT_EQ(makespan.estimate, (RatioEstimate{2.0, {}}));
  EXPECT_EQ(runs.of(RunQuantity::busy).median_a_ns, 3000);
  EXPECT_EQ(runs.of(RunQuantity::idle).median_a_ns, 2000);
}

TEST(RepeatedRuns, DurationOfZeroHasNoRatio) {
  const RepeatedRuns runs = compare_runs({times_of("aa")}, {times_of("a.a")});
  EXPECT_TRUE(runs.of(RunQuantity::busy).estimate);
  EXPECT_FALSE(runs.of(RunQuantity::idle).estimate);
  EXPECT_EQ(runs.of(RunQuantity::idle).median_b_ns, 1000);
}

TEST(RepeatedRuns, CompareTheMeanTimesOfCommonTypes) {
  const RepeatedRuns runs = compare_runs({times_of("ab|bbb"), times_of("abbbbc")}, {times_of("aabbb|bbbd")});
  EXPECT_THAT(names_of(runs.types), ElementsAre("b", "a")) << "by busy time in A";
  EXPECT_EQ(runs.types[0].median_a_ns, 3000) << "between 2 and 4 µs";
  EXPECT_EQ(runs.types[0].median_b_ns, 3000);
  EXPECT_EQ(runs.types[1].estimate, (RatioEstimate{2.0, {}}));
}

TEST(RepeatedRuns, QuantitiesHaveNames) {
  EXPECT_EQ(quantity_name(RunQuantity::makespan), "makespan");
  EXPECT_EQ(quantity_name(RunQuantity::busy), "busy");
  EXPECT_EQ(quantity_name(RunQuantity::idle), "idle");
}

}  // namespace
}  // namespace gusset::traces
