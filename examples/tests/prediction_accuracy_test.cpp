#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

const Example prediction_accuracy{PREDICTION_ACCURACY_BINARY};

// The test checks that predictions are made, measured and judged, not how accurate they are here and now.
TEST(PredictionAccuracy, QuickStudyMeasuresPredictsAndJudges) {
  const auto result = prediction_accuracy.run({"--quick"});
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  const std::string& report = result.output;
  EXPECT_THAT(report, ContainsRegex("Costs come from N = 1536 and 2560 with tiles of 128, 256 and 512"));
  EXPECT_THAT(report, HasSubstr("the quick study, which says little"));
  std::istringstream lines(report);
  std::size_t cases = 0;
  for (std::string line; std::getline(lines, line);) {
    unsigned tile = 0, blocks = 0, rows = 0, workers = 0;
    double measured_ms = 0, spread = 0, predicted_ms = 0, error = 0, bound_ms = 0;
    if (std::sscanf(line.c_str(), "| %u | %u | %u | %u | %lf | %lf %% | %lf | %lf %% | %lf", &tile, &blocks,
                    &rows, &workers, &measured_ms, &spread, &predicted_ms, &error, &bound_ms) != 9)
      continue;
    ++cases;
    EXPECT_EQ(rows, tile * blocks);
    EXPECT_TRUE(workers == 1 || workers == 2) << workers;
    EXPECT_NE(rows, 1536u) << "the costs come from this size";
    EXPECT_NE(rows, 2560u) << "the costs come from this size";
    EXPECT_GT(measured_ms, 0.0);
    EXPECT_GT(bound_ms, 0.0);
    EXPECT_NEAR(error, (predicted_ms / measured_ms - 1.0) * 100.0, 1.0 + std::abs(error) * 0.02);
  }
  EXPECT_EQ(cases, 10u) << report;
  EXPECT_THAT(report, ContainsRegex("Tiles of 256 and more, 6 cases: median error [0-9.]+ %"));
  EXPECT_THAT(report, ContainsRegex("Little parallelism .*: median error [0-9.]+ %, against [0-9.]+ % for"));
  EXPECT_THAT(report, ContainsRegex("Replays of 5 traces on their own machine: median error [0-9.]+ %"));
  EXPECT_THAT(report,
              ContainsRegex("N = 2048: gusset tune advises tiles of (128|256|512), which took [0-9.]+ %"));
  EXPECT_THAT(report, ContainsRegex("one worker predicted from costs of runs with all workers busy"));
}

TEST(PredictionAccuracy, InvalidArgumentsFailWithOneLine) {
  const auto result = prediction_accuracy.run({"--slow"});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors, "prediction_accuracy: The following argument was not expected: --slow\n");
}

}  // namespace
}  // namespace gusset::testing
