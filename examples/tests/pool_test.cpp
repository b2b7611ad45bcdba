#include <gtest/gtest.h>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

TEST(Pool, IsReusedByTemporaryData) {
  for (const char* threads : {"1", "2"}) {
    const auto result = run_program({{POOL_BINARY}, {{"GUSSET_THREADS", threads}}, {}, ""});
    EXPECT_EQ(result.exit_status, 0);
    EXPECT_EQ(result.output,
              "before: 0 of 0 KiB used, regions: 0\n"
              "first step: 512 of 1024 KiB used, regions: 1\n"
              "after ten steps: 0 of 1024 KiB used, regions: 1\n"
              "sum 45, in the program's own array\n"
              "last value 9\n")
        << threads << " threads";
    EXPECT_EQ(result.errors, "");
  }
}

}  // namespace
}  // namespace gusset::testing
