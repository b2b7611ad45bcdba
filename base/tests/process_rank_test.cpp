#include "gusset/base/process_rank.hpp"

#include <gtest/gtest.h>

namespace gusset {
namespace {

/// Sets environment variables for one test.
class ProcessRank : public ::testing::Test {
 protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }
  static void set(const char* name, const char* value) { ::setenv(name, value, 1); }

 private:
  static void clear() {
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE",
                             "PMIX_RANK", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"})
      ::unsetenv(name);
  }
};

TEST_F(ProcessRank, NoneWithoutALauncher) {
  EXPECT_FALSE(process_rank().has_value());
}

TEST_F(ProcessRank, IsWhatTheLauncherSays) {
  set("OMPI_COMM_WORLD_RANK", "3");
  set("OMPI_COMM_WORLD_SIZE", "4");
  EXPECT_EQ(process_rank(), 3u);
}

TEST_F(ProcessRank, SeveralLaunchersAreKnown) {
  set("PMI_RANK", "0");
  set("PMI_SIZE", "2");
  EXPECT_EQ(process_rank(), 0u);
  ::unsetenv("PMI_RANK");
  set("PMIX_RANK", "12");
  EXPECT_EQ(process_rank(), 12u);
  ::unsetenv("PMIX_RANK");
  set("SLURM_PROCID", "1");
  EXPECT_FALSE(process_rank().has_value());  // a batch script, not a step of several tasks
  set("SLURM_STEP_NUM_TASKS", "8");
  EXPECT_EQ(process_rank(), 1u);
}

TEST_F(ProcessRank, NoneForSingleProcessesAndInvalidRanks) {
  set("OMPI_COMM_WORLD_RANK", "0");
  set("OMPI_COMM_WORLD_SIZE", "1");
  set("PMIX_RANK", "0");
  EXPECT_FALSE(process_rank().has_value());
  ::unsetenv("OMPI_COMM_WORLD_RANK");
  set("PMIX_RANK", "-1");
  EXPECT_FALSE(process_rank().has_value());
}

}  // namespace
}  // namespace gusset
