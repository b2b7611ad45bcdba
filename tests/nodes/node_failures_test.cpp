// A node that fails: one line names it and the cause, the run ends soon and leaves no process behind, and the
// trace contains what was recorded. scripts/soak repeats these tests at many moments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "launch.hpp"
#include "mpi_environment.hpp"
#include "run_program.hpp"
#include "test_rounds.hpp"

namespace gusset::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr unsigned nodes = 3;
constexpr unsigned tasks_of_node = 800;

/// A way to fail (failing_program.cpp).
struct FailureKind {
  std::string name;
  unsigned latest;   ///< moment
  std::string line;  ///< a regular expression; NODE is the node that fails
  int exit_status;
};

void PrintTo(const FailureKind& kind, std::ostream* out) {
  *out << kind.name;
}

const std::vector<FailureKind>& kinds() {
  static const std::vector<FailureKind> all{
      {"kill", tasks_of_node, "gusset: node NODE: killed by signal 9 \\(SIGKILL\\)\n$", 137},
      {"segv", tasks_of_node, "gusset: node NODE: killed by signal 11 \\(SIGSEGV\\)\n$", 139},
      {"abort", tasks_of_node, "gusset: node NODE: killed by signal 6 \\(SIGABRT\\)\n$", 134},
      {"throw", tasks_of_node, "task 'step' failed: no luck \\(on node NODE\\)\n", 1},
      {"exit", nodes * tasks_of_node,
       "gusset: node NODE: expected a program that destroys its runtime before it ends, found exit status 0 "
       "while a runtime existed\n$",
       1},
      {"diverge", nodes * tasks_of_node,
       "the nodes' programs differ: .*node NODE submits task [0-9]+ 'other' on node [0-9] with ", 1},
      {"deadlock", nodes * tasks_of_node,
       "nothing can run on any node: .*waits for version 1000000 of long\\(NODE,0\\)", 1},
      {"disk", 40, "node NODE: gusset: recording stopped, .*File too large", 1}};
  return all;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

/// Processes that have this text among their arguments.
std::vector<std::string> processes_with(const std::string& text) {
  std::vector<std::string> found;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator("/proc", problem)) {
    std::ifstream file(entry.path() / "cmdline");
    std::ostringstream words;
    words << file.rdbuf();
    if (words.str().find(text) != std::string::npos) found.push_back(entry.path().filename().string());
  }
  return found;
}

/// The children may end a moment after the launcher.
void expect_no_process_with(const std::string& text) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  std::vector<std::string> found = processes_with(text);
  while (!found.empty() && std::chrono::steady_clock::now() < end) {
    usleep(10'000);
    found = processes_with(text);
  }
  EXPECT_THAT(found, ::testing::IsEmpty());
}

/// 10 s, or longer if other programs have the processors.
std::chrono::duration<double> longest_run() {
  double load = 0.0;
  getloadavg(&load, 1);
  return std::chrono::seconds(10) * std::max(1.0, load / std::thread::hardware_concurrency());
}

void expect_trace_opens(const TestFolder& folder) {
  ASSERT_TRUE(fs::exists(folder.file("t.gus")));
  for (const char* command : {"info", "check"}) {
    const auto result = run_program({{GUSSET_BINARY, command, "t.gus"}, {}, folder.path(), ""});
    EXPECT_EQ(result.exit_status, 0) << command << ": " << result.output << result.errors;
  }
}

void expect_named_failure(const Mpi& mpi, const FailureKind& kind, unsigned node, unsigned moment) {
  const TestFolder folder;
  const auto begin = std::chrono::steady_clock::now();
  const auto result =
      run_program({{GUSSET_BINARY, "run", "--launcher", mpi.launcher, "--nodes", std::to_string(nodes), "-o",
                    "t.gus", "--", FAILING_PROGRAM_BINARY, kind.name, std::to_string(node),
                    std::to_string(moment), folder.path().string()},
                   mpi_environment(),
                   folder.path(),
                   ""});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, longest_run());
  EXPECT_THAT(result.errors, ContainsRegex(replaced(kind.line, "NODE", std::to_string(node))));
  EXPECT_EQ(result.exit_status, kind.exit_status);
  // Parts that end early are a consequence. Without a failure, they are what went wrong.
  if (kind.name != "disk") {
    EXPECT_THAT(result.errors, Not(HasSubstr("t.gus: ")));
  }
  expect_no_process_with(folder.path().string());
  expect_trace_opens(folder);
}

class NodeFailures : public ::testing::TestWithParam<std::tuple<Mpi, FailureKind>> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(NodeFailures);

TEST_P(NodeFailures, AreNamedAndEndTheRun) {
  const auto& [mpi, kind] = GetParam();
  const unsigned rounds = test_rounds(1);
  for (unsigned round = 0; round < rounds; ++round) {
    std::mt19937 random(round);
    const unsigned node = (round + kind.latest) % nodes;
    const unsigned moment = 1 + static_cast<unsigned>(random()) % kind.latest;
    SCOPED_TRACE("node " + std::to_string(node) + ", moment " + std::to_string(moment));
    expect_named_failure(mpi, kind, node, moment);
  }
}

INSTANTIATE_TEST_SUITE_P(All, NodeFailures,
                         ::testing::Combine(::testing::ValuesIn(installed_mpis()),
                                            ::testing::ValuesIn(kinds())),
                         [](const auto& tested) {
                           return std::get<0>(tested.param).name + "_" + std::get<1>(tested.param).name;
                         });

}  // namespace
}  // namespace gusset::testing
