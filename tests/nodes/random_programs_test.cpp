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

TEST_P(RandomProgramsOnNodes, GiveTheDataOfASerialRunAndTheSimulationsCounts) {
  const unsigned programs = test_rounds(50);
  unsigned first = 1;
  for (unsigned nodes = 1; nodes <= 6; ++nodes) {
    const unsigned count = (programs + nodes - 1) / 6;  // together, all programs
    if (count == 0) continue;
    std::vector<std::string> command{GetParam().launcher, "-n", std::to_string(nodes)};
    if (GetParam().name == "openmpi") command.insert(command.end(), {"--oversubscribe", "--bind-to", "none"});
    command.insert(command.end(), {RANDOM_PROGRAMS_BINARY, std::to_string(first), std::to_string(count)});
    const ProgramResult result = run_program({command, mpi_environment(), {}, ""});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_EQ(result.output, std::to_string(count) + " programs on " + std::to_string(nodes) + " nodes\n");
    first += count;
  }
  EXPECT_EQ(first, programs + 1);
}

INSTANTIATE_TEST_SUITE_P(Mpis, RandomProgramsOnNodes, ::testing::ValuesIn(installed_mpis()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace gusset::testing
