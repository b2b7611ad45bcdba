// What the engine counts on each node is what the simulator predicts.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "gusset/simulator/predict/engine.hpp"
#include "loopback_nodes.hpp"
#include "random_distributed_program.hpp"

namespace gusset::cluster {
namespace {

using gusset::testing::RandomDistributedProgram;
using testing::LoopbackRun;

/// The simulator's counts as the engine has them.
RunCounts counts_of(const simulator::SimulationStatistics& statistics) {
  RunCounts counts;
  for (const simulator::NodeStatistics& node : statistics.nodes) {
    counts.push_back({node.level1_tasks, node.level2_tasks, node.work, node.blocks_owned,
                      node.memory_upper_bytes - node.payload_bytes_received, node.listeners_sent,
                      node.messages_received, node.payload_bytes_received,
                      std::vector<SentMessages>(statistics.nodes.size())});
  }
  for (const simulator::PairStatistics& pair : statistics.pairs)
    counts[pair.from.value()].sent[pair.to.value()] = {pair.messages, pair.payload_bytes};
  return counts;
}

RunCounts predicted(unsigned nodes, const RandomDistributedProgram& program) {
  simulator::SimulationInputs inputs;
  inputs.grid = ProcessGrid::squarest(nodes);
  inputs.platform = simulator::Platform{};
  inputs.platform->nodes = nodes;
  inputs.platform->cores = 1;
  const auto result = std::make_shared<simulator::SimulationResult>();
  {
    Runtime runtime(simulator::make_simulation_engine(std::move(inputs), result));
    program(runtime);
  }
  return counts_of(result->statistics);
}

void expect_equal(const RunCounts& found, const RunCounts& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t node = 0; node < found.size(); ++node) {
    SCOPED_TRACE("node " + std::to_string(node));
    EXPECT_EQ(found[node].tasks, expected[node].tasks);
    EXPECT_EQ(found[node].children, expected[node].children);
    EXPECT_EQ(found[node].work, expected[node].work);
    EXPECT_EQ(found[node].blocks_owned, expected[node].blocks_owned);
    EXPECT_EQ(found[node].bytes_owned, expected[node].bytes_owned);
    EXPECT_EQ(found[node].listeners, expected[node].listeners);
    EXPECT_EQ(found[node].messages_received, expected[node].messages_received);
    EXPECT_EQ(found[node].bytes_received, expected[node].bytes_received);
    EXPECT_EQ(found[node].sent, expected[node].sent);
  }
}

TEST(Counts, OfRandomProgramsEqualTheSimulators) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomDistributedProgram program(seed);
    LoopbackRun run{.nodes = 1 + seed % 6, .threads = 1 + seed % 2, .network = {seed, seed % 4 * 5}};
    run([&](Runtime& runtime, unsigned) { program(runtime); });
    expect_equal(run.counts, predicted(run.nodes, program));
  }
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
