#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

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
}

TEST(Gemm, LackOfMemoryFailsWithOneLine) {
  const auto result = gemm.run({"--size", "10000000"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gemm: expected memory for its data, found too little\n");
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(Gemm, SendsEachTileOnceToEachNodeOfItsRowOrColumn) {
  for (const unsigned p : {1u, 2u, 4u}) {
    for (const unsigned q : {1u, 3u}) {
      const auto statistics = gemm.simulate({"--size", "120", "--blocks", "12"}, ":2:1:1e-6:1e9",
                                            std::to_string(p) + "x" + std::to_string(q));
      const unsigned messages = 12 * 12 * (p - 1 + q - 1);
      EXPECT_EQ(statistics["totals"]["level1_tasks"], 12 * 12 * 12);
      EXPECT_EQ(statistics["totals"]["messages"], messages);
      EXPECT_EQ(statistics["totals"]["payload_bytes"], messages * 10 * 10 * 8);
    }
  }
}
#endif

}  // namespace
}  // namespace gusset::testing
