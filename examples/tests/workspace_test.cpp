#include <gtest/gtest.h>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

TEST(Workspace, PrintsTheMediansWithAnyNumberOfThreads) {
  for (const char* threads : {"1", "2", "5"}) {
    const auto result = run_program({{WORKSPACE_BINARY}, {{"GUSSET_THREADS", threads}}, {}, ""});
    EXPECT_EQ(result.exit_status, 0);
    EXPECT_EQ(result.output,
              "median of column 0: 5000\n"
              "median of column 1: 5100\n"
              "median of column 2: 5200\n"
              "median of column 3: 5300\n"
              "40004 numbers sorted\n")
        << threads << " threads";
    EXPECT_EQ(result.errors, "");
  }
}

}  // namespace
}  // namespace gusset::testing
