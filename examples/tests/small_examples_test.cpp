#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

struct SmallExample {
  std::string name;
  std::string binary;
  std::string output;
};

void PrintTo(const SmallExample& example, std::ostream* out) {
  *out << example.name;
}

class SmallExampleTest : public ::testing::TestWithParam<SmallExample> {};

TEST_P(SmallExampleTest, PrintsTheSameWithAnyNumberOfThreads) {
  for (const char* threads : {"1", "2", "5"}) {
    const auto result = run_program({{GetParam().binary}, {{"GUSSET_THREADS", threads}}, {}, ""});
    EXPECT_EQ(result.exit_status, 0) << threads << " threads";
    EXPECT_EQ(result.output, GetParam().output) << threads << " threads";
    EXPECT_EQ(result.errors, "") << threads << " threads";
  }
}

TEST_P(SmallExampleTest, CanBeRecorded) {
  TestFolder folder;
  // The deadlock example drops tasks, so its trace has accesses to versions that were never reached.
  if (GetParam().name == "deadlock") folder.allow_impossible_traces();
  const auto result = run_program(
      {{GetParam().binary}, {{"GUSSET_ENGINE", "record"}, {"GUSSET_TRACE", folder.file("t.gus")}}, {}, ""});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(read_text(folder.file("t.gus")).substr(1, 3), "GUS");
}

INSTANTIATE_TEST_SUITE_P(
    Examples, SmallExampleTest,
    ::testing::Values(
        SmallExample{"access_modes", ACCESS_MODES_BINARY, "max(max(1 + 2 + 3, 4, 10) + 5, 7) = 15\n"},
        SmallExample{"deadlock", DEADLOCK_BINARY,
                     "2 tasks can never run: 'solve' waits for version 1 of settings, which stays at 0; "
                     "'print' waits for version 1 of result, which stays at 0\n"
                     "solved\n"},
        SmallExample{"detached", DETACHED_BINARY, "after 6 steps: 1.41421\n"},
        SmallExample{"failure", FAILURE_BINARY,
                     "task 'divide' failed: division by zero\n"
                     "the kernel of 'divide' threw a std::domain_error\n"
                     "report did not run\n"
                     "other ran\n"
                     "the program cancelled the tasks on y(0,0)\n"
                     "y is 0, z is 2\n"},
        SmallExample{"plan", PLAN_BINARY,
                     "a plan of 16 tasks and 24 edges, run 50 times\n"
                     "difference from a loop: 0\n"},
        SmallExample{"reservation", RESERVATION_BINARY,
                     "0 squared is 0\n"
                     "1 squared is 1\n"
                     "2 squared is 4\n"
                     "3 squared is 9\n"},
        SmallExample{"split", SPLIT_BINARY,
                     "levels: 1, kernels: 1, C(47,47) = 26815\n"
                     "levels: 1, kernels: 27, C(47,47) = 26815\n"
                     "levels: 2, kernels: 216, C(47,47) = 26815\n"},
        SmallExample{"subtasks", SUBTASKS_BINARY, "primes below 10000: 1229\n"}),
    [](const auto& example) { return example.param.name; });

TEST(Throttling, WindowKeepsTheResidentSetFlat) {
  for (const char* threads : {"1", "2", "5"}) {
    const auto result = run_program({{THROTTLING_BINARY}, {{"GUSSET_THREADS", threads}}, {}, ""});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_EQ(result.output, "1000000 tasks ran; the resident set was flat\n") << threads << " threads";
  }
}

TEST(Throttling, ResidentSetGrowsWithoutAWindow) {
  const auto result =
      run_program({{THROTTLING_BINARY}, {{"GUSSET_THREADS", "1"}, {"GUSSET_WINDOW", "0"}}, {}, ""});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, ::testing::StartsWith("1000000 tasks ran; the resident set grew by "));
}

#ifdef GUSSET_HAS_SIMULATOR
TEST_P(SmallExampleTest, ComputesNothingInSimulation) {
  const auto result = run_program({{GetParam().binary}, {{"GUSSET_ENGINE", "simulate"}}, {}, ""});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.output, "");
}
#endif

}  // namespace
}  // namespace gusset::testing
