#include "widgets/fitted_columns.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

using Widths = std::vector<int>;

const std::vector<ColumnNeed> sample_columns{{150, 150}, {50, 60}, {40, 84}, {50, 90}};

TEST(FittedWidths, WideTableGivesNumbersWhatTheyWantAndNamesTheRest) {
  EXPECT_EQ(fitted_widths(sample_columns, 500, 80), (Widths{266, 60, 84, 90}));
}

TEST(FittedWidths, HeadingsAreCutBeforeCells) {
  EXPECT_EQ(fitted_widths(sample_columns, 300, 80), (Widths{150, 60, 40, 50}));
}

TEST(FittedWidths, NarrowTableShortensNamesThenTheLastColumns) {
  EXPECT_EQ(fitted_widths(sample_columns, 260, 80), (Widths{120, 50, 40, 50}));
  EXPECT_EQ(fitted_widths(sample_columns, 200, 80), (Widths{80, 50, 40, 30}));
  EXPECT_EQ(fitted_widths(sample_columns, 180, 80), (Widths{80, 50, 26, 24}));
}

TEST(FittedWidths, ShortNamesAreNotPadded) {
  EXPECT_EQ(fitted_widths({{30, 30}, {50, 50}}, 60, 80), (Widths{30, 30}));
  EXPECT_TRUE(fitted_widths({}, 60, 80).empty());
}

}  // namespace
}  // namespace gusset::viewer
