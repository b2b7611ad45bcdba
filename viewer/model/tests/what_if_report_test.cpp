#include "gusset/viewer/model/what_if/what_if_report.hpp"

#include <gmock/gmock.h>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;

ReplayResult result(double makespan_s, double spread_s, double busy_share) {
  ReplayResult result;
  result.prediction.makespan_s = makespan_s;
  result.prediction.min_s = makespan_s - spread_s;
  result.prediction.max_s = makespan_s + spread_s;
  result.prediction.seeds = 10;
  result.prediction.bounds = Prediction::Bounds{makespan_s / 2, makespan_s / 4, 0.0};
  result.prediction.assumptions = {"something"};
  result.busy_share = busy_share;
  return result;
}

TEST(WhatIfReport, GainIsRelativeToTheUnchangedSimulation) {
  const auto loaded = testing::loaded_from_text("aaaaaaaaaa\n..........");  // 10 µs, half busy
  const auto report = what_if_report(*loaded, result(11e-6, 0.1e-6, 0.45), result(5.5e-6, 0.1e-6, 0.9), true);
  EXPECT_EQ(report.verdict, "2.00 times as fast: 5.50 µs instead of 11.0 µs simulated unchanged");
  EXPECT_EQ(report.caution, "The unchanged simulation is off by +10.0 %.");
  EXPECT_THAT(report.headings, ElementsAre("", "measured", "unchanged", "what if"));
  EXPECT_THAT(report.rows[0], ElementsAre("makespan", "10.0 µs", "11.0 µs", "5.50 µs"));
  EXPECT_THAT(report.rows[1], ElementsAre("range over seeds", "", "10.9–11.1 µs", "5.40–5.60 µs"));
  EXPECT_THAT(report.rows[2], ElementsAre("busy", "50.0 %", "45.0 %", "90.0 %"));
  EXPECT_THAT(report.rows[3], ElementsAre("bound: work ÷ workers", "", "5.50 µs", "2.75 µs"));
  EXPECT_THAT(report.assumptions, ElementsAre("something"));
}

// The panel's title in the timeline says how long the drawn schedule takes, not the median.
TEST(WhatIfReport, DrawnScheduleHasItsOwnMakespan) {
  const auto loaded = testing::loaded_from_text("aaaaaaaaaa");
  ReplayResult drawn = result(5.68e-6, 0.1e-6, 0.9);
  drawn.shown_ns = 5'700;
  const auto report = what_if_report(*loaded, result(10e-6, 0.1e-6, 1), drawn, true);
  EXPECT_THAT(report.rows[0], ElementsAre("makespan", "10.0 µs", "10.0 µs", "5.68 µs"));
  EXPECT_THAT(report.rows[2], ElementsAre("as drawn", "", "", "5.70 µs"));
  drawn.prediction.seeds = 1;
  ReplayResult before = result(10e-6, 0, 1);
  before.prediction.seeds = 1;
  const auto one_seed = what_if_report(*loaded, before, drawn, true);
  EXPECT_NE(one_seed.rows[2].front(), "as drawn") << "the same number";
}

// The critical path's overlay has other bounds: for all workers together and without messages.
TEST(WhatIfReport, BoundsOfSeveralNodesIncludeMessages) {
  traces::Trace two;
  two.nodes.resize(2);
  const auto loaded = index_trace(std::make_shared<traces::Trace>(two), {}, 1);
  const auto report = what_if_report(*loaded, result(2e-6, 0, 1), {}, false);
  EXPECT_EQ(report.rows[3].front(), "bound: busiest node");
  EXPECT_EQ(report.rows[4].front(), "bound: path, messages");
  EXPECT_EQ(report.rows[5].front(), "bound: network");
  ReplayResult on_two_nodes = result(2e-6, 0, 1);
  on_two_nodes.prediction.bounds->network_s = 1e-7;
  const auto one = testing::loaded_from_text("aa");
  EXPECT_EQ(what_if_report(*one, result(2e-6, 0, 1), on_two_nodes, true).rows[3].front(),
            "bound: busiest node");
  EXPECT_EQ(what_if_report(*one, result(2e-6, 0, 1), on_two_nodes, false).rows[3].front(),
            "bound: work ÷ workers");
}

