#include "transport/launch.hpp"

#include <gtest/gtest.h>

#include <map>

namespace gusset::cluster {
namespace {

using Environment = std::map<std::string, std::string>;

Result<Launch> launch_in(const Environment& environment) {
  return read_launch([&](const char* name) -> const char* {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

TEST(Launch, ProcessStartedAloneIsTheOnlyNode) {
  EXPECT_EQ(launch_in({}).value(), Launch{});
}

TEST(Launch, OpenMpi) {
  EXPECT_EQ(launch_in({{"OMPI_COMM_WORLD_RANK", "3"},
                       {"OMPI_COMM_WORLD_SIZE", "8"},
                       {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                       {"PMIX_RANK", "3"}})
                .value(),
            (Launch{Launcher::openmpi, 3, 8, 1}));
}

TEST(Launch, Mpich) {
  EXPECT_EQ(launch_in({{"PMI_RANK", "2"}, {"PMI_SIZE", "4"}, {"MPI_LOCALRANKID", "2"}}).value(),
            (Launch{Launcher::mpich, 2, 4, 2}));
}

TEST(Launch, SlurmWithPmi2IsMpich) {
  EXPECT_EQ(
      launch_in({{"PMI_RANK", "2"}, {"PMI_SIZE", "4"}, {"SLURM_PROCID", "2"}, {"SLURM_STEP_NUM_TASKS", "4"}})
          .value(),
      (Launch{Launcher::mpich, 2, 4, 0}));
}

TEST(Launch, SlurmWithPmixIsOpenMpi) {
  EXPECT_EQ(
      launch_in(
          {{"PMIX_RANK", "1"}, {"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "4"}, {"SLURM_LOCALID", "1"}})
          .value(),
      (Launch{Launcher::openmpi, 1, 4, 1}));
}

TEST(Launch, SlurmAloneDoesNotSayWhichMpi) {
  EXPECT_EQ(launch_in({{"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "4"}}).value(),
            (Launch{Launcher::slurm, 1, 4, 0}));
}

TEST(Launch, VariableThatIsNotANumberIsRefused) {
  EXPECT_EQ(launch_in({{"PMI_RANK", "2x"}, {"PMI_SIZE", "4"}}).error().message(),
            "PMI_RANK: expected a number, found \"2x\"");
  EXPECT_EQ(launch_in({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", ""}}).error().message(),
            "OMPI_COMM_WORLD_SIZE: expected a number, found \"\"");
}

TEST(Launch, NodeOutsideOfTheRunIsRefused) {
  EXPECT_EQ(launch_in({{"PMI_RANK", "4"}, {"PMI_SIZE", "4"}}).error().message(),
            "PMI_RANK: expected a number below 4, found 4");
  EXPECT_EQ(launch_in({{"PMI_RANK", "0"}, {"PMI_SIZE", "0"}}).error().message(),
            "PMI_SIZE: expected at least 1, found 0");
}

TEST(Launch, LaunchersHaveNames) {
  EXPECT_EQ(launcher_text(Launcher::openmpi), "Open MPI's launcher");
  EXPECT_EQ(launcher_text(Launcher::mpich), "MPICH's launcher");
  EXPECT_EQ(launcher_text(Launcher::slurm), "srun");
  EXPECT_EQ(launcher_text(Launcher::none), "no launcher");
}

}  // namespace
}  // namespace gusset::cluster
