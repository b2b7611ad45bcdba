// gusset run --nodes with the installed launchers and a program that imitates the messages of Gusset's
// runtime.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "gusset_call.hpp"
#include "mpi_environment.hpp"
#include "node_parts.hpp"
#include "nodes/launchers.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string node_program = NODE_PROGRAM_BINARY;

std::vector<std::string> launchers() {
  std::vector<std::string> programs;
  for (const auto& [program, kind] : cli::testing::installed_launchers()) programs.push_back(program);
  return programs;
}

ProgramResult run_nodes(const TestFolder& folder, const std::string& launcher,
                        const std::vector<std::string>& options, const std::vector<std::string>& program,
                        std::map<std::string, std::string> environment = mpi_environment()) {
  std::vector<std::string> words{"run", "--launcher", launcher};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"--", node_program});
  words.insert(words.end(), program.begin(), program.end());
  return gusset_in(folder, words, std::move(environment));
}

class RunNodes : public ::testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RunNodes);

TEST_P(RunNodes, SettingsReachTheNodesAndOnlyNode0HasStandardOutput) {
  const TestFolder folder;
  auto environment = mpi_environment();
  environment.insert({{"GUSSET_MPI", "here"}, {"GUSSET_SEED", "7"}, {"GUSSET_PIN", "none"}});
  const auto result =
      run_nodes(folder, GetParam(),
                {"--nodes", "2", "--grid", "2x1", "--threads", "3", "--depth", "ready", "--policy", "fifo",
                 "--balance", "smart,4", "--timeout", "1500ms", "-o", "t.gus"},
                {"report"}, environment);
  std::string settings = result.output;
  const auto path_of_trace = settings.find("GUSSET_TRACE=");
  ASSERT_NE(path_of_trace, std::string::npos) << settings << result.errors;
  settings.erase(path_of_trace, settings.find('\n', path_of_trace) + 1 - path_of_trace);
  EXPECT_EQ(settings,
            "GUSSET_BALANCE=smart,4\nGUSSET_DEPTH=ready\nGUSSET_ENGINE=distribute\nGUSSET_GRID=2x1\nGUSSET_"
            "MPI=here\n"
            "GUSSET_PIN=none\nGUSSET_POLICY=fifo\nGUSSET_THREADS=3\nGUSSET_TIMEOUT=1.5\nMPI \"here\"\n");
  for (const char* line :
       {"node 0: first line of 0\n", "node 0: last\n", "node 1: first line of 1\n", "node 1: last\n"})
    EXPECT_THAT(result.errors, HasSubstr(line));
  EXPECT_THAT(result.errors, HasSubstr("gusset: 2 nodes (grid 2x1) on "));
  EXPECT_THAT(result.errors, HasSubstr(", 3 threads each, started by "));
  EXPECT_THAT(result.errors, HasSubstr("expected a trace from its runtime, found none"));
}

TEST_P(RunNodes, ReportsMoreNodesThanSlots) {
  const TestFolder folder;
  const unsigned nodes = static_cast<unsigned>(sysconf(_SC_NPROCESSORS_CONF)) + 1;
  const auto result = run_nodes(folder, GetParam(), {"--nodes", std::to_string(nodes)}, {"report"});
  EXPECT_THAT(result.errors, HasSubstr("gusset: " + std::to_string(nodes) + " nodes (grid "));
  EXPECT_THAT(result.errors, HasSubstr(", 1 thread each, started by "));
  const std::string said = " (Open MPI) with --oversubscribe, because it has fewer slots than nodes\n";
  if (GetParam() == MPIRUN_OPENMPI) {
    EXPECT_THAT(result.errors, HasSubstr(said));
  } else {
    EXPECT_THAT(result.errors, HasSubstr(" (MPICH)\n"));
  }
}

struct FailedNode {
  std::vector<std::string> program;
  std::string line;
  int exit_status;
};

