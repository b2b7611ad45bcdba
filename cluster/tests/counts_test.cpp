// What the engine counts on each node is what the simulator predicts.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gusset/simulator/predict/statistics.hpp"
#include "loopback_nodes.hpp"
#include "predicted_counts.hpp"
#include "random_distributed_program.hpp"
#include "test_rounds.hpp"

namespace gusset::cluster {
namespace {

using gusset::testing::RandomDistributedProgram;
using gusset::testing::test_rounds;
using testing::LoopbackRun;

RunCounts counts_of(const simulator::SimulationStatistics& statistics) {
  return {statistics.nodes, statistics.pairs};
}

void expect_equal(const RunCounts& found, const RunCounts& expected) {
  ASSERT_EQ(found.nodes.size(), expected.nodes.size());
  for (std::size_t i = 0; i < found.nodes.size(); ++i) {
    SCOPED_TRACE("node " + std::to_string(i));
    const NodeStatistics& node = found.nodes[i];
    EXPECT_EQ(node.level1_tasks, expected.nodes[i].level1_tasks);
    EXPECT_EQ(node.level2_tasks, expected.nodes[i].level2_tasks);
    EXPECT_EQ(node.work, expected.nodes[i].work);
    EXPECT_EQ(node.blocks_owned, expected.nodes[i].blocks_owned);
    EXPECT_EQ(node.memory_upper_bytes, expected.nodes[i].memory_upper_bytes);
    EXPECT_EQ(node.listeners_sent, expected.nodes[i].listeners_sent);
    EXPECT_EQ(node.messages_sent, expected.nodes[i].messages_sent);
    EXPECT_EQ(node.payload_bytes_sent, expected.nodes[i].payload_bytes_sent);
    EXPECT_EQ(node.messages_received, expected.nodes[i].messages_received);
    EXPECT_EQ(node.payload_bytes_received, expected.nodes[i].payload_bytes_received);
  }
  EXPECT_EQ(found.pairs, expected.pairs);
}

TEST(Counts, OfRandomProgramsEqualTheSimulators) {
  for (unsigned seed = 1; seed <= test_rounds(50); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomDistributedProgram program(seed);
    LoopbackRun run{.nodes = 1 + seed % 6, .threads = 1 + seed % 2, .network = {seed, seed % 4 * 5}};
    run([&](Runtime& runtime, unsigned) { program(runtime); });
    expect_equal(run.counts, testing::predicted_counts(run.nodes, program));
  }
}

// Their messages are headers only, but count as if the contents travelled.
TEST(Counts, HandlesWithoutContentsCountWithTheSizeThatTheyDeclare) {
  const auto program = [](Runtime& runtime) {
    const TaskType step("step");
    const Handle large = runtime.handle("large", 1'000'000, NodeId(0));
    const Handle small = runtime.handle("small", 8, NodeId(1));
    for (int i = 0; i < 3; ++i) {
      runtime.submit(
          step(), [] {}, write(large));
      runtime.submit(
          step(), [] {}, read(large), write(small));
    }
    runtime.wait();
  };
  LoopbackRun run{.nodes = 2};
  run([&](Runtime& runtime, unsigned) { program(runtime); });
  expect_equal(run.counts, testing::predicted_counts(run.nodes, program));
  EXPECT_EQ(run.counts.nodes[0].payload_bytes_sent, 3'000'000u);
}

TEST(Counts, AreInTheDocumentThatTheSimulatorReads) {
  const RandomDistributedProgram program(7);
  LoopbackRun run{.nodes = 3};
  run.settings.statistics_path = std::filesystem::path(::testing::TempDir()) / "counts.json";
  run([&](Runtime& runtime, unsigned) { program(runtime); });
  const auto statistics = simulator::read_statistics(run.settings.statistics_path);
  ASSERT_TRUE(statistics.ok()) << statistics.error().message();
  EXPECT_EQ(statistics->grid, (ProcessGrid{1, 3, 1}));
  EXPECT_GT(statistics->makespan_s.value_or(0.0), 0.0);
  expect_equal(run.counts, counts_of(*statistics));
  EXPECT_EQ(statistics->totals, totals_of(statistics->nodes, statistics->platform.header_bytes));
}

}  // namespace
}  // namespace gusset::cluster
