#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;

const Example heat{HEAT_BINARY};

TEST(Heat, DecaysExactlyWithAnyBlocksAndThreads) {
  for (const char* blocks : {"1", "2", "5", "13"}) {
    for (const char* threads : {"1", "2", "4"}) {
      const auto result =
          heat.run({"--size", "61", "--blocks", blocks, "--steps", "31"}, {{"GUSSET_THREADS", threads}});
      EXPECT_EQ(result.exit_status, 0) << blocks << " blocks, " << threads << " threads: " << result.errors;
      EXPECT_THAT(result.output, HasSubstr("after 31 steps: difference from the exact decay "));
      EXPECT_THAT(result.output, HasSubstr(", below 1e-12\n"));
    }
  }
}

TEST(Heat, BlockCanBeASinglePoint) {
  EXPECT_EQ(heat.run({"--size", "6", "--blocks", "6", "--steps", "7"}).exit_status, 0);
  EXPECT_EQ(heat.run({"--size", "1", "--blocks", "1", "--steps", "0"}).exit_status, 0);
}

TEST(Heat, StepsAreIterationsInTheTrace) {
  const auto trace = heat.record({"--size", "40", "--blocks", "4", "--steps", "5"}, "2");
  EXPECT_EQ(trace->tasks.size(), 4u * 4u * 5u);
  EXPECT_EQ(distinct_values(*trace, "iteration"), 5u);
}

TEST(Heat, InvalidArgumentsFailWithOneLine) {
  const auto result = heat.run({"--size", "4", "--blocks", "5"});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors, "heat: --blocks: expected at most --size (4), found \"5\"\n");
  EXPECT_EQ(heat.run({"--steps", "ten"}).errors,
            "heat: --steps: expected a whole number from 0 to 1000000, found \"ten\"\n");
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(Heat, SendsOnlyEdgesBetweenNodes) {
  const auto statistics =
      heat.simulate({"--size", "120", "--blocks", "12", "--steps", "3"}, ":2:1:1e-6:1e9", "2x3");
  // In each step, both sides send edges across one seam of 12 blocks and two seams of 12 blocks.
  const unsigned messages = 3 * 2 * (12 + 2 * 12);
  EXPECT_EQ(statistics["totals"]["level1_tasks"], 12 * 12 * 3);
  EXPECT_EQ(statistics["totals"]["messages"], messages);
  EXPECT_EQ(statistics["totals"]["listeners"], messages);
  EXPECT_EQ(statistics["totals"]["payload_bytes"], messages * 10 * 8);
}
#endif

}  // namespace
}  // namespace gusset::testing
