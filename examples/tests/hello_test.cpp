#include <gtest/gtest.h>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

TEST(HelloTiles, PrintsTheSum) {
  const auto result = run_program({{HELLO_BINARY}, {}, {}, ""});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.output, "1 + 2 + … + 1000 = 500500\n");
  EXPECT_EQ(result.errors, "");
}

TEST(HelloTiles, SumDoesNotDependOnTheNumberOfThreads) {
  for (const char* threads : {"1", "2", "5"}) {
    const auto result = run_program({{HELLO_BINARY}, {{"GUSSET_THREADS", threads}}, {}, ""});
    EXPECT_EQ(result.output, "1 + 2 + … + 1000 = 500500\n") << threads << " threads";
  }
}

}  // namespace
}  // namespace gusset::testing
