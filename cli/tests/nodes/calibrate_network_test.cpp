#include "nodes/calibrate_network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "gusset_call.hpp"
#include "mpi_environment.hpp"
#include "nodes/cluster_run.hpp"
#include "nodes/launchers.hpp"

namespace gusset::cli {
namespace {

using gusset::testing::gusset_in;
using gusset::testing::mpi_environment;
using gusset::testing::TestFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

simulator::Platform platform(unsigned nodes_per_host) {
  simulator::Platform platform;
  platform.cores = 2;
  platform.nodes_per_host = nodes_per_host;
  platform.latency_s = 2e-6;
  platform.bandwidth_bytes_per_s = 1e10;
  return platform;
}

TEST(CalibrateNetwork, ListsTheSlowestPairsFirst) {
  EXPECT_EQ(
      network_text(platform(1), {{0, 1, 1.5e-6, 1e10}, {0, 2, 3e-6, 5e9}, {1, 2, 2e-6, 1.1e10}},
                   {"a", "b", "c"}),
      "Between 3 nodes on 3 hosts: latency 2.00 µs (1.50 µs to 3.00 µs), bandwidth 10.0 GB/s (5.00 GB/s to "
      "11.0 GB/s).\n"
      "\n"
      "nodes  hosts  latency  bandwidth\n"
      "0-2      a c  3.00 µs  5.00 GB/s\n"
      "1-2      b c  2.00 µs  11.0 GB/s\n"
      "0-1      a b  1.50 µs  10.0 GB/s\n");
}

TEST(CalibrateNetwork, ReportsNodesThatShareCores) {
  EXPECT_THAT(network_text(platform(3), {{0, 1, 2e-6, 1e10}}, {"a", "a", "a"}),
              HasSubstr("3 nodes share 2 cores: the latency includes waiting for a core.\n"));
}

TEST(ClusterRun, PassesOnWhatChoosesThePlugin) {
  setenv("GUSSET_PLUGINS", "/some/folder", 1);
  unsetenv("GUSSET_MPI");
  ClusterRun run;
  pass_on_plugins(run);
  unsetenv("GUSSET_PLUGINS");
  const std::map<std::string, std::string> expected{{"GUSSET_PLUGINS", "/some/folder"}};
  EXPECT_EQ(run.variables, expected);
}

struct Misuse {
  std::vector<std::string> words;
  std::string line;
  int exit_status = 2;
};

TEST(CalibrateNetwork, MisuseIsOneLine) {
  const TestFolder folder;
  const std::vector<Misuse> misuses{
      {{"--network"}, "calibrate: expected -o PLATFORM.json, found none"},
      {{"--network", "t.gus", "-o", "n.json"},
       "calibrate: --network: expected no traces with it, found \"t.gus\""},
      {{"--network", "--machine", "-o", "n.json"},
       "calibrate: --machine: expected no --network with it, which measures nodes and not this machine, "
       "found "
       "both"},
      {{"--nodes", "2", "t.gus", "-o", "c.json"},
       "calibrate: --nodes: expected --network with it, found none"},
      {{"--launcher", "srun", "--machine"}, "calibrate: --launcher: expected --network with it, found none"},
      {{"--network", "-o", "n.json", "--nodes", "1"},
       "calibrate: --nodes: expected a whole number from 2 to 65536, found \"1\""},
      {{"--network", "-o", "n.json", "--launcher", "/bin/true"},
       "calibrate: --launcher: expected mpirun of Open MPI or MPICH, or srun, found \"/bin/true\""},
      {{"--network", "-o", "n.json", "--launcher", "./nowhere"},
       "./nowhere: expected a program, found no such file",
       1}};
  for (const Misuse& misuse : misuses) {
    std::vector<std::string> words{"calibrate"};
    words.insert(words.end(), misuse.words.begin(), misuse.words.end());
    const auto result = gusset_in(folder, words);
    EXPECT_EQ(result.errors, "gusset: " + misuse.line + "\n");
    EXPECT_EQ(result.exit_status, misuse.exit_status) << misuse.line;
    EXPECT_THAT(result.output, IsEmpty());
    EXPECT_THAT(folder.names(), IsEmpty());
  }
}

class NetworkOfNodes : public ::testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(NetworkOfNodes);

TEST_P(NetworkOfNodes, IsMeasuredAndSimulateReadsIt) {
  const TestFolder folder;
  const auto measured = gusset_in(
      folder, {"calibrate", "--network", "-o", "n.json", "--launcher", GetParam()}, mpi_environment());
  ASSERT_EQ(measured.exit_status, 0) << measured.errors;
  EXPECT_THAT(measured.output, StartsWith("Between 2 nodes on 1 host: latency "));
  EXPECT_THAT(measured.output, HasSubstr("\nPlatform: n.json (gusset simulate --platform n.json)\n"));
  EXPECT_THAT(measured.errors, StartsWith("gusset: 2 nodes (grid 1x2) on "));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"n.json"});
  const auto read = simulator::read_platform(folder.file("n.json"));
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->nodes, 2u);
  EXPECT_EQ(read->nodes_per_host, 2u);
  EXPECT_GT(read->latency_s, 0.0);
  EXPECT_GT(read->bandwidth_bytes_per_s, 0.0);
  EXPECT_THAT(read->sources.at("latency_s"), StartsWith("measured by gusset calibrate --network on 20"));
  const auto simulated = gusset_in(folder, {"simulate", "--platform", "n.json", "--stats", "s.json", "--",
                                            gusset::testing::probe_path, "steps"});
  EXPECT_EQ(simulated.exit_status, 0) << simulated.errors;
}

TEST_P(NetworkOfNodes, MissingPluginIsNamed) {
  const TestFolder folder;
  auto environment = mpi_environment();
  environment["GUSSET_PLUGINS"] = "/nowhere";
  const auto result =
      gusset_in(folder, {"calibrate", "--network", "-o", "n.json", "--launcher", GetParam()}, environment);
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_THAT(result.errors, HasSubstr("gusset: GUSSET_PLUGINS: expected a folder with libgusset_mpi_"));
  EXPECT_THAT(folder.names(), IsEmpty());
}

std::vector<std::string> launcher_programs() {
  std::vector<std::string> programs;
  for (const auto& [program, kind] : testing::installed_launchers()) programs.push_back(program);
  return programs;
}
INSTANTIATE_TEST_SUITE_P(Launchers, NetworkOfNodes, ::testing::ValuesIn(launcher_programs()),
                         [](const auto& tested) {
                           return tested.param.find("mpich") != std::string::npos ? "MPICH" : "OpenMPI";
                         });

}  // namespace
}  // namespace gusset::cli
