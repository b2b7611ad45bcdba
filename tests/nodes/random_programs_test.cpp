// Random programs on nodes that are processes. scripts/soak runs more of them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "launch.hpp"
#include "mpi_environment.hpp"
#include "run_program.hpp"
#include "test_rounds.hpp"

namespace gusset::testing {
namespace {

class RandomProgramsOnNodes : public ::testing::TestWithParam<Mpi> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RandomProgramsOnNodes);

/// Runs random programs or task graphs, numbered from 1, on 1 to `most` nodes.
void expect_no_difference(const Mpi& mpi, const std::string& what, unsigned count, unsigned most) {
  unsigned first = 1;
  for (unsigned nodes = 1; nodes <= most; ++nodes) {
    const unsigned share = (count + nodes - 1) / most;  // the shares add up to `count`
    if (share == 0) continue;
    std::vector<std::string> command{mpi.launcher, "-n", std::to_string(nodes)};
    if (mpi.name == "openmpi") command.insert(command.end(), {"--oversubscribe", "--bind-to", "none"});
    command.insert(command.end(),
                   {RANDOM_PROGRAMS_BINARY, what, std::to_string(first), std::to_string(share)});
    const ProgramResult result = run_program({command, mpi_environment(), {}, ""});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_EQ(result.output,
              what + ": " + std::to_string(share) + " runs on " + std::to_string(nodes) + " nodes\n");
    first += share;
  }
  EXPECT_EQ(first, count + 1);
}

TEST_P(RandomProgramsOnNodes, GiveTheDataOfASerialRunAndTheSimulationsCounts) {
  expect_no_difference(GetParam(), "programs", test_rounds(50), 6);
}

TEST_P(RandomProgramsOnNodes, GiveTheSameDataIfNodesBalanceTheirLoad) {
  expect_no_difference(GetParam(), "moves", test_rounds(48), 5);
}

TEST_P(RandomProgramsOnNodes, EndOnceAllTasksOfTheirGraphsHaveRun) {
  expect_no_difference(GetParam(), "graphs", test_rounds(54), 9);
}

TEST_P(RandomProgramsOnNodes, MessagesThatComeTooEarlyKeepTheirContents) {
  expect_no_difference(GetParam(), "early", test_rounds(6), 3);
}

INSTANTIATE_TEST_SUITE_P(Mpis, RandomProgramsOnNodes, ::testing::ValuesIn(installed_mpis()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace gusset::testing
