#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

ProgramResult cholesky(std::vector<std::string> arguments,
                       std::map<std::string, std::string> environment = {}) {
  arguments.insert(arguments.begin(), CHOLESKY_BINARY);
  return run_program({std::move(arguments), std::move(environment), {}, ""});
}

struct Shape {
  std::string size;
  std::string blocks;
};

void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.size << " in " << shape.blocks;
}

using Factorization = std::tuple<Shape, std::string, std::string>;  ///< shape, updates, threads

class FactorizationTest : public ::testing::TestWithParam<Factorization> {};

TEST_P(FactorizationTest, ResidualIsBelowItsLimit) {
  const auto& [shape, updates, threads] = GetParam();
  const auto result =
      cholesky({"--size", shape.size, "--blocks", shape.blocks, "--updates", updates, "--check"},
               {{"GUSSET_THREADS", threads}});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_THAT(result.output, MatchesRegex("N = [0-9]+, [^:]+: [0-9.]+ s, [0-9.]+ GFlop/s\n"
                                          "residual ‖A−LLᵀ‖/‖A‖ = [0-9.e+-]+, below 1e-12\n"));
}

INSTANTIATE_TEST_SUITE_P(
    Cholesky, FactorizationTest,
    ::testing::Combine(::testing::Values(Shape{"1", "1"}, Shape{"2", "2"}, Shape{"7", "3"}, Shape{"64", "64"},
                                         Shape{"200", "1"}, Shape{"257", "6"}, Shape{"500", "7"}),
                       ::testing::Values("add", "write"), ::testing::Values("1", "2", "4")));

TEST(Cholesky, EachRepetitionFactorizesAFreshMatrix) {
  const auto result = cholesky({"--size", "300", "--blocks", "4", "--repeat", "3", "--check"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 4);
  EXPECT_THAT(result.output, HasSubstr(", below 1e-12\n"));
}

struct BadArguments {
  std::vector<std::string> arguments;
  std::string line;
};

void PrintTo(const BadArguments& bad, std::ostream* out) {
  for (const std::string& word : bad.arguments) *out << word << ' ';
}

class BadArgumentsTest : public ::testing::TestWithParam<BadArguments> {};

TEST_P(BadArgumentsTest, AreOneLineAndExitStatusTwo) {
  const auto result = cholesky(GetParam().arguments);
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_THAT(result.output, IsEmpty());
  EXPECT_EQ(result.errors, "cholesky: " + GetParam().line + "\n");
}

INSTANTIATE_TEST_SUITE_P(
    Cholesky, BadArgumentsTest,
    ::testing::Values(
        BadArguments{{"--size", "0"}, "--size: expected a whole number from 1 to 10000000, found \"0\""},
        BadArguments{{"--size", "12x"}, "--size: expected a whole number from 1 to 10000000, found \"12x\""},
        BadArguments{{"--size", "-4"}, "--size: expected a whole number from 1 to 10000000, found \"-4\""},
        BadArguments{{"--size", "3", "--blocks", "4"}, "--blocks: expected at most --size (3), found \"4\""},
        BadArguments{{"--updates", "sub"}, "--updates: expected add or write, found \"sub\""},
        BadArguments{{"--repeat", "0"}, "--repeat: expected a whole number from 1 to 1000000, found \"0\""},
        BadArguments{{"--chek"}, "The following argument was not expected: --chek"}));

TEST(Cholesky, HelpNamesEveryOption) {
  const auto result = cholesky({"--help"});
  EXPECT_EQ(result.exit_status, 0);
  for (const char* option : {"--size", "--blocks", "--updates", "--repeat", "--check"}) {
    EXPECT_THAT(result.output, HasSubstr(option));
  }
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(Cholesky, InSimulationThereIsNothingToCheckOrToTime) {
  const auto result = cholesky({"--size", "99792", "--blocks", "36", "--check"},
                               {{"GUSSET_ENGINE", "simulate"}, {"GUSSET_GRID", "3x3"}});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.output, "residual: not checked, there are no data in simulation\n");
}
#endif

}  // namespace
}  // namespace gusset::testing