TEST_P(RunNodes, FailedNodeEndsTheOthersAndIsNamed) {
  for (const FailedNode& tested : std::vector<FailedNode>{
           {{"signal", "9", "1"}, "node 1: killed by signal 9 (SIGKILL)", 137},
           {{"signal", "11", "0"}, "node 0: killed by signal 11 (SIGSEGV)", 139},
           {{"signal", "15", "2"}, "node 2: killed by signal 15 (SIGTERM)", 143},
           {{"exit", "7", "2"}, "node 2: ended with exit status 7", 7},
           {{"leave", "0", "1"},
            "node 1: expected a program that destroys its runtime before it ends, found exit status 0 "
            "while a runtime existed",
            1},
           {{"fail", "0", "1"}, "node 1: the streams differ", 1}}) {
    const TestFolder folder;
    const auto begin = std::chrono::steady_clock::now();
    const auto result = run_nodes(folder, GetParam(), {"--nodes", "3"}, tested.program);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
    EXPECT_THAT(result.errors, ::testing::EndsWith("gusset: " + tested.line + "\n"));
    // The line before says what was started, if all nodes had started by then.
    EXPECT_LE(std::count(result.errors.begin(), result.errors.end(), '\n'), 2) << result.errors;
    EXPECT_THAT(result.output, IsEmpty());
    EXPECT_EQ(result.exit_status, tested.exit_status);
    EXPECT_THAT(folder.names(), IsEmpty());
  }
}

TEST(RunNode, ProgramEndsWithItsRunNodeWhichLeavesNoFiles) {
  const TestFolder folder;
  const TestFolder temporary;
  RunningProgram run_node({{gusset_path, "run-node", "--", "/bin/sh", "-c",
                            "echo $$ > number.part; mv number.part number; exec sleep 300"},
                           {{"TMPDIR", temporary.path().string()}},
                           folder.path(),
                           ""});
  while (!std::filesystem::exists(folder.file("number"))) usleep(1000);  // the test has a timeout
  const pid_t program = std::stoi(read_text(folder.file("number")));
  kill(run_node.pid(), SIGKILL);
  EXPECT_EQ(run_node.wait().signal, SIGKILL);
  const auto is_running = [program] {  // a zombie does not count, because this test cannot reap it
    const std::string status = read_text("/proc/" + std::to_string(program) + "/stat");
    return !status.empty() && status.find(") Z ") == std::string::npos;
  };
  while (is_running()) usleep(1000);
  EXPECT_THAT(temporary.names(), IsEmpty());
}

TEST(RunNode, ReportsAProgramThatCannotBeStarted) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run-node", "--", "./nowhere"});
  EXPECT_THAT(result.errors, HasSubstr("\"refusal\":\"./nowhere: expected a program, found no such file\""));
  EXPECT_EQ(result.exit_status, 1);
}

TEST_P(RunNodes, RefusalOnAllNodesIsOneLine) {
  for (const FailedNode& tested : std::vector<FailedNode>{
           {{"refuse"}, "GUSSET_SEED: expected a number, found \"x\"", 2},
           {{"no-runtime"},
            node_program + ": expected a program that uses Gusset's runtime, found one that does not",
            1},
           {{"script-fails", "4"}, "ended with exit status 4 before it used Gusset's runtime", 4}}) {
    const TestFolder folder;
    const auto result = run_nodes(folder, GetParam(), {"--nodes", "2"}, tested.program);
    EXPECT_THAT(result.errors, ::testing::EndsWith(tested.line + "\n"));
    EXPECT_LE(std::count(result.errors.begin(), result.errors.end(), '\n'), 2) << result.errors;
    EXPECT_EQ(result.exit_status, tested.exit_status);
  }
}

TEST_P(RunNodes, ProgramThatChoosesItsEngineIsNamed) {
  const TestFolder folder;
  const auto result = run_nodes(folder, GetParam(), {"--nodes", "2"}, {"other-engine"});
  EXPECT_THAT(result.errors,
              HasSubstr("gusset: " + node_program +
                        ": expected a program that leaves the choice of the engine (\"distribute\") to "
                        "gusset, found one that chose \"run\"\n"));
  EXPECT_EQ(result.exit_status, 1);
}

