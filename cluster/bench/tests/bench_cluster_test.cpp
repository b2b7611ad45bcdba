#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mpi_environment.hpp"
#include "run_program.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

ProgramResult bench_cluster(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), BENCH_CLUSTER_BINARY);
  return run_program({std::move(arguments), mpi_environment(), {}, ""});
}

// Values differ from run to run, so this checks only their form.
TEST(BenchCluster, MeasuresWithEachMpiAndItsPeers) {
  const auto result =
      bench_cluster({"--short", "--rounds", "1", "--json", "--rows", "^(a task of another|8 bytes)"});
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  const json figures = json::parse(result.output);
  EXPECT_GE(figures.size(), 2U);
  EXPECT_EQ(figures.size() % 2, 0U);
  for (const json& figure : figures) {
    EXPECT_EQ(figure.size(), 6U);
    EXPECT_TRUE(figure.at("ours").is_number()) << figure.dump();
    const std::string peer = figure.at("unit") == "ns" ? "one process" : "plain MPI";
    EXPECT_TRUE(figure.at("peers").at(peer).is_number()) << figure.dump();
  }
}

TEST(BenchCluster, TableHasTheMpisNameAndOneLinePerRow) {
  const auto result = bench_cluster({"--mpi", BENCH_CLUSTER_MPI, "--short", "--rounds", "1", "--rows",
                                     "^tasks of 500 us, 2 nodes", "--peer", "echo=echo"});
  EXPECT_THAT(result.output, MatchesRegex("(Open MPI|MPICH)\n\n[|] figure [|] unit [|] Gusset [|](.|\n)*"));
  EXPECT_THAT(result.output, HasSubstr("\n| tasks of 500 us, 2 nodes x 1 thread ÷ 1 x 2 | share | "));
  EXPECT_THAT(result.errors, HasSubstr("bench_cluster: echo, tasks of 500 us"));  // it prints no number
  EXPECT_EQ(result.exit_status, 1);
}

TEST(BenchCluster, BadArgumentsPrintOneLineAndExitWithStatus2) {
  struct BadArguments {
    std::vector<std::string> arguments;
    std::string line;
  };
  const std::vector<BadArguments> all = {
      {{"--fast"}, "expected an option (see --help), found \"--fast\""},
      {{"--rows", "no such row"}, "--rows: expected a match, found none"},
      {{"--peer", "program"}, "--peer: expected NAME=PROGRAM, found \"program\""},
      {{"--child", "run", "none"}, "--child: expected the name of a probe, found \"none\""},
      {{"--child", "run", "hop", "0"}, "--child: expected a whole number from 1, found \"0\""}};
  for (const BadArguments& bad : all) {
    const auto result = bench_cluster(bad.arguments);
    EXPECT_EQ(result.exit_status, 2);
    EXPECT_THAT(result.output, IsEmpty());
    EXPECT_EQ(result.errors, "bench_cluster: " + bad.line + "\n");
  }
}

TEST(BenchCluster, UnknownMpiIsNamed) {
  const auto result = bench_cluster({"--mpi", "lam"});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_THAT(result.errors, StartsWith("bench_cluster: --mpi: expected one of "));
  EXPECT_THAT(result.errors, HasSubstr("; found \"lam\"\n"));
}

TEST(BenchCluster, HelpNamesThePeers) {
  const auto result = bench_cluster({"--help"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_THAT(result.output, StartsWith("usage: bench_cluster "));
  EXPECT_THAT(result.output, HasSubstr("--peer NAME=PROGRAM"));
}

}  // namespace
}  // namespace gusset::testing
