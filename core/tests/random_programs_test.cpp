// Compares random programs with their sequential execution, one task after the other.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "gusset/core.hpp"
#include "random_program.hpp"
#include "shared_value.hpp"

namespace gusset {
namespace {

using testing::RandomProgram;
using testing::SharedValue;
using testing::with_threads;

class RandomPrograms : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomPrograms, MatchSequentialExecution) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Runtime runtime(with_threads(GetParam(), seed));
    const RandomProgram program(seed, 1 + seed % 13, 400);
    EXPECT_EQ(program.run(runtime), program.expected());
  }
}

TEST_P(RandomPrograms, MatchSequentialExecutionAcrossTheVersionWrap) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Runtime runtime(with_threads(GetParam(), seed));
    const RandomProgram program(seed, 5, 400);
    EXPECT_EQ(program.run(runtime, 0xffffffd0), program.expected());
  }
}

TEST_P(RandomPrograms, MatchSequentialExecutionWhenTasksSubmitThem) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Runtime runtime(with_threads(GetParam(), seed));
    const TaskType parent("parent");
    std::vector<std::unique_ptr<RandomProgram>> programs;
    std::vector<std::unique_ptr<RandomProgram::Values>> values;
    for (unsigned part = 0; part < 8; ++part) {
      programs.push_back(std::make_unique<RandomProgram>(seed * 100 + part, 4, 100));
      values.push_back(std::make_unique<RandomProgram::Values>(programs.back()->make_values(runtime)));
    }
    for (unsigned part = 0; part < 8; ++part) {
      runtime.submit(parent(), [&, part] { programs[part]->submit(runtime, *values[part]); });
    }
    runtime.wait();
    for (unsigned part = 0; part < 8; ++part) {
      EXPECT_EQ(RandomProgram::results(*values[part]), programs[part]->expected());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, RandomPrograms, ::testing::Range(1u, 9u));

}  // namespace
}  // namespace gusset
