// Sweeps over programs with task graphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

struct Sweep {
  ProgramResult result;
  std::vector<json> measures;  // of the configurations, which all succeed
};

Sweep sweep_of(const Words& options, const Words& program) {
  const TestFolder folder;
  Words words{GUSSET_BINARY, "tune", "-o", "s.json", "--platform", ":2:4:2e-6:5e9"};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back("--");
  words.insert(words.end(), program.begin(), program.end());
  Sweep sweep;
  sweep.result = run_program({words, {}, folder.path(), ""});
  EXPECT_EQ(sweep.result.exit_status, 0) << sweep.result.errors;
  const json document = json::parse(read_text(folder.file("s.json")));
  for (const json& row : document.at("configurations")) {
    EXPECT_TRUE(row.at("screen").at("reason").is_null()) << row;
    sweep.measures.push_back(row.at("screen").at("measures"));
  }
  return sweep;
}

// A tile of A goes once to every other node in its row of the grid, a tile of B to those in its column.
TEST(TuneTaskGraphs, CountsTheMessagesOfAMatrixProduct) {
  const Sweep sweep = sweep_of({"--param", "blocks=4,8", "--grid", "1x4,2x2", "--seeds", "1"},
                               {GEMM_BINARY, "--size", "256", "--blocks", "{blocks}", "--model", "graph"});
  ASSERT_EQ(sweep.measures.size(), 4u);
  const auto bytes = [&](std::size_t row) { return sweep.measures[row].at("payload_bytes").get<double>(); };
  constexpr double matrix_bytes = 256.0 * 256 * sizeof(double);
  // On 1x4, each tile of A goes to three other nodes; on 2x2, each tile of A and of B goes to one.
  EXPECT_GE(bytes(0), 3 * matrix_bytes);
  EXPECT_LT(bytes(0), 3.01 * matrix_bytes);
  EXPECT_GE(bytes(1), 2 * matrix_bytes);
  EXPECT_LT(bytes(1), 2.01 * matrix_bytes);
  EXPECT_EQ(sweep.measures[1].at("level1_tasks"), 64 + 32);
  EXPECT_THAT(sweep.result.output, StartsWith("Block sizes can't be compared, "));
  EXPECT_THAT(sweep.result.output, HasSubstr("; at that rate, 2x2 with blocks="));
  EXPECT_THAT(sweep.result.output,
              HasSubstr("\nTo run the best: gusset run --nodes 4 --grid 2x2 --threads 2 -- "));
  EXPECT_THAT(sweep.result.output, ContainsRegex("/gemm --size 256 --blocks [48] --model graph\n"));
}

TEST(TuneTaskGraphs, ProposesBlocksAndComparesSizesOfACholesky) {
  const Sweep sweep = sweep_of(
      {"--param", "blocks=auto", "--param", "sizes=equal,random", "--nodes", "1,4", "--policy",
       "locality,priority", "--seeds", "3"},
      {CHOLESKY_BINARY, "--size", "512", "--blocks", "{blocks}", "--model", "graph", "--sizes", "{sizes}"});
  EXPECT_GE(sweep.measures.size(), 16u);
  for (const json& measures : sweep.measures) {
    EXPECT_GT(measures.at("makespan_s").get<double>(), 0.0);
    EXPECT_EQ(measures.at("messages") == 0, measures.at("nodes") == 1);
  }
}

}  // namespace
}  // namespace gusset::testing
