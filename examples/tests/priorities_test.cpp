#include <gtest/gtest.h>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

TEST(Priorities, MostUrgentTaskRunsFirst) {
  const auto result = run_program({{PRIORITIES_BINARY}, {}, {}, ""});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.output, "alarm\nwork 1\nwork 2\ntidy up\n");
}

TEST(Priorities, AreIgnoredByOtherPolicies) {
  const auto result =
      run_program({{PRIORITIES_BINARY}, {{"GUSSET_POLICY", "fifo"}, {"GUSSET_THREADS", "1"}}, {}, ""});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.output, "tidy up\nwork 1\nwork 2\nalarm\n");
}

TEST(Affinity, TasksRunWhereRequested) {
  const auto two = run_program({{AFFINITY_BINARY}, {}, {}, ""});
  EXPECT_EQ(two.exit_status, 0);
  EXPECT_EQ(two.errors, "");
  EXPECT_EQ(two.output,
            "block 0: filled by worker 0, sum 1000 by worker 0\n"
            "block 1: filled by worker 1, sum 1000 by worker 1\n"
            "block 2: filled by worker 0, sum 1000 by worker 0\n"
            "block 3: filled by worker 1, sum 1000 by worker 1\n");
  const auto three = run_program({{AFFINITY_BINARY}, {{"GUSSET_THREADS", "3"}}, {}, ""});
  EXPECT_EQ(three.output,
            "block 0: filled by worker 0, sum 1000 by worker 0\n"
            "block 1: filled by worker 1, sum 1000 by worker 1\n"
            "block 2: filled by worker 2, sum 1000 by worker 2\n"
            "block 3: filled by worker 0, sum 1000 by worker 0\n");
}

}  // namespace
}  // namespace gusset::testing
