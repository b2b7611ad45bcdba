#include "gusset/traces/schedules/schedule_answer.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "gusset/traces/analysis/graph/strands.hpp"
#include "schedule_case.hpp"
#include "schedule_problems.hpp"

namespace gusset::schedules {
namespace {

using ::testing::HasSubstr;

ScheduleReport report_of(std::int64_t took_ns, std::vector<ScheduleChoice> choices) {
  ScheduleReport report;
  report.found = testing::search(traces::testing::graham(), 4, 100);
  report.took_ns = took_ns;
  report.trace_threads = 4;
  report.choices = std::move(choices);
  report.draws = 3;
  return report;
}

std::vector<ScheduleChoice> choices(std::int64_t strict_ns, std::int64_t rank_ns, std::int64_t locality_ns) {
  return {choice_of("locality", "locality", false, locality_ns, {locality_ns}),
          choice_of("upward rank, dynamic", "rank", false, rank_ns, {rank_ns}),
          choice_of("found schedule, strict", "found_strict", true, strict_ns, {strict_ns})};
}

std::string sentence(const ScheduleReport& report, std::size_t which) {
  return schedule_answer(report).verdict.findings.at(which).sentence;
}

TEST(ScheduleChoice, HasMedianAndPercentiles) {
  std::vector<std::int64_t> drawn;
  for (std::int64_t ns = 100; ns > 0; --ns) drawn.push_back(ns);
  const ScheduleChoice choice = choice_of("n", "k", true, 7, drawn);
  EXPECT_EQ(choice.exact_ns, 7);
  EXPECT_EQ(choice.p5_ns, 6);
  EXPECT_EQ(choice.median_ns, 51);
  EXPECT_EQ(choice.p95_ns, 96);
}

TEST(ScheduleAnswer, SaysHowLongTheRunTookAndWhatWasFound) {
  EXPECT_EQ(
      sentence(report_of(15, choices(1, 1, 1)), 0),
      "Took 15 ns on 4 workers; no schedule can be shorter than 12 ns (critical path); 12 ns was found, the "
      "shortest possible, which would save 20.0 %.");
  EXPECT_THAT(sentence(report_of(12, choices(1, 1, 1)), 0),
              ::testing::EndsWith("; a better schedule is not worth having."));
}

TEST(ScheduleAnswer, SavesNothingOfWhatTheProgramTakesToEnd) {
  ScheduleReport report = report_of(20, choices(1, 1, 1));
  report.ending_ns = 4;
  EXPECT_EQ(
      sentence(report, 0),
      "Took 20 ns on 4 workers (the last 4 ns after its last task); no schedule can be shorter than 12 ns "
      "(critical path); 12 ns was found, the shortest possible, which would save 20.0 %.");
  report.ending_ns = 8;
  EXPECT_THAT(sentence(report, 0), ::testing::EndsWith("; a better schedule is not worth having."));
}

TEST(ScheduleAnswer, PromisesNothingIfOrderedLoopsHaveToKeepTheirOrder) {
  ScheduleReport report = report_of(20, choices(1, 1, 1));
  report.assumptions.emplace_back(traces::ordered_loops_assumption);
  EXPECT_THAT(sentence(report, 0),
              ::testing::EndsWith("; 12 ns was found, the shortest possible, but only if the parts of its "
                                  "ordered loops may run in any order, which they may not."));
}

// Schedules between the bound and the found one may not exist.
TEST(ScheduleAnswer, TellsWhatWasFoundFromWhatIsPossibleAtMost) {
  ScheduleReport report = report_of(20, choices(1, 1, 1));
  report.found.found_ns = 15;
  EXPECT_THAT(sentence(report, 0), ::testing::EndsWith("; 15 ns was found, which would save 25.0 %; no "
                                                       "schedule can save more than 40.0 %."));
  report.found.found_ns = 20;
  EXPECT_THAT(sentence(report, 0),
              ::testing::EndsWith("; 20 ns was found, which would save less than 1 %; no "
                                  "schedule can save more than 40.0 %."));
}

TEST(ScheduleAnswer, ExplainsBoundsThatFewReadersKnow) {
  ScheduleReport report = report_of(15, {});
  report.found.bounds.group_ns = report.found.bounds.energetic_ns = 13;
  EXPECT_THAT(sentence(report, 0),
              HasSubstr("no schedule can be shorter than 13 ns, because some tasks exclude "
                        "each other (exclusion); "));
  report.found.bounds.energetic_ns = 14;
  EXPECT_THAT(sentence(report, 0),
              HasSubstr("no schedule can be shorter than 14 ns, because one interval has more work than the "
                        "workers can do in it (energetic bound); "));
}

TEST(ScheduleAnswer, SaysWhyARunWasShorterThanAnySchedule) {
  ScheduleReport report = report_of(11, choices(1, 1, 1));
  EXPECT_THAT(sentence(report, 0),
              ::testing::EndsWith("shortest possible; the run was shorter because it broke dependencies "
                                  "(gusset check names them)."));
  report.trace_threads = 5;  // one more than the schedule has
  EXPECT_THAT(sentence(report, 0), ::testing::EndsWith("shortest possible."));
}

TEST(ScheduleAnswer, DoesNotCountTheTimeThatReplaysAddToEmptyTasks) {
  ScheduleReport report = report_of(15, choices(0, 9, 3));
  EXPECT_EQ(recommended(report), 2u);
  report.rounding_ns = 3;
  EXPECT_EQ(recommended(report), 0u);
  EXPECT_EQ(sentence(report, 1),
            "Recommended: locality, median 3 ns; upward rank, dynamic takes "
            "200.0 % longer.");
  report.rounding_ns = 9;
  EXPECT_EQ(sentence(report, 1), "Recommended: locality, median 3 ns.");
  report.policy = "locality";
  EXPECT_EQ(sentence(report, 1), "Recommended: locality, median 3 ns.");
  report.policy = "fifo";
  EXPECT_EQ(sentence(report, 1), "Recommended: locality instead of the trace's policy, fifo, median 3 ns.");
}

TEST(ScheduleAnswer, NamesItsThreadsIfTheRunHadOthersOrThereWasNoRun) {
  ScheduleReport report = report_of(15, {});
  report.trace_threads = 2;
  EXPECT_EQ(sentence(report, 0),
            "Took 15 ns on 2 workers; no schedule on 4 workers can be shorter than 12 ns (critical path); 12 "
            "ns was "
            "found, the shortest possible.");
  report.took_ns.reset();
  EXPECT_EQ(
      sentence(report, 0),
      "No schedule on 4 workers can be shorter than 12 ns (critical path); 12 ns was found, the shortest "
      "possible.");
}

TEST(ScheduleAnswer, SaysWhatAScheduleOfStrandsAssumes) {
  ScheduleReport report = report_of(15, {});
  report.is_of_strands = true;
  EXPECT_THAT(sentence(report, 1),
              ::testing::StartsWith("This assumes that a task may continue on any thread"));
  EXPECT_TRUE(schedule_answer(report).tables.empty());
}

TEST(ScheduleAnswer, RecommendsTheFastestUnlessASimplerChoiceIsClose) {
  EXPECT_EQ(recommended(report_of(1, choices(900, 1000, 1100))), 2u);
  EXPECT_EQ(recommended(report_of(1, choices(1000, 900, 1100))), 1u);
  EXPECT_EQ(recommended(report_of(1, choices(995, 1000, 1100))), 1u);
  EXPECT_EQ(recommended(report_of(1, choices(995, 996, 1000))), 0u);
  EXPECT_EQ(sentence(report_of(1, choices(900, 1000, 1080)), 1),
            "Recommended: found schedule, strict, median 900 ns; locality takes 20.0 % longer.");
  EXPECT_EQ(sentence(report_of(1, choices(995, 996, 1000)), 1),
            "Recommended: locality, median 1.00 µs; found schedule, strict is only 0.5 % faster.");
}

TEST(ScheduleAnswer, TableHasTheChoices) {
  const traces::Answer answer = schedule_answer(report_of(15, choices(1, 2, 3)));
  ASSERT_EQ(answer.tables.size(), 1u);
  EXPECT_EQ(answer.tables[0].rows.size(), 3u);
  EXPECT_EQ(answer.tables[0].columns.size(), 6u);
  ScheduleReport exact = report_of(15, choices(1, 2, 3));
  exact.draws = 0;
  EXPECT_EQ(schedule_answer(exact).tables[0].columns.size(), 3u);
  EXPECT_THAT(schedule_answer(exact).tables[0].remark, ::testing::HasSubstr("runs do not differ"));
}

TEST(ScheduleJson, HasFoundAndBound) {
  const auto json = nlohmann::json::parse(schedule_json(report_of(15, choices(1000, 2000, 3000)), "t.gus"));
  EXPECT_EQ(json.at("format"), "gusset schedule");
  EXPECT_DOUBLE_EQ(json.at("found_s").get<double>(), 12e-9);
  EXPECT_DOUBLE_EQ(json.at("bound_s").get<double>(), 12e-9);
  EXPECT_EQ(json.at("bound"), "critical path");
  EXPECT_EQ(json.at("optimal"), true);
  EXPECT_EQ(json.at("recommended"), "found_strict");
  EXPECT_EQ(json.at("choices")[0].at("key"), "locality");
  EXPECT_DOUBLE_EQ(json.at("choices")[0].at("median_s").get<double>(), 3e-6);
}

ScheduleReport read_again(const ScheduleReport& report) {
  const auto read = parse_schedule_report(schedule_json(report, "t.gus"), "d.json");
  EXPECT_TRUE(read.ok()) << read.error().message();
  return read.value();
}

TEST(ScheduleJson, ReadsAsTheSameAnswer) {
  ScheduleReport report = report_of(15, choices(995, 996, 1000));
  report.assumptions = {"a unit of work takes 1 ms"};
  EXPECT_EQ(schedule_answer(read_again(report)), schedule_answer(report));
  report.is_typical = true;
  report.is_predicted = true;
  report.trace_threads = 2;
  report.found.is_interrupted = true;
  report.draws = 0;
  EXPECT_EQ(schedule_answer(read_again(report)), schedule_answer(report));
  report.took_ns.reset();
  EXPECT_EQ(schedule_answer(read_again(report)), schedule_answer(report));
  report.choices.clear();
  report.is_of_strands = true;
  EXPECT_EQ(schedule_answer(read_again(report)), schedule_answer(report));
  report.is_of_strands = false;
  report.is_comparison_stopped = true;
  EXPECT_EQ(schedule_answer(read_again(report)), schedule_answer(report));
  EXPECT_EQ(read_again(report).found.bounds, report.found.bounds);
}

TEST(ScheduleJson, KeepsWhatTheRecommendationDoesNotCount) {
  ScheduleReport report = report_of(15, choices(900, 1000, 1100));
  EXPECT_EQ(recommended(read_again(report)), 2u);
  report.rounding_ns = 200;
  EXPECT_EQ(recommended(read_again(report)), 0u);
}

TEST(ScheduleJson, RefusesOtherDocuments) {
  const auto error_of = [](std::string text) {
    const auto read = parse_schedule_report(text, "d.json");
    return read.ok() ? "none" : read.error().message();
  };
  EXPECT_THAT(error_of("{"), ::testing::StartsWith("d.json"));
  EXPECT_THAT(error_of(R"({"format": "gusset idle", "version": 1})"),
              ::testing::HasSubstr("gusset schedule"));
  std::string text = schedule_json(report_of(15, choices(1, 2, 3)), "t.gus");
  text.replace(text.find("\"exact\""), 7, "\"any\"");
  EXPECT_EQ(error_of(text), "d.json: durations: expected exact or typical, found \"any\"");
}

TEST(ScheduleAnswer, SaysThatTheComparisonWasStopped) {
  ScheduleReport report = report_of(15, {});
  report.is_comparison_stopped = true;
  EXPECT_EQ(sentence(report, 1), "The comparison with other ways to run the tasks was stopped.");
}

}  // namespace
}  // namespace gusset::schedules
