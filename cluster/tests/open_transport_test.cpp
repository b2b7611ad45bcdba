#include "transport/open_transport.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace gusset::cluster {
namespace {

const Launch two_by_mpich{Launcher::mpich, 0, 2, 0};
const Launch two_by_openmpi{Launcher::openmpi, 0, 2, 0};

std::string error_of(const Launch& launch, const TransportChoice& choice) {
  return open_transport(launch, choice).error().message();
}

TEST(OpenTransport, ProcessStartedAloneIsSolo) {
  const auto transport = open_transport({}, {.plugins = "/nowhere"});
  ASSERT_TRUE(transport.ok());
  EXPECT_EQ(transport.value()->nodes(), 1u);
}

TEST(OpenTransport, OneProcessUnderALauncherIsSolo) {
  EXPECT_EQ(open_transport({Launcher::openmpi, 0, 1, 0}, {.plugins = "/nowhere"}).value()->nodes(), 1u);
}

TEST(OpenTransport, UnknownMpiIsRefused) {
  EXPECT_EQ(error_of({}, {.mpi = "lam"}), "GUSSET_MPI: expected openmpi or mpich, found \"lam\"");
}

TEST(OpenTransport, SrunNeedsANamedMpi) {
  EXPECT_EQ(
      error_of({Launcher::slurm, 0, 4, 0}, {}),
      "GUSSET_MPI: expected openmpi or mpich, because srun started 4 processes and does not say for which "
      "MPI, found nothing");
}

TEST(OpenTransport, MissingPluginIsNamedWithItsFolder) {
  EXPECT_EQ(error_of(two_by_mpich, {.plugins = "/nowhere"}),
            "GUSSET_PLUGINS: expected a folder with libgusset_mpi_mpich.so, found none in /nowhere");
  EXPECT_EQ(error_of(two_by_openmpi, {.plugins = "/nowhere"}),
            "GUSSET_PLUGINS: expected a folder with libgusset_mpi_openmpi.so, found none in /nowhere");
}

TEST(OpenTransport, NamedMpiIsUsedInsteadOfTheLaunchers) {
  EXPECT_EQ(error_of(two_by_openmpi, {.mpi = "mpich", .plugins = "/nowhere"}),
            "GUSSET_PLUGINS: expected a folder with libgusset_mpi_mpich.so, found none in /nowhere");
}

TEST(OpenTransport, PluginThatIsNoLibraryIsRefused) {
  const std::string folder = ::testing::TempDir() + "/broken";
  std::filesystem::create_directory(folder);
  const std::string path = folder + "/libgusset_mpi_mpich.so";
  std::ofstream(path) << "text";
  EXPECT_EQ(error_of(two_by_mpich, {.plugins = folder}),
            path + ": expected a plug-in that can be loaded, found " + path + ": file too short");
  std::filesystem::remove_all(folder);
}

TEST(OpenTransport, LibraryWithoutTheSymbolIsRefused) {
  const std::string folder = CLUSTER_TEST_PLUGINS "/foreign";
  EXPECT_EQ(error_of(two_by_mpich, {.plugins = folder}),
            folder +
                "/libgusset_mpi_mpich.so: expected a plug-in of Gusset, found a library without "
                "gusset_mpi_plugin");
}

TEST(OpenTransport, PluginOfAnotherVersionIsRefused) {
  const std::string folder = CLUSTER_TEST_PLUGINS "/other_version";
  EXPECT_EQ(error_of(two_by_mpich, {.plugins = folder}),
            folder + "/libgusset_mpi_mpich.so: expected the plug-in of version " GUSSET_VERSION
                     ", with which this program is linked, found version 99.1.0");
}

}  // namespace
}  // namespace gusset::cluster
