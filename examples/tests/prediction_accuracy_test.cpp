#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <sstream>
#include <string>

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
  EXPECT_THAT(report, HasSubstr("the quick study, which says little"));
  std::istringstream lines(report);
  std::size_t cases = 0;
  std::size_t without_interval = 0;  // on a busy machine, measured runs may give no interval
  for (std::string line; std::getline(lines, line);) {
    char program[32];
    unsigned size = 0, blocks = 0, workers = 0, inside = 0, runs = 0;
    double measured_ms = 0, predicted_ms = 0, error = 0, low_ms = 0, high_ms = 0;
    const int found = std::sscanf(
        line.c_str(), "| %31s | %u | %u | %u | %lf | %lf | %lf %% | %lf to %lf | %u of %u |", program, &size,
        &blocks, &workers, &measured_ms, &predicted_ms, &error, &low_ms, &high_ms, &inside, &runs);
    if (found < 7) continue;
    ++cases;
    EXPECT_TRUE(workers == 1 || workers == 2) << workers;
    EXPECT_GT(measured_ms, 0.0);
    EXPECT_NEAR(error, (predicted_ms / measured_ms - 1.0) * 100.0, 2.0 + std::abs(error) * 0.05);
    if (line.ends_with("| none | |")) {
      ++without_interval;
      continue;
    }
    EXPECT_LT(low_ms, high_ms);
    EXPECT_LT(low_ms, predicted_ms);
    EXPECT_GT(high_ms, predicted_ms);
    EXPECT_EQ(runs, 2u);
  }
  EXPECT_EQ(cases, 10u) << report;
  EXPECT_THAT(report, HasSubstr("% of " + std::to_string(2 * (10 - without_interval)) + " runs, goal"));
  EXPECT_THAT(report, HasSubstr("Cases without an interval: " + std::to_string(without_interval) + "."));
  EXPECT_THAT(report, ContainsRegex("width is [0-9.]+ times that of the central 90 %.* of [0-9]+ cases"));
  EXPECT_THAT(report, ContainsRegex("heat: median error [0-9.]+ %, goal at most 8 %"));
  EXPECT_THAT(report, ContainsRegex("tune, calibrated on the quiet machine: .*mean of 8"));
  EXPECT_THAT(report, ContainsRegex("tune, calibrated beside one busy process: .*mean of 4"));
}

TEST(PredictionAccuracy, InvalidArgumentsFailWithOneLine) {
  const auto result = prediction_accuracy.run({"--slow"});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors, "prediction_accuracy: The following argument was not expected: --slow\n");
}

}  // namespace
}  // namespace gusset::testing
