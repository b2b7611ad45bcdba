#include <gtest/gtest.h>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

TEST(Pool, IsReusedByTemporaryData) {
  for (const char* threads : {"1", "2"}) {
    const auto result = run_program({{POOL_BINARY}, {{"GUSSET_THREADS", threads}}, {}, ""});
    EXPECT_EQ(result.exit_status, 0);
    EXPECT_EQ(result.output,
              "before: 0 KiB used of 0 KiB in regions: 0\n"
              "first step: 512 KiB used of 1024 KiB in regions: 1\n"
              "after ten steps: 0 KiB used of 1024 KiB in regions: 1\n"
              "sum 45, in the program's own array\n"
              "largest 9\n")
        << threads << " threads";
    EXPECT_EQ(result.errors, "");
  }
}

}  // namespace
}  // namespace gusset::testing
