#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

const Example gemm{GEMM_BINARY};

TEST(Gemm, AgreesWithDgemm) {
  struct Shape {
    std::string size, blocks;
  };
  for (const auto& [size, blocks] : {Shape{"37", "5"}, Shape{"150", "3x2"}, Shape{"97", "2x3x2"}}) {
    for (const char* updates : {"add", "write"}) {
      for (const char* threads : {"1", "2", "4"}) {
        const auto result = gemm.run({"--size", size, "--blocks", blocks, "--updates", updates, "--check"},
                                     {{"GUSSET_THREADS", threads}});
        EXPECT_EQ(result.exit_status, 0) << size << " in " << blocks << ": " << result.errors;
        EXPECT_THAT(result.output, MatchesRegex("N = [0-9]+ in [0-9x]+ blocks: [0-9.]+ s, [0-9.]+ GFlop/s\n"
                                                "difference from dgemm [0-9.e+-]+, below 1e-13\n"));
      }
    }
  }
}

TEST(Gemm, TheTaskGraphAgreesWithDgemm) {
  for (const auto& [size, blocks] : {std::pair{"37", "5"}, std::pair{"150", "7"}, std::pair{"64", "1"}}) {
    for (const char* threads : {"1", "2", "4"}) {
      const auto result = gemm.run({"--size", size, "--blocks", blocks, "--model", "graph", "--check"},
                                   {{"GUSSET_THREADS", threads}});
      EXPECT_EQ(result.exit_status, 0) << size << " in " << blocks << ": " << result.errors;
      EXPECT_THAT(result.output, HasSubstr("below 1e-13\n"));
    }
  }
}

TEST(Gemm, StepsAreIterationsInTheTrace) {
  const auto trace = gemm.record({"--size", "60", "--blocks", "3"}, "2");
  EXPECT_EQ(trace->tasks.size(), 27u);
  EXPECT_EQ(distinct_values(*trace, "iteration"), 3u);
}

TEST(Gemm, InvalidArgumentsFailWithOneLine) {
  EXPECT_EQ(gemm.run({"--size", "4", "--blocks", "2x3"}).errors,
            "gemm: --blocks: expected at most --size (4), found \"2x3\"\n");
  EXPECT_EQ(gemm.run({"--size", "4", "--blocks", "2x"}).errors,
            "gemm: --blocks: expected a whole number from 1 to 10000000, or several joined by x as in "
            "36x6, found \"2x\"\n");
  EXPECT_EQ(gemm.run({"--blocks", "0"}).exit_status, 2);
  EXPECT_EQ(gemm.run({"--blocks", "4x2", "--model", "graph"}).errors,
            "gemm: --blocks: expected one number with --model graph, found \"4x2\"\n");
}

TEST(Gemm, LackOfMemoryFailsWithOneLine) {
  const auto result = gemm.run({"--size", "10000000"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gemm: expected memory for its data, found too little\n");
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(Gemm, SendsEachTileOnceToEachNodeOfItsRowOrColumn) {
  for (const std::string model : {"handles", "graph"}) {
    for (const unsigned p : {1u, 2u, 4u}) {
      for (const unsigned q : {1u, 3u}) {
        const auto statistics = gemm.simulate({"--size", "120", "--blocks", "12", "--model", model},
                                              ":2:1:1e-6:1e9", std::to_string(p) + "x" + std::to_string(q));
        const unsigned messages = 12 * 12 * (p - 1 + q - 1);
        const unsigned sends = model == "graph" ? 2 * 12 * 12 : 0;  // tasks that send a tile
        EXPECT_EQ(statistics["totals"]["level1_tasks"], 12 * 12 * 12 + sends);
        EXPECT_EQ(statistics["totals"]["messages"], messages) << model;
        const unsigned argument_bytes = model == "graph" ? 16 : 0;
        EXPECT_EQ(statistics["totals"]["payload_bytes"], messages * (10 * 10 * 8 + argument_bytes));
      }
    }
  }
}

// On R layers of P × Q nodes: a tile of A goes to the Q nodes that multiply it (in layer 0, one of them owns
// it), and a tile of B to P nodes. R − 1 partial sums of each tile of C return.
TEST(Gemm, LayersSharePartialSums) {
  for (const std::string model : {"handles", "graph"}) {
    const auto statistics =
        gemm.simulate({"--size", "120", "--blocks", "12", "--model", model}, ":2:1:1e-6:1e9", "2x3x2");
    const unsigned of_layer_0 = 12 * 6 * (2 - 1 + 3 - 1);
    const unsigned to_layer_1 = 12 * 6 * (2 + 3);
    EXPECT_EQ(statistics["totals"]["messages"], of_layer_0 + to_layer_1 + 12 * 12) << model;
  }
}

TEST(Gemm, PartialSumsMayHaveParts) {
  const auto flat = gemm.simulate({"--size", "120", "--blocks", "4"}, ":2:1:1e-6:1e9", "2x2x2");
  const auto deep = gemm.simulate({"--size", "120", "--blocks", "4x2"}, ":2:1:1e-6:1e9", "2x2x2");
  EXPECT_EQ(flat["totals"]["messages"], deep["totals"]["messages"]);
  EXPECT_EQ(deep["totals"]["level2_tasks"], 4 * 4 * 4 * 8 + 4 * 4 * 4);
}
#endif

}  // namespace
}  // namespace gusset::testing
