#include "gusset/traces/answers/repeated_runs_answer.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const ChangeLimit five_percent{RunQuantity::makespan, true, 5.0};

// Runs on one worker that is idle for 1 ms; the type "a" has one task.
std::vector<RunTimes> runs_of(const std::vector<std::int64_t>& makespans_ms) {
  std::vector<RunTimes> runs;
  for (const std::int64_t ms : makespans_ms) {
    const std::int64_t ns = ms * 1'000'000;
    const std::int64_t idle_ns = 1'000'000;
    runs.push_back({"t.gus", {ns, ns - idle_ns, idle_ns}, 1, false, {{"a", {1, ns - idle_ns}}}});
  }
  return runs;
}

RepeatedRuns compared(const std::vector<std::int64_t>& a_ms, const std::vector<std::int64_t>& b_ms) {
  return compare_runs(runs_of(a_ms), runs_of(b_ms));
}

std::vector<std::string> sentences_of(const RepeatedRuns& runs,
                                      const std::optional<ChangeLimit>& fail_if = std::nullopt) {
  std::vector<std::string> sentences;
  for (const Finding& finding : repeated_runs_answer(runs, fail_if).verdict.findings)
    sentences.push_back(finding.sentence);
  return sentences;
}

const RepeatedRuns slower = compared({100, 101, 102, 103}, {120, 121, 122, 123});
const RepeatedRuns noisy = compared({100, 101, 102, 103}, {99, 101, 103, 110});

TEST(RepeatedRunsAnswer, ReportsADifferenceThatIsMoreThanNoise) {
  EXPECT_THAT(
      sentences_of(slower),
      ElementsAre("B is slower than A: B's makespan differs by +19.7 % (95 % confidence interval: +16.5 % to "
                  "+23.0 %); 102 ms in A (median of 4 runs), 122 ms in B (4 runs)."));
  EXPECT_THAT(sentences_of(compared({200, 201, 202, 203}, {100, 101, 102, 103})).front(),
              HasSubstr("B is faster than A: B's makespan differs by -"));
}

TEST(RepeatedRunsAnswer, ReportsThatNoiseMayExplainTheDifference) {
  EXPECT_THAT(sentences_of(noisy).front(),
              HasSubstr("Noise alone may explain the difference: B's makespan differs by +"));
}

TEST(RepeatedRunsAnswer, FewRunsDoNotShowTheNoise) {
  EXPECT_THAT(
      sentences_of(compared({100}, {75})),
      ElementsAre("B's makespan differs by -25.0 %, but the noise is unknown: 100 ms in A (median of 1 "
                  "run), 75.0 ms in B (1 run); 4 runs of each are enough."));
  EXPECT_THAT(
      sentences_of(compared({100, 100, 100}, {75, 75, 75})),
      ElementsAre("B's makespan differs by -25.0 %, but so few runs can't show a difference with 95 % "
                  "confidence: 100 ms in A (median of 3 runs), 75.0 ms in B (3 runs); 4 runs of each are "
                  "enough."));
}

TEST(RepeatedRunsAnswer, DecisionComesFirst) {
  EXPECT_EQ(
      sentences_of(slower, five_percent).front(),
      "Failed: makespan>5% is true with 95 % confidence, because the whole interval of +16.5 % to +23.0 % "
      "lies above the limit.");
  EXPECT_EQ(
      sentences_of(slower, ChangeLimit{RunQuantity::makespan, true, 25.0}).front(),
      "Passed: makespan>25% is false with 95 % confidence, because no part of the interval of +16.5 % to "
      "+23.0 % lies above the limit.");
  EXPECT_EQ(
      sentences_of(slower, ChangeLimit{RunQuantity::makespan, true, 20.0}).front(),
      "Undecided, so not a failure: the interval of +16.5 % to +23.0 % contains the limit of makespan>20%; "
      "more runs make it narrower.");
  EXPECT_EQ(sentences_of(compared({100}, {200}), five_percent).front(),
            "Undecided, so not a failure: there are too few runs to check makespan>5%; 4 runs of each are "
            "enough.");
  RepeatedRuns busy = compared({100}, {200});
  busy.quantities[static_cast<std::size_t>(RunQuantity::idle)].estimate.reset();
  EXPECT_EQ(sentences_of(busy, ChangeLimit{RunQuantity::idle, true, 5.0}).front(),
            "Undecided, so not a failure: idle is 0 in some run, so idle>5% means nothing.");
}