TEST(WhatIfReport, SlowdownIsReported) {
  const auto loaded = testing::loaded_from_text("aa");
  EXPECT_THAT(what_if_report(*loaded, result(2e-6, 0, 1), result(3e-6, 0, 1), true).verdict,
              ::testing::StartsWith("1.50 times as long"));
  EXPECT_THAT(what_if_report(*loaded, result(2e-6, 0, 1), result(2e-6, 0, 1), true).verdict,
              ::testing::StartsWith("as fast as before"));
}

TEST(WhatIfReport, OverlappingRangesAreNamed) {
  const auto loaded = testing::loaded_from_text("aa");
  EXPECT_THAT(what_if_report(*loaded, result(2e-6, 5e-7, 1), result(1.8e-6, 5e-7, 1), true).caution,
              ::testing::StartsWith("The ranges over seeds overlap: "));
}

// Seeds say little about single runs. If the costs say how single runs vary, only that matters.
TEST(WhatIfReport, IntervalsDecideWhereTheyAreKnown) {
  const auto loaded = testing::loaded_from_text("aa");
  ReplayResult before = result(2e-6, 5e-7, 1);
  ReplayResult after = result(1.8e-6, 5e-7, 1);
  before.prediction.interval = {1.95e-6, 2.05e-6};
  after.prediction.interval = {1.75e-6, 1.85e-6};
  const auto apart = what_if_report(*loaded, before, after, true);
  EXPECT_EQ(apart.caution.find("overlap"), std::string::npos) << apart.caution;
  EXPECT_THAT(apart.rows[2], ElementsAre("90 % interval", "", "1.95–2.05 µs", "1.75–1.85 µs"));
  after.prediction.interval->high_s = 1.96e-6;
  EXPECT_THAT(what_if_report(*loaded, before, after, true).caution,
              ::testing::StartsWith("The 90 % intervals overlap: single runs may not show the difference."));
  after.prediction.interval.reset();
  const auto half_known = what_if_report(*loaded, before, after, true);
  EXPECT_THAT(half_known.caution, ::testing::StartsWith("The ranges over seeds overlap: "));
  EXPECT_THAT(half_known.rows[2], ElementsAre("90 % interval", "", "1.95–2.05 µs", "unknown"));
}

TEST(WhatIfReport, CautionHasOneBlankBetweenSentencesAndNoneAtItsEnd) {
  const auto before = result(2e-6, 5e-7, 1);
  const auto after = result(1.8e-6, 5e-7, 1);
  const auto measured = testing::loaded_from_text("aa");
  EXPECT_THAT(what_if_report(*measured, before, after, true).caution,
              ::testing::HasSubstr("may vanish. The unchanged simulation is off by "));
  traces::Trace trace = *measured->trace;
  trace.metadata.origin = traces::Origin::predicted;
  const auto predicted = index_trace(std::make_shared<traces::Trace>(trace), {}, 1);
  EXPECT_EQ(what_if_report(*predicted, before, after, true).caution,
            "The ranges over seeds overlap: with other seeds, the difference may vanish.");
}

TEST(WhatIfReport, MissingResultsAreEllipses) {
  const auto loaded = testing::loaded_from_text("aa");
  const auto report = what_if_report(*loaded, std::nullopt, std::nullopt, true);
  EXPECT_EQ(report.verdict, "");
  EXPECT_THAT(report.rows[0], ElementsAre("makespan", "2.00 µs", "…", "…"));
  EXPECT_THAT(what_if_report(*loaded, std::nullopt, result(1e-6, 0, 1), true).verdict,
              ::testing::EndsWith("instead of 2.00 µs measured"));
}

TEST(WhatIfReport, UnchangedMachineHasNoWhatIfColumn) {
  const auto loaded = testing::loaded_from_text("aa");
  const auto report = what_if_report(*loaded, result(2e-6, 0, 1), result(1e-6, 0, 1), false);
  EXPECT_EQ(report.verdict, "");
  EXPECT_THAT(report.headings, ElementsAre("", "measured", "unchanged"));
  EXPECT_THAT(report.rows[0], ElementsAre("makespan", "2.00 µs", "2.00 µs"));
}

TEST(WhatIfReport, GraphThatNeverRanHasNoMakespan) {
  traces::Trace graph;
  const auto loaded = index_trace(std::make_shared<traces::Trace>(graph), {}, 1);
  const auto report = what_if_report(*loaded, result(2e-3, 0, 0.5), result(1e-3, 0, 1), true);
  EXPECT_THAT(report.rows[0], ElementsAre("makespan", "never ran", "2.00 ms", "1.00 ms"));
  EXPECT_EQ(report.caution, "");
}

}  // namespace
}  // namespace gusset::viewer
