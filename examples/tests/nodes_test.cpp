// The examples on several nodes, started by the launchers that are installed: what each node counts is what
// the simulation counts, results are right, and the nodes' traces join.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "example_call.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "mpi_environment.hpp"
#include "test_rounds.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

struct NodesCase {
  const char* name;
  const char* nodes;
  const char* grid;
  Words program;
  bool sends = true;  ///< on several nodes
  Words settings{};   ///< of run and simulate
  friend void PrintTo(const NodesCase& each, std::ostream* out) { *out << each.name; }
};

Words with_graph(Words words) {
  words.insert(words.end(), {"--model", "graph"});
  return words;
}

Words chains(const std::string& messages, const std::string& bytes) {
  return {TASK_GRAPH_BENCHMARKS_BINARY,
          "--graph",
          "chains",
          "--rows",
          "3",
          "--columns",
          "40",
          "--bytes",
          bytes,
          "--messages",
          messages};
}

Words collective(const std::string& operation, const std::string& algorithm, const std::string& bytes) {
  return {COLLECTIVES_BINARY,
          "--operation",
          operation,
          "--algorithm",
          algorithm,
          "--bytes",
          bytes,
          "--times",
          "3"};
}

const std::vector<NodesCase>& cases() {
  static const std::vector<NodesCase> all{
      {"cholesky", "4", "2x2", {CHOLESKY_BINARY, "--size", "96", "--blocks", "8", "--check"}},
      {"cholesky_of_two_levels", "3", "3x1", {CHOLESKY_BINARY, "--size", "96", "--blocks", "4x3", "--check"}},
      {"gemm", "4", "2x2", {GEMM_BINARY, "--size", "96", "--blocks", "6"}},
      {"gemm_in_layers", "8", "2x2x2", {GEMM_BINARY, "--size", "96", "--blocks", "6", "--check"}},
      {"gemm_graph", "4", "2x2", with_graph({GEMM_BINARY, "--size", "96", "--blocks", "6", "--check"})},
      {"gemm_graph_in_layers", "8", "2x2x2",
       with_graph({GEMM_BINARY, "--size", "96", "--blocks", "6", "--check"})},
      {"cholesky_graph", "6", "2x3",
       with_graph({CHOLESKY_BINARY, "--size", "150", "--blocks", "11", "--check"})},
      {"cholesky_graph_of_random_blocks", "9", "3x3",
       with_graph({CHOLESKY_BINARY, "--size", "150", "--blocks", "11", "--sizes", "random", "--check"})},
      {"independent_tasks", "3", "1x3", {TASK_GRAPH_BENCHMARKS_BINARY, "--tasks", "500"}, false},
      {"chains_of_small_messages", "5", "5x1", chains("small", "80")},
      {"chains_of_long_arguments", "2", "1x2", chains("small", "8000")},
      {"chains_of_large_messages", "7", "1x7", chains("large", "80000")},
      {"many_dependencies",
       "4",
       "1x4",
       {TASK_GRAPH_BENCHMARKS_BINARY, "--graph", "dependencies", "--rows", "13", "--columns", "20"}},
      {"cholesky_with_broadcast_trees",
       "9",
       "1x9",
       {CHOLESKY_BINARY, "--size", "180", "--blocks", "9", "--check"},
       true,
       {"--broadcast", "tree,2"}},
      {"broadcast", "5", "1x5", collective("broadcast", "binomial", "20000")},
      {"reduce", "4", "2x2", collective("reduce", "automatic", "800")},
      {"allreduce", "6", "2x3", collective("allreduce", "rabenseifner", "100000")},
      {"alltoall", "7", "1x7", collective("alltoall", "bruck", "7000")},
      {"heat", "6", "2x3", {HEAT_BINARY, "--size", "60", "--blocks", "6", "--steps", "5"}},
      {"nbody", "5", "5x1", {NBODY_BINARY, "--bodies", "300", "--blocks", "7"}},
      {"nbody_with_long_messages",
       "3",
       "1x3",
       {NBODY_BINARY, "--bodies", "4000", "--blocks", "7", "--mode", "add"}},
      {"poisson2d", "2", "2x1", {POISSON2D_BINARY, "--size", "40", "--chunk", "4", "--sweeps", "6"}},
      {"q12", "3", "1x3", {LOOPS_BINARY, "--size", "5000", "--chunk", "300", "--times", "2"}},
      {"rk4", "4", "2x2", {RK4_BINARY, "--size", "500", "--chunk", "30", "--steps", "4"}},
      {"shallow_water",
       "2",
       "2x1",
       {SHALLOW_WATER_BINARY, "--points", "900", "--blocks", "6", "--steps", "3"}}};
  return all;
}

