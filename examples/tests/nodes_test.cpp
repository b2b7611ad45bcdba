// The examples on several nodes, started by the launchers that are installed: what each node counts is what
// the simulation counts, results are right, and the nodes' traces join.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "example_call.hpp"
#include "gusset/traces/gus/gus.hpp"

namespace gusset::testing {
namespace {

using ::testing::IsEmpty;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

// Open MPI refuses root otherwise. Both MPIs leak memory of their own.
const std::map<std::string, std::string> environment{{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                                     {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                                     {"LSAN_OPTIONS", "detect_leaks=0"}};

struct NodesCase {
  const char* name;
  const char* nodes;
  const char* grid;
  Words program;
  friend void PrintTo(const NodesCase& each, std::ostream* out) { *out << each.name; }
};

const std::vector<NodesCase>& cases() {
  static const std::vector<NodesCase> all{
      {"cholesky", "4", "2x2", {CHOLESKY_BINARY, "--size", "96", "--blocks", "8", "--check"}},
      {"cholesky_of_two_levels", "3", "3x1", {CHOLESKY_BINARY, "--size", "96", "--blocks", "4x3", "--check"}},
      {"gemm", "4", "2x2", {GEMM_BINARY, "--size", "96", "--blocks", "6"}},
      {"heat", "6", "2x3", {HEAT_BINARY, "--size", "60", "--blocks", "6", "--steps", "5"}},
      {"shallow_water",
       "2",
       "2x1",
       {SHALLOW_WATER_BINARY, "--points", "900", "--blocks", "6", "--steps", "3"}}};
  return all;
}

ProgramResult gusset(const TestFolder& folder, Words words) {
  words.insert(words.begin(), GUSSET_BINARY);
  return run_program({std::move(words), environment, folder.path(), ""});
}

Words with_program(Words words, const NodesCase& each) {
  words.emplace_back("--");
  words.insert(words.end(), each.program.begin(), each.program.end());
  return words;
}

/// The messages of a trace: from, to, handle, version, bytes and the accesses that they serve; sorted.
Words messages_of(const TestFolder& folder, const std::string& name) {
  const auto trace = traces::read_gus(folder.path() / name);
  if (!trace) return {trace.error().message()};
  Words messages;
  for (const traces::Message& message : (*trace)->messages) {
    std::ostringstream text;
    text << message.from.value() << " to " << message.to.value() << ": "
         << (*trace)->handles.name[message.handle.value()] << " version " << message.version << ", "
         << message.payload_bytes << " bytes, serves " << message.listeners;
    messages.push_back(text.str());
  }
  std::sort(messages.begin(), messages.end());
  return messages;
}

class ExamplesOnNodes : public ::testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ExamplesOnNodes);

TEST_P(ExamplesOnNodes, CountsAndMessagesEqualTheSimulations) {
  for (const NodesCase& each : cases()) {
    SCOPED_TRACE(each.name);
    const TestFolder folder;
    const auto simulated = gusset(folder, with_program({"simulate", "--costs", "work:1e9", "--grid",
                                                        each.grid, "--stats", "p.json", "-o", "p.gus"},
                                                       each));
    ASSERT_EQ(simulated.exit_status, 0) << simulated.errors;
    const auto ran = gusset(folder, with_program({"run", "--launcher", GetParam(), "--nodes", each.nodes,
                                                  "--grid", each.grid, "--stats", "m.json", "-o", "t.gus"},
                                                 each));
    ASSERT_EQ(ran.exit_status, 0) << ran.errors;
    EXPECT_THAT(gusset(folder, {"compare", "p.json", "m.json"}).output,
                StartsWith("All counts are equal, on "));
    const auto checked = gusset(folder, {"check", "t.gus", "--strict"});
    EXPECT_EQ(checked.exit_status, 0) << checked.output << checked.errors;
    EXPECT_THAT(checked.errors, IsEmpty());
    const Words predicted = messages_of(folder, "p.gus");
    EXPECT_GT(predicted.size(), 2u);
    EXPECT_EQ(messages_of(folder, "t.gus"), predicted);
  }
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// The lines of the README's code block that starts with these words.
Words lines_of_readme(const std::string& start) {
  const std::string page = read_text(std::string(GUSSET_SOURCE_DIR) + "/README.md");
  const std::size_t begin = page.find("```sh\n" + start);
  if (begin == std::string::npos) return {};
  std::istringstream block(page.substr(begin + 6, page.find("\n```", begin + 6) - begin - 6));
  Words lines;
  for (std::string line; std::getline(block, line);) lines.push_back(line);
  return lines;
}

// From a laptop's prediction to nodes, here with a smaller matrix.
TEST(Readme, LinesOfTheReadmeRun) {
  if (std::system("command -v mpirun >/dev/null") != 0) GTEST_SKIP() << "no mpirun in PATH";
  const Words lines = lines_of_readme("gusset run -o one.gus");
  ASSERT_EQ(lines.size(), 5u);
  const TestFolder folder;
  for (std::string line : lines) {
    line = replaced(replaced(replaced(line, "gusset ", GUSSET_BINARY " "), "./cholesky", CHOLESKY_BINARY),
                    "--size 4096", "--size 512");
    const auto result = run_program({{"/bin/sh", "-c", line}, environment, folder.path(), ""});
    EXPECT_EQ(result.exit_status, 0) << line << "\n" << result.errors;
  }
}

std::vector<std::string> launchers() {
  std::vector<std::string> found;
  for (const char* path : {MPIRUN_OPENMPI, MPIRUN_MPICH}) {
    if (*path != '\0') found.emplace_back(path);
  }
  return found;
}

INSTANTIATE_TEST_SUITE_P(Launchers, ExamplesOnNodes, ::testing::ValuesIn(launchers()),
                         [](const auto& launcher) {
                           return launcher.param.ends_with("mpich") ? "mpich" : "openmpi";
                         });

}  // namespace
}  // namespace gusset::testing
