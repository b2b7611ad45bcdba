// The names of tasks in OpenMP programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openmp_recording.hpp"

namespace gusset::testing {
namespace {

using ::testing::UnorderedElementsAre;

class OpenMpNames : public OpenMp {};

INSTANTIATE_TEST_SUITE_P(, OpenMpNames, ::testing::Values("gnu", "clang"),
                         [](const auto& compiler) { return compiler.param; });

TEST_P(OpenMpNames, TaskIsNamedAfterItsDirectivesLineAndTheOnlyFunctionThatItCalls) {
  const TestFolder folder;
  const auto trace = record(folder, "2", {program("names")});
  const std::string file = "names.cpp:";
  EXPECT_THAT(
      trace->types,
      UnorderedElementsAre("serial", "parallel " + file + "29", file + "32 tiles::multiply",
                           file + "34 tiles::add<double>", file + "36 spin", file + "39 spin", file + "42",
                           file + "47", file + "49 tiles::divide", file + "54", file + "56 tiles::multiply"));
}

}  // namespace
}  // namespace gusset::testing