TEST(RepeatedRunsAnswer, TablesShowEachDurationWithItsInterval) {
  const Answer answer = repeated_runs_answer(slower, std::nullopt);
  ASSERT_THAT(answer.tables, SizeIs(2));
  const Table& quantities = answer.tables[0];
  ASSERT_THAT(quantities.rows, SizeIs(3));
  std::vector<std::string> makespan;
  for (std::size_t i = 0; i < quantities.columns.size(); ++i)
    makespan.push_back(cell_text(quantities.columns[i].kind, quantities.rows[0].cells[i]));
  EXPECT_THAT(makespan, ElementsAre("makespan", "102 ms", "122 ms", "+19.7 %", "+16.5 %", "+23.0 %"));
  EXPECT_EQ(answer.tables[1].rows.at(0).cells.at(0), Cell("a"));
  const Answer single = repeated_runs_answer(compared({100}, {200}), std::nullopt);
  EXPECT_EQ(single.tables[0].rows[0].cells.at(4), Cell()) << "no interval";
}

TEST(RepeatedRunsAnswer, NotesWhatMakesRunsDifferent) {
  EXPECT_THAT(repeated_runs_answer(slower, std::nullopt).notes, IsEmpty());
  std::vector<RunTimes> a = runs_of({100, 100, 100});  // the last one has no command line
  a[1].workers = 8;
  a[1].is_incomplete = true;
  a[0].command = "./sort 1000";
  a[1].command = "./sort 2000";
  EXPECT_THAT(repeated_runs_answer(compare_runs(a, runs_of({100})), std::nullopt).notes,
              ElementsAre("t.gus is incomplete: part of the run is missing, so its times are too short.",
                          "Not all of A's runs have the same command line: ./sort 1000 in t.gus, ./sort "
                          "2000 in t.gus.",
                          "Not all runs have the same number of workers: 1 to 8."));
}

TEST(RepeatedRunsJson, HasRunsIntervalsAndDecision) {
  const auto json = nlohmann::json::parse(repeated_runs_json(slower, five_percent));
  EXPECT_EQ(json.at("format"), "gusset compare runs");
  EXPECT_EQ(json.at("version"), 1);
  EXPECT_EQ(json.at("a").size(), 4U);
  EXPECT_EQ(json.at("a").at(0).at("file"), "t.gus");
  EXPECT_DOUBLE_EQ(json.at("b").at(3).at("makespan_s").get<double>(), 0.123);
  const auto& makespan = json.at("quantities").at(0);
  EXPECT_EQ(makespan.at("quantity"), "makespan");
  EXPECT_DOUBLE_EQ(makespan.at("low_ratio").get<double>(), 120.0 / 103.0);
  EXPECT_DOUBLE_EQ(makespan.at("high_ratio").get<double>(), 123.0 / 100.0);
  EXPECT_EQ(json.at("types").at(0).at("type"), "a");
  EXPECT_EQ(json.at("fail_if").at("condition"), "makespan>5%");
  EXPECT_EQ(json.at("fail_if").at("decision"), "failed");
}

TEST(RepeatedRunsJson, UnknownIntervalsAreNull) {
  const auto json = nlohmann::json::parse(repeated_runs_json(compared({100}, {75}), std::nullopt));
  EXPECT_DOUBLE_EQ(json.at("quantities").at(0).at("ratio").get<double>(), 0.75);
  EXPECT_TRUE(json.at("quantities").at(0).at("low_ratio").is_null());
  EXPECT_TRUE(json.at("quantities").at(0).at("high_ratio").is_null());
  EXPECT_TRUE(json.at("fail_if").is_null());
}

}  // namespace
}  // namespace gusset::traces
