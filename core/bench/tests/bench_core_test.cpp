#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

ProgramResult bench(const char* program, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program);
  return run_program({std::move(arguments), {}, {}, ""});
}

ProgramResult bench_core(std::vector<std::string> arguments) {
  return bench(BENCH_CORE_BINARY, std::move(arguments));
}

// Values differ from run to run, so this checks only their form.
void expect_figures(const std::string& text, std::size_t count) {
  const json figures = json::parse(text);
  ASSERT_TRUE(figures.is_array());
  EXPECT_EQ(figures.size(), count);
  for (const json& figure : figures) {
    EXPECT_EQ(figure.size(), 6U);
    EXPECT_TRUE(figure.at("name").is_string());
    EXPECT_TRUE(figure.at("unit").is_string());
    EXPECT_TRUE(figure.at("ours").is_number()) << figure.dump();
    EXPECT_TRUE(figure.at("goal").is_number() || figure.at("goal").is_null());
    EXPECT_THAT(figure.at("better").get<std::string>(), AnyOf("lower", "higher"));
    for (const auto& [name, value] : figure.at("peers").items()) EXPECT_TRUE(value.is_number()) << name;
  }
}

TEST(BenchCore, MeasuresEveryKindOfRow) {
  const auto result = bench_core(
      {"--section", "all", "--rounds", "1", "--milliseconds", "1", "--json", "--rows",
       "^(Cholesky 20x20|many adds on one handle|recording overhead, spans|efficiency, Cholesky 50x50, 2 us "
       "bodies|Cholesky 20x20, plan rerun|Cholesky 20x20, plan with flags|dependencies: each task reads 100 "
       "and writes 1|tasks: 10.3 "
       "of a stencil|chain: task graph|chain: recording overhead of the task graph|wake-up of a sleeping "
       "worker|four loops, 50 ns tasks: share of the best speedup, plan with (a static schedule|flags)|time "
       "guided .*empty bodies, 8 workers)$"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  expect_figures(result.output, 14);
}

TEST(BenchCore, TableHasOneLinePerRow) {
  const auto result =
      bench_core({"--rounds", "1", "--milliseconds", "1", "--rows", "^independent, 1 worker$"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, StartsWith("| figure | unit | Gusset | "));
  EXPECT_THAT(result.output, HasSubstr("\n| independent, 1 worker | ns/task | "));
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 3);
}

TEST(BenchCore, HelpListsSections) {
  const auto result = bench_core({"--help"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.output, StartsWith("usage: bench_core "));
  EXPECT_THAT(result.output, HasSubstr("oversubscription, memory, all (speed)"));
}

struct BadArguments {
  std::vector<std::string> arguments;
  std::string line;
};

TEST(BenchCore, BadArgumentsPrintOneLineAndExitWithStatus2) {
  const std::vector<BadArguments> all = {
      {{"--fast"}, "expected an option (see --help), found \"--fast\""},
      {{"--rounds", "0"}, "--rounds: expected a whole number from 1 to 1000000, found \"0\""},
      {{"--rows", "("}, "--rows: expected a regular expression, found \"(\""},
      {{"--rows", "no such row"}, "--rows: expected a match in the section, found none"},
      {{"--section", "none"},
       "--section: expected one of speed, dependencies, tasks, graphs, loops, wake-up, oversubscription, "
       "memory, all; found "
       "\"none\""},
      {{"--child", "Gusset", "none"}, "--child: expected the name of a row, found \"none\""}};
  for (const BadArguments& bad : all) {
    const auto result = bench_core(bad.arguments);
    EXPECT_EQ(result.exit_status, 2);
    EXPECT_THAT(result.output, IsEmpty());
    EXPECT_EQ(result.errors, "bench_core: " + bad.line + "\n");
  }
}

#ifdef BENCH_CORE_CHOLESKY_BINARY
TEST(BenchCoreCholesky, EveryRuntimeFactorizesCorrectly) {
  const auto result = bench(BENCH_CORE_CHOLESKY_BINARY, {"--size", "256", "--tile", "32", "--workers", "2",
                                                         "--rounds", "1", "--repeat", "1", "--json"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.errors, IsEmpty());
  expect_figures(result.output, 3);
}

TEST(BenchCoreCholesky, TileMustDivideTheSize) {
  const auto result = bench(BENCH_CORE_CHOLESKY_BINARY, {"--size", "100", "--tile", "33"});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors, "bench_core_cholesky: --tile: expected a divisor of the size 100, found 33\n");
}
#endif

}  // namespace
}  // namespace gusset::testing
