#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;

const Example weak_scaling{WEAK_SCALING_BINARY};

// Returns the numbers in the table's row that begins with this text; cells with text are 0.
std::vector<double> row_of(const std::string& output, const std::string& begin) {
  std::vector<double> cells;
  const std::size_t at = output.find(begin);
  if (at == std::string::npos) return cells;
  std::string row = output.substr(at, output.find('\n', at) - at);
  for (std::size_t bar = row.find('|'); bar + 1 < row.size(); bar = row.find('|', bar + 1))
    cells.push_back(std::strtod(row.c_str() + bar + 1, nullptr));
  return cells;
}

TEST(WeakScaling, ComparesPredictedAndMeasuredEfficiencies) {
  const TestFolder folder;
  const std::string picture = folder.file("w.svg");
  const auto result =
      weak_scaling.run({"--nodes", "4,9", "--rows", "40000", "--parts", "2", "--seeds", "1", "-o", picture});
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  enum Column { predicted = 4, measured = 6, difference = 7, simple = 8, balance = 10 };
  const auto one = row_of(result.output, "| 40000 | 1 | 40000 | 5x2 |");
  const auto four = row_of(result.output, "| 40000 | 4 | 80000 | 8x2 |");
  const auto nine = row_of(result.output, "| 40000 | 9 | 120000 | 12x2 |");
  for (const auto& row : {one, four, nine}) ASSERT_EQ(row.size(), 11u) << result.output;
  EXPECT_EQ(one[predicted], 1.0);
  EXPECT_EQ(four[measured], 0.71);
  EXPECT_EQ(nine[simple], 0.68);
  for (const auto& row : {four, nine}) {
    EXPECT_GT(row[predicted], 0.2);
    EXPECT_LT(row[predicted], row[balance]) << "no schedule is better balanced than the work is";
    EXPECT_NEAR(row[difference], row[predicted] - row[measured], 0.0011);
  }
  std::smatch found;
  ASSERT_TRUE(std::regex_search(result.output, found, std::regex("- N_1 = 40000: ([0-9.]+)")))
      << result.output;
  EXPECT_NEAR(std::stod(found[1]), (std::abs(four[difference]) + std::abs(nine[difference])) / 2, 0.0011);
  EXPECT_THAT(result.output, HasSubstr("Not modelled"));
  EXPECT_THAT(result.output, HasSubstr("Assumed: topology of rackham"));
  const std::string svg = read_text(picture);
  for (const char* text : {"measured (DuctTeip on Rackham)", "predicted from S₁", "N₁ = 40 000", "nodes p"})
    EXPECT_THAT(svg, HasSubstr(text));
}

TEST(WeakScaling, StartsFromTheMeasuredSpeedOfOneNode) {
  // The efficiency on one node is relative to that node's own speed, so it is 1 with any seeds.
  const auto result =
      weak_scaling.run({"--nodes", "4", "--rows", "20000,10000", "--parts", "2", "--seeds", "2"});
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  for (const char* begin : {"| 20000 | 1 | 20000 | 5x2 |", "| 10000 | 1 | 10000 | 5x2 |"}) {
    const auto row = row_of(result.output, begin);
    ASSERT_EQ(row.size(), 11u) << result.output;
    EXPECT_EQ(row[4], 1.0);
    EXPECT_EQ(row[6], 1.0);
  }
}

TEST(WeakScaling, InvalidArgumentsFailWithOneLine) {
  const auto unknown = weak_scaling.run({"--nodes", "4,5"});
  EXPECT_EQ(unknown.exit_status, 2);
  EXPECT_EQ(unknown.errors,
            "weak_scaling: --nodes: expected some of 1,4,9,16,25,36,49, each at most once, found \"4,5\"\n");
  const auto alone = weak_scaling.run({"--nodes", "1"});
  EXPECT_EQ(alone.exit_status, 2);
  EXPECT_EQ(alone.errors, "weak_scaling: --nodes: expected a number besides 1, found \"1\"\n");
  const auto ending = weak_scaling.run({"-o", "w.bmp"});
  EXPECT_EQ(ending.exit_status, 2);
  EXPECT_EQ(ending.errors, "weak_scaling: -o: expected F.png, F.svg or F.pdf, found \"w.bmp\"\n");
}

}  // namespace
}  // namespace gusset::testing