TEST_P(RunNodes, LauncherThatFailsIsNamedAfterItsOwnMessage) {
  const TestFolder folder;
  const auto result = run_nodes(folder, GetParam() + " --no-such-option", {"--nodes", "2"}, {"report"});
  EXPECT_THAT(result.errors, HasSubstr("no-such-option"));
  EXPECT_THAT(result.errors, HasSubstr("expected it to start the nodes, found exit status "));
  EXPECT_NE(result.exit_status, 0);
}

TEST_P(RunNodes, PartsBecomeOneTraceWithStatisticsBesideIt) {
  const TestFolder folder;
  const TestFolder prepared;
  traces::testing::write_parts(traces::testing::two_node_run(), prepared.path(), "p");
  const auto result = run_nodes(folder, GetParam(), {"--nodes", "2", "-o", "t.gus", "--stats", "s.json"},
                                {"parts", "0", "0", prepared.file("p")});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, ::testing::StartsWith("t.gus: 4 tasks on 2 workers"));
  EXPECT_THAT(folder.names(), ::testing::ElementsAre("s.json", "t.gus"));
  const auto info = nlohmann::json::parse(gusset_in(folder, {"info", "t.gus", "--json"}).output);
  EXPECT_EQ(info.at("nodes"), 2);
  EXPECT_EQ(info.at("tasks"), 4);
}

TEST_P(RunNodes, PartsOfANodeThatDiesAreKept) {
  const TestFolder folder;
  const TestFolder prepared;
  traces::testing::write_parts(traces::testing::two_node_run(), prepared.path(), "p");
  const auto result = run_nodes(folder, GetParam(), {"--nodes", "2", "-o", "t.gus"},
                                {"parts-then-die", "9", "1", prepared.file("p")});
  EXPECT_EQ(result.exit_status, 137);
  EXPECT_THAT(result.errors, ::testing::EndsWith("gusset: node 1: killed by signal 9 (SIGKILL)\n"));
  EXPECT_THAT(result.output, ::testing::StartsWith("t.gus: 4 tasks on 2 workers"));
  EXPECT_THAT(folder.names(), ::testing::ElementsAre("t.gus"));
}

TEST_P(RunNodes, PartsThatDoNotFitTogetherAreKeptAsTheyAre) {
  const TestFolder folder;
  const TestFolder prepared;
  traces::testing::write_parts(traces::testing::two_node_run(), prepared.path(), "p");
  std::filesystem::copy_file(prepared.file("p.node0.gus"), prepared.file("p.node1.gus"),
                             std::filesystem::copy_options::overwrite_existing);
  const auto result =
      run_nodes(folder, GetParam(), {"--nodes", "2", "-o", "t.gus"}, {"parts", "0", "0", prepared.file("p")});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_THAT(folder.names(), ::testing::ElementsAre("t.node0.gus", "t.node1.gus"));
}

INSTANTIATE_TEST_SUITE_P(Launchers, RunNodes, ::testing::ValuesIn(launchers()), [](const auto& tested) {
  return tested.param == MPIRUN_OPENMPI ? "OpenMpi" : "Mpich";
});

TEST(RunNodesAsRoot, OpenMpisRefusalIsPassedOnWithARemedy) {
  if (std::string(MPIRUN_OPENMPI).empty()) GTEST_SKIP() << "Open MPI is not installed";
  if (geteuid() != 0) GTEST_SKIP() << "the test does not run as root";
  const TestFolder folder;
  unsetenv("OMPI_ALLOW_RUN_AS_ROOT");
  const auto result = run_nodes(folder, MPIRUN_OPENMPI, {"--nodes", "2"}, {"report"}, {});
  EXPECT_THAT(result.errors, HasSubstr("has detected an attempt to run as root."));
  EXPECT_THAT(result.errors, ::testing::EndsWith(
                                 "gusset: mpirun.openmpi (Open MPI): expected a user other than root (or the "
                                 "variables OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1), "
                                 "found root\n"));
  EXPECT_EQ(result.exit_status, 1);
}

}  // namespace
}  // namespace gusset::testing
