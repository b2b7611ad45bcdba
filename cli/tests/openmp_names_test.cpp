// What tasks of OpenMP programs are called.
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

TEST_P(OpenMpNames, TaskIsItsDirectivesLineAndTheOnlyFunctionThatItCalls) {
  const TestFolder folder;
  const auto trace = record(folder, "2", {program("names")});
  const std::string file = "names.cpp:";
  EXPECT_THAT(
      trace->types,
      UnorderedElementsAre("serial", "parallel " + file + "25", file + "28 tiles::multiply",
                           file + "30 tiles::add<double>", file + "32 spin", file + "35 spin", file + "38",
                           file + "43", file + "45 tiles::divide", file + "50", file + "52 tiles::multiply"));
}

}  // namespace
}  // namespace gusset::testing
