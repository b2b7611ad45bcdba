#include "gusset/traces/picture/charts/number_axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gusset::picture {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> labels_of(const NumberAxis& axis, int wanted) {
  std::vector<std::string> labels;
  for (const NumberTick& tick : axis.ticks(wanted)) labels.push_back(tick.label);
  return labels;
}

TEST(NumberAxis, LinearTicksAreRound) {
  EXPECT_THAT(labels_of(NumberAxis::linear(4.5, 13.0), 6), ElementsAre("4", "6", "8", "10", "12"));
  EXPECT_THAT(labels_of(NumberAxis::linear(0.98, 1.02), 5),
              ElementsAre("0.98", "0.99", "1.00", "1.01", "1.02"));
}

TEST(NumberAxis, LinearAxisOfPositiveValuesNeverGoesBelowZero) {
  const NumberAxis axis = NumberAxis::linear(0.0, 10.0);
  EXPECT_DOUBLE_EQ(axis.position(0.0), 0.0);
  EXPECT_LT(axis.position(10.0), 1.0);
  EXPECT_THAT(labels_of(axis, 3), ElementsAre("0", "5", "10"));
}

TEST(NumberAxis, SingleValueIsInsideTheAxis) {
  for (const NumberAxis& axis :
       {NumberAxis::linear(5.0, 5.0), NumberAxis::linear(0.0, 0.0), NumberAxis::logarithmic(5.0, 5.0)}) {
    EXPECT_GE(axis.position(5.0), 0.0);
    EXPECT_FALSE(axis.ticks(5).empty());
  }
  EXPECT_NEAR(NumberAxis::logarithmic(5.0, 5.0).position(5.0), 0.5, 1e-9);
}

TEST(NumberAxis, LogarithmicPositionsFollowRatios) {
  const NumberAxis axis = NumberAxis::logarithmic(1.0, 16.0);
  EXPECT_NEAR(axis.position(4.0), 0.5, 1e-9);
  EXPECT_NEAR(axis.position(8.0) - axis.position(4.0), axis.position(2.0) - axis.position(1.0), 1e-9);
}

TEST(NumberAxis, LogarithmicTicksThinOutOnLongAxes) {
  EXPECT_THAT(labels_of(NumberAxis::logarithmic(4.0, 80.0), 8), ElementsAre("5", "10", "20", "50"));
  EXPECT_THAT(labels_of(NumberAxis::logarithmic(1.0, 1e6), 8),
              ElementsAre("1", "10", "100", "1000", "10000", "100000", "1000000"));
  EXPECT_THAT(labels_of(NumberAxis::logarithmic(2.0, 6.0), 5), ElementsAre("2", "3", "4", "5", "6"));
}

TEST(NumberAxis, DoublingTicksArePowersOfTwo) {
  EXPECT_THAT(labels_of(NumberAxis::doubling(1.0, 16.0), 3), ElementsAre("1", "2", "4", "8", "16"));
  EXPECT_THAT(labels_of(NumberAxis::doubling(1.0, 256.0), 2), ElementsAre("1", "8", "64"));
}

TEST(NumberAxis, LabelsHaveTheDigitsThatTheStepNeeds) {
  EXPECT_EQ(number_label(0.25, 0.05), "0.25");
  EXPECT_EQ(number_label(20.0, 5.0), "20");
  EXPECT_EQ(number_label(2e9, 1e9), "2e+09");
}

TEST(NumberAxis, CountTicksAreRound) {
  const auto labels = [](std::uint64_t most, int wanted) {
    std::vector<std::string> found;
    for (const NumberTick& tick : count_ticks(most, wanted)) found.push_back(tick.label);
    return found;
  };
  EXPECT_THAT(labels(816, 4), ElementsAre("0", "200", "400", "600", "800"));
  EXPECT_THAT(labels(816, 1), ElementsAre("0", "500")) << "at least one tick";
  EXPECT_THAT(labels(3, 5), ElementsAre("0", "1", "2", "3"));
  EXPECT_THAT(labels(10, 2), ElementsAre("0", "5", "10"));
  EXPECT_THAT(labels(1, 0), ElementsAre("0", "1"));
  EXPECT_THAT(labels(0, 3), ElementsAre("0"));
}

}  // namespace
}  // namespace gusset::picture
