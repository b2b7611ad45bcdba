// The command line that gusset tune prints for its best configuration, run as printed: the run counts what
// the sweep has counted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "example_call.hpp"
#include "mpi_environment.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

std::vector<std::string> installed_launchers() {
  std::vector<std::string> launchers;
  for (const char* launcher : {MPIRUN_OPENMPI, MPIRUN_MPICH}) {
    if (*launcher != '\0') launchers.emplace_back(launcher);
  }
  return launchers;
}

// The line after "To run the best: gusset run "; paths of the tests have no blanks, so nothing is quoted.
Words best_run_in(const std::string& output) {
  const std::string prefix = "To run the best: gusset run ";
  const std::size_t at = output.find(prefix);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + prefix.size();
  std::istringstream line(output.substr(begin, output.find('\n', begin) - begin));
  Words words;
  for (std::string word; line >> word;) words.push_back(word);
  return words;
}

void expect_runs_as_chosen(const std::string& launcher, const Words& options, const Words& program) {
  const TestFolder folder;
  const auto gusset = [&](Words words) {
    words.insert(words.begin(), GUSSET_BINARY);
    return run_program({std::move(words), mpi_environment(), folder.path(), ""});
  };
  Words tune{"tune", "-o", "s.json", "--threads", "1", "--platform", ":1:4:2e-6:5e9"};
  tune.insert(tune.end(), options.begin(), options.end());
  tune.emplace_back("--");
  tune.insert(tune.end(), program.begin(), program.end());
  const auto swept = gusset(tune);
  ASSERT_EQ(swept.exit_status, 0) << swept.errors;
  const Words best = best_run_in(swept.output);
  ASSERT_FALSE(best.empty()) << swept.output;
  Words run{"run", "--launcher", launcher, "--stats", "m.json", "-o", "m.gus"};
  run.insert(run.end(), best.begin(), best.end());
  const auto ran = gusset(run);
  ASSERT_EQ(ran.exit_status, 0) << ran.errors;
  const json measured = json::parse(read_text(folder.file("m.json")));
  const json sweep = json::parse(read_text(folder.file("s.json")));
  const auto blocks = std::find(best.begin(), best.end(), "--blocks") + 1;
  std::size_t found = 0;
  for (const json& row : sweep.at("configurations")) {
    const json& measures = row.at("screen").at("measures");
    if (measures.at("grid") != measured.at("inputs").at("grid") || row.at("values").at(0) != *blocks)
      continue;
    ++found;
    for (const char* count : {"level1_tasks", "messages", "payload_bytes"})
      EXPECT_EQ(measured.at("totals").at(count), measures.at(count)) << count;
  }
  EXPECT_EQ(found, 1u) << swept.output;
}

class TuneNodes : public ::testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TuneNodes);

TEST_P(TuneNodes, TheBestTaskGraphRunsAsChosen) {
  expect_runs_as_chosen(GetParam(), {"--param", "blocks=4,6", "--grid", "1x4,2x2"},
                        {GEMM_BINARY, "--size", "96", "--blocks", "{blocks}", "--model", "graph", "--check"});
}

TEST_P(TuneNodes, TheBestBlocksSubBlocksAndGridRunAsChosen) {
  expect_runs_as_chosen(GetParam(), {"--param", "blocks=4x3,6x2", "--grid", "2x1,1x2,3x1,1x3"},
                        {CHOLESKY_BINARY, "--size", "192", "--blocks", "{blocks}", "--check"});
}

INSTANTIATE_TEST_SUITE_P(Launchers, TuneNodes, ::testing::ValuesIn(installed_launchers()),
                         [](const auto& tested) {
                           return tested.param == MPIRUN_OPENMPI ? std::string("OpenMpi")
                                                                 : std::string("Mpich");
                         });

}  // namespace
}  // namespace gusset::testing
