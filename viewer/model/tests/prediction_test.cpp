#include "gusset/viewer/model/what_if/prediction.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

constexpr const char* document = R"({"format": "gusset statistics", "version": 1, "makespan_s": 0.5,
  "makespan_range_s": {"min": 0.25, "max": 0.75, "seeds": 10, "nearest_seed": 3},
  "bounds": {"work_s": 0.125, "critical_path_s": 0.2, "network_s": 0.0},
  "inputs": {"assumptions": ["tasks of type 'a' take 2 times as long"]}})";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = document;
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(Prediction, HasMedianRangeAndBounds) {
  const auto prediction = parse_prediction(document, "S.json");
  ASSERT_TRUE(prediction) << prediction.error().message();
  EXPECT_EQ(prediction->makespan_s, 0.5);
  EXPECT_EQ(prediction->min_s, 0.25);
  EXPECT_EQ(prediction->max_s, 0.75);
  EXPECT_EQ(prediction->seeds, 10U);
  EXPECT_EQ(prediction->bounds, (Prediction::Bounds{0.125, 0.2, 0.0}));
  ASSERT_EQ(prediction->assumptions.size(), 1U);
  EXPECT_EQ(prediction->assumptions[0], "tasks of type 'a' take 2 times as long");
}

TEST(Prediction, IntervalMayBeUnknown) {
  EXPECT_EQ(parse_prediction(document, "S.json")->interval, std::nullopt);
  const auto prediction = parse_prediction(
      changed(R"("bounds")", R"("makespan_90_percent_interval_s": {"low": 0.4, "high": 0.7}, "bounds")"),
      "S.json");
  ASSERT_TRUE(prediction) << prediction.error().message();
  EXPECT_EQ(prediction->interval, (Prediction::Interval{0.4, 0.7}));
}

TEST(Prediction, NoRangeMeansOneSeed) {
  const auto prediction = parse_prediction(
      changed(R"({"min": 0.25, "max": 0.75, "seeds": 10, "nearest_seed": 3})", "null"), "S.json");
  ASSERT_TRUE(prediction);
  EXPECT_EQ(prediction->seeds, 1U);
  EXPECT_EQ(prediction->min_s, 0.5);
}

TEST(Prediction, InvalidDocumentFailsInOneLine) {
  EXPECT_EQ(parse_prediction(changed("gusset statistics", "gusset sweep"), "S.json").error().message(),
            "S.json: format: expected \"gusset statistics\", found \"gusset sweep\"");
  EXPECT_EQ(
      parse_prediction(changed(R"("makespan_s": 0.5)", R"("makespan_s": null)"), "S.json").error().message(),
      "S.json: makespan_s: expected predicted times, found nothing");
  for (const char* text :
       {"", "nonsense", "[]", "{}", R"({"format": 3})", R"({"format": "gusset statistics"})"}) {
    const auto prediction = parse_prediction(text, "S.json");
    ASSERT_FALSE(prediction) << text;
    EXPECT_EQ(prediction.error().message().find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace gusset::viewer