ProgramResult gusset(const TestFolder& folder, Words words) {
  words.insert(words.begin(), GUSSET_BINARY);
  auto variables = mpi_environment();
  // The counter of messages comes before AddressSanitizer's library.
  const char* const options = std::getenv("ASAN_OPTIONS");
  variables["ASAN_OPTIONS"] = std::string(options == nullptr ? "" : options) + ":verify_asan_link_order=0";
  return run_program({std::move(words), std::move(variables), folder.path(), ""});
}

Words with_program(Words words, const NodesCase& each) {
  words.insert(words.end(), each.settings.begin(), each.settings.end());
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

// A pair of nodes, with messages and bytes of contents.
using Counted = std::map<std::pair<unsigned, unsigned>, std::pair<std::uint64_t, std::uint64_t>>;

Counted predicted_messages(const TestFolder& folder) {
  Counted messages;
  const auto document = nlohmann::json::parse(read_text(folder.file("p.json")));
  for (const auto& pair : document.at("pairs"))
    messages[{pair.at("from"), pair.at("to")}] = {pair.at("messages"), pair.at("payload_bytes")};
  return messages;
}

// What the counters of all nodes have written (tests/nodes/message_counter.cpp).
struct CountedOnNodes {
  Counted sent;
  Counted received;
};

CountedOnNodes counted_messages(const TestFolder& folder, unsigned nodes) {
  CountedOnNodes counted;
  for (unsigned node = 0; node < nodes; ++node) {
    std::istringstream lines(read_text(folder.file("counts." + std::to_string(node))));
    std::uint64_t sent = 0, sent_bytes = 0, received = 0, received_bytes = 0;
    for (unsigned peer = 0; lines >> peer >> sent >> sent_bytes >> received >> received_bytes;) {
      if (sent > 0) counted.sent[{node, peer}] = {sent, sent_bytes};
      if (received > 0) counted.received[{peer, node}] = {received, received_bytes};
    }
  }
  return counted;
}

bool is_openmpi(const std::string& launcher) {
  return launcher == MPIRUN_OPENMPI;
}

// The launcher with options that preload the counter of messages.
std::string with_counter(const std::string& launcher, const TestFolder& folder) {
  const std::string file = folder.file("counts");
  if (is_openmpi(launcher)) return launcher + " -x LD_PRELOAD=" COUNTER_OPENMPI " -x MESSAGE_COUNTS=" + file;
  return launcher + " -genv LD_PRELOAD " COUNTER_MPICH " -genv MESSAGE_COUNTS " + file;
}

class ExamplesOnNodes : public ::testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ExamplesOnNodes);

// The engine's counts, those of the independent counter, and the joined trace.
void expect_counts(const std::string& launcher, const NodesCase& each) {
  SCOPED_TRACE(std::string(each.name) + " on " + each.grid);
  const TestFolder folder;
  const auto simulated = gusset(folder, with_program({"simulate", "--costs", "work:1e9", "--grid", each.grid,
                                                      "--stats", "p.json", "-o", "p.gus"},
                                                     each));
  ASSERT_EQ(simulated.exit_status, 0) << simulated.errors;
  const auto ran =
      gusset(folder, with_program({"run", "--launcher", with_counter(launcher, folder), "--nodes", each.nodes,
                                   "--grid", each.grid, "--stats", "m.json", "-o", "t.gus"},
                                  each));
  ASSERT_EQ(ran.exit_status, 0) << ran.errors;
  const Counted predicted = predicted_messages(folder);
  const CountedOnNodes counted = counted_messages(folder, static_cast<unsigned>(std::stoul(each.nodes)));
  EXPECT_EQ(predicted.empty(), !each.sends || each.nodes == std::string("1"));
  EXPECT_EQ(counted.sent, predicted);
  EXPECT_EQ(counted.received, predicted);
  EXPECT_THAT(gusset(folder, {"compare", "p.json", "m.json"}).output,
              StartsWith("All counts are equal, on "));
  EXPECT_EQ(messages_of(folder, "t.gus"), messages_of(folder, "p.gus"));
  const auto checked = gusset(folder, {"check", "t.gus", "--strict"});
  EXPECT_EQ(checked.exit_status, 0) << checked.output << checked.errors;
  EXPECT_THAT(checked.errors, IsEmpty());
}

