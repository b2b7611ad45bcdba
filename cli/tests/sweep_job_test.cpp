#include "sweep/sweep_job.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_program.hpp"
#include "some_sweep.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;
using gusset::testing::TestFolder;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

TEST(SweepJob, SetsTheEnvironmentOfSimulate) {
  SweepDefinition definition = testing::nine_nodes();
  definition.threads = {20};
  definition.policies = {"fifo"};
  definition.balancing = {"smart"};
  definition.seeds = 10;
  const PoolJob job = sweep_job(definition, configurations_of(definition)[1], "fast", 10, "/tmp/f");
  EXPECT_THAT(job.command, ElementsAre("./cholesky", "--blocks", "18"));
  EXPECT_THAT(job.variables,
              UnorderedElementsAre(Pair("GUSSET_ENGINE", "simulate"), Pair("GUSSET_COSTS", "work:30e9"),
                                   Pair("GUSSET_GRID", "1x9"), Pair("GUSSET_THREADS", "20"),
                                   Pair("GUSSET_POLICY", "fifo"), Pair("GUSSET_BALANCE", "smart"),
                                   Pair("GUSSET_NETWORK", "fast"), Pair("GUSSET_SEEDS", "10"),
                                   Pair("GUSSET_PROGRESS", "0"), Pair("GUSSET_JOBS", "1"),
                                   Pair("GUSSET_HANDSHAKE", "/tmp/f/handshake"),
                                   Pair("GUSSET_STATS", "/tmp/f/statistics.json")));
}

TEST(SweepJob, MalformedStatisticsAreAReason) {
  const TestFolder folder;
  folder.write("handshake", "gusset 1 ready simulate\n");
  folder.write("statistics.json", "{\"makespan_s\": 1}");
  const Outcome outcome = outcome_of({}, "./solver", folder.path(), std::chrono::seconds(1));
  EXPECT_FALSE(outcome.measures);
  EXPECT_THAT(outcome.reason,
              ::testing::StartsWith("./solver: expected statistics as in docs/statistics.md, found \""));
}

TEST(LastLine, SkipsBlankLinesAndAssumptions) {
  const TestFolder folder;
  const auto of = [&](const std::string& text) { return last_line(folder.write("errors", text)); };
  EXPECT_EQ(of("first\nsecond\n\n  \n"), "second");
  EXPECT_EQ(of("no newline"), "no newline");
  EXPECT_EQ(of("failed\nsimulate: assumed: nodes are copies\n"), "failed");
  EXPECT_EQ(of(""), "");
  EXPECT_EQ(of("\x1b[31mred\n"), "\\x1b[31mred");
  std::string long_line;
  long_line.resize(1 << 20, 'x');
  EXPECT_EQ(of(long_line), long_line.substr(0, 300).append("…"));
  EXPECT_EQ(of(long_line.append("\nlast\n")), "last");
  EXPECT_EQ(last_line(folder.file("missing")), "");
}

}  // namespace
}  // namespace gusset::cli
