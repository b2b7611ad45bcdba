#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::MatchesRegex;

const Example benchmarks{TASK_GRAPH_BENCHMARKS_BINARY};

void expect_output(std::vector<std::string> arguments, const std::string& regex) {
  for (const char* threads : {"1", "2", "4"}) {
    const auto result = benchmarks.run(arguments, {{"GUSSET_THREADS", threads}});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_THAT(result.output, MatchesRegex(regex + ", on 1 nodes with " + threads +
                                            " threads: [0-9.]+ s, [0-9.]+ µs a .*\n"));
  }
}

TEST(TaskGraphBenchmarks, CheckTheirResults) {
  expect_output({"--tasks", "1000", "--spin", "1"}, "1000 tasks, 1 µs each");
  for (const char* messages : {"small", "large"}) {
    expect_output(
        {"--graph", "chains", "--rows", "3", "--columns", "50", "--bytes", "800", "--messages", messages},
        std::string("150 tasks in 3 chains with ") + messages + " messages of 800 bytes");
  }
  expect_output({"--graph", "dependencies", "--rows", "10", "--columns", "20", "--dependencies", "10"},
                "200 tasks with 10 dependencies each, 0 µs each");
}

TEST(TaskGraphBenchmarks, InvalidArgumentsFailWithOneLine) {
  EXPECT_EQ(benchmarks.run({"--graph", "dependencies", "--rows", "4"}).errors,
            "task_graph_benchmarks: --dependencies: expected at most --rows (4), found \"8\"\n");
  EXPECT_EQ(benchmarks.run({"--bytes", "12"}).errors,
            "task_graph_benchmarks: --bytes: expected a multiple of 8, found \"12\"\n");
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(TaskGraphBenchmarks, AreCountedInSimulations) {
  const std::string platform = ":2:1:1e-6:1e9";
  const auto independent = benchmarks.simulate({"--tasks", "100", "--spin", "1"}, platform, "2x2");
  EXPECT_EQ(independent["totals"]["level1_tasks"], 100);
  EXPECT_EQ(independent["totals"]["messages"], 0);
  for (const char* messages : {"small", "large"}) {
    const auto chains = benchmarks.simulate(
        {"--graph", "chains", "--rows", "3", "--columns", "50", "--bytes", "800", "--messages", messages},
        platform, "3x1");
    EXPECT_EQ(chains["totals"]["level1_tasks"], 150);
    EXPECT_EQ(chains["totals"]["messages"], 3 * 49);
    // Two numbers of a key, and the length of what a small message copies.
    const int argument_bytes = messages == std::string("small") ? 24 : 16;
    EXPECT_EQ(chains["totals"]["payload_bytes"], 3 * 49 * (800 + argument_bytes));
  }
  const auto dependencies = benchmarks.simulate(
      {"--graph", "dependencies", "--rows", "8", "--columns", "5", "--dependencies", "3"}, platform, "2x1");
  EXPECT_EQ(dependencies["totals"]["level1_tasks"], 40);
  EXPECT_EQ(dependencies["totals"]["messages"], 4 * 2 * (1 + 2));  // from the last two rows of each node
}
#endif

}  // namespace
}  // namespace gusset::testing