TEST_P(ExamplesOnNodes, CountsEqualTheSimulations) {
  for (const NodesCase& each : cases()) expect_counts(GetParam(), each);
}

// On grids of one, two and three dimensions: one grid, or as many as scripts/soak wants.
TEST_P(ExamplesOnNodes, CountsEqualTheSimulationsOnManyGrids) {
  struct Nodes {
    const char* nodes;
    const char* grid;
  };
  const std::vector<Nodes> grids{
      {"8", "2x2x2"},  {"1", "1x1"},   {"2", "2x1"},  {"3", "1x3"},  {"4", "4x1"},  {"5", "1x5"},
      {"6", "2x3"},    {"7", "7x1"},   {"8", "2x4"},  {"9", "3x3"},  {"10", "5x2"}, {"11", "1x11"},
      {"12", "3x2x2"}, {"13", "13x1"}, {"14", "2x7"}, {"15", "3x5"}, {"16", "4x4"}, {"16", "2x4x2"}};
  const unsigned rounds = std::min(test_rounds(1), static_cast<unsigned>(grids.size()));
  for (unsigned round = 0; round < rounds; ++round) {
    for (NodesCase each : cases()) {
      each.nodes = grids[round].nodes;
      each.grid = grids[round].grid;
      expect_counts(GetParam(), each);
    }
  }
}

// Gemm, syrk and trsm move; the factor is right, and the joined trace is a possible execution.
TEST_P(ExamplesOnNodes, CholeskyMovesTasks) {
  constexpr unsigned nodes = 3;
  for (const std::string policy : {"basic", "equalize", "smart", "list:moves"}) {
    SCOPED_TRACE(policy);
    const TestFolder folder;
    std::ofstream list(folder.path() / "moves");
    for (int task = 0; task < 120; ++task) list << task << ' ' << task % 2 << '\n';
    list.close();
    Words words{GetParam(), "-n", std::to_string(nodes)};
    if (is_openmpi(GetParam())) words.insert(words.end(), {"--oversubscribe", "--bind-to", "none"});
    words.insert(words.end(), {CHOLESKY_BINARY, "--size", "192", "--blocks", "8", "--migratable", "--check"});
    auto variables = mpi_environment();
    variables["GUSSET_ENGINE"] = "distribute";
    variables["GUSSET_BALANCE"] = policy;
    variables["GUSSET_STATS"] = "s.json";
    variables["GUSSET_TRACE"] = "t.gus";
    const auto ran = run_program({words, variables, folder.path(), ""});
    ASSERT_EQ(ran.exit_status, 0) << ran.errors;
    EXPECT_THAT(ran.output, HasSubstr("below 1e-12"));
    const auto totals = nlohmann::json::parse(read_text(folder.file("s.json"))).at("totals");
    EXPECT_EQ(totals.at("level1_tasks"), 120);
    if (policy == "list:moves") {
      EXPECT_GT(totals.at("migrated_tasks"), 50);
    }
    Words merge{"merge", "-o", "t.gus"};
    for (unsigned node = 0; node < nodes; ++node) merge.push_back("t.node" + std::to_string(node) + ".gus");
    const auto merged = gusset(folder, merge);
    ASSERT_EQ(merged.exit_status, 0) << merged.errors;
    const auto checked = gusset(folder, {"check", "t.gus", "--strict"});
    EXPECT_EQ(checked.exit_status, 0) << checked.output << checked.errors;
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
    line =
        replaced(replaced(replaced(line, "gusset ", GUSSET_BINARY " "), "-- cholesky", "-- " CHOLESKY_BINARY),
                 "--size 4096", "--size 512");
    const auto result = run_program({{"/bin/sh", "-c", line}, mpi_environment(), folder.path(), ""});
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
