// What the engine counts on each node is what the simulator predicts.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>

#include "gusset/simulator/predict/statistics.hpp"
#include "loopback_nodes.hpp"
#include "predicted_counts.hpp"
#include "random_distributed_program.hpp"
#include "random_task_graph.hpp"
#include "test_rounds.hpp"

namespace gusset::cluster {
namespace {

using gusset::testing::RandomDistributedProgram;
using gusset::testing::RandomTaskGraph;
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

TEST(Counts, OfRandomTaskGraphsEqualTheSimulators) {
  for (unsigned seed = 1; seed <= test_rounds(50); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomTaskGraph program(seed);
    LoopbackRun run{.nodes = 1 + seed % 6, .threads = 1 + seed % 2, .network = {seed, seed % 4 * 5}};
    run([&](Runtime& runtime, unsigned node) { EXPECT_EQ(program(runtime, node), ""); });
    expect_equal(run.counts, testing::predicted_counts(
                                 run.nodes, [&](Runtime& runtime) { EXPECT_EQ(program(runtime, 0), ""); }));
  }
}

// The list also names tasks that may not move, and nodes that have the task anyway.
TEST(Counts, OfListedMovesEqualTheSimulators) {
  std::uint64_t moved = 0;
  for (unsigned seed = 1; seed <= test_rounds(50); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomDistributedProgram program(seed, false, true);
    LoopbackRun run{.nodes = 2 + seed % 5, .threads = 1 + seed % 2, .network = {seed, seed % 4 * 5}};
    std::mt19937 random(seed);
    run.settings.balance.policy = Balance::Policy::list;
    for (std::uint64_t task = 0; task < 400; ++task) {
      if (random() % 2 == 0) run.settings.balance.moves.emplace(task, NodeId(random() % run.nodes));
    }
    run([&](Runtime& runtime, unsigned) { program(runtime); });
    EXPECT_EQ(testing::difference_of(run.counts,
                                     testing::predicted_counts(run.nodes, program, {}, run.settings.balance)),
              "");
    for (const NodeStatistics& node : run.counts.nodes)
      moved += node.migration.value().migrated_tasks.value();
  }
  EXPECT_GT(moved, 100u);
}

TEST(Counts, DifferInTheMovesIfTheListsDo) {
  const auto program = [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8, NodeId(0));
    runtime.submit(
        TaskType("step")().migratable(), [] {}, write(x));
    runtime.wait();
  };
  LoopbackRun run{.nodes = 2};
  run.settings.balance = {.policy = Balance::Policy::list, .moves = {{0, NodeId(1)}}};
  run([&](Runtime& runtime, unsigned) { program(runtime); });
  const auto compared_with = [&](const Balance& balance) {
    return testing::difference_of(run.counts, testing::predicted_counts(2, program, {}, balance));
  };
  EXPECT_EQ(compared_with(run.settings.balance), "");
  EXPECT_EQ(compared_with({.policy = Balance::Policy::list}), "node 0");
  EXPECT_EQ(compared_with({.policy = Balance::Policy::smart}), "");  // not known without times
  EXPECT_EQ(compared_with({}), "node 0");
}

// Node 1 reads one version after the other: it never has two replicas at once.
TEST(Counts, PeakMemoryIsLessThanAllThatWasReceivedBecauseItIsReused) {
  LoopbackRun run{.nodes = 2};
  run([&](Runtime& runtime, unsigned) {
    const auto numbers = TiledMatrix<double>::full(runtime, "numbers", 64, 1, 1, 1,
                                                   [](std::size_t, std::size_t) { return NodeId(0); });
    const Handle order = runtime.handle("order", 0, NodeId(1));
    for (int i = 0; i < 20; ++i) {
      runtime.submit(
          TaskType("make")(), [](Tile<double> tile) { tile(0, 0) = 1.0; }, write(numbers(0, 0)));
      runtime.submit(
          TaskType("use")(), [](Tile<const double>) {}, read(numbers(0, 0)), write(order));
      runtime.wait();
    }
  });
  const NodeStatistics& reader = run.counts.nodes[1];
  ASSERT_TRUE(reader.peak_memory_bytes.has_value());
  EXPECT_GE(*reader.peak_memory_bytes, reader.memory_upper_bytes / 20);
  EXPECT_LT(*reader.peak_memory_bytes, reader.memory_upper_bytes / 4);
  constexpr std::uint64_t tile_bytes = 64 * sizeof(double);
  ASSERT_TRUE(reader.replica_pool.has_value());
  EXPECT_EQ(reader.replica_pool->asked_bytes, 20 * tile_bytes);
  EXPECT_EQ(reader.replica_pool->peak_bytes + reader.replica_pool->reused_bytes, 20 * tile_bytes);
  EXPECT_LT(reader.replica_pool->peak_bytes, 5 * tile_bytes);
  EXPECT_EQ(run.counts.nodes[0].replica_pool, PoolStatistics());  // node 0 receives nothing
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
  EXPECT_EQ(statistics->balance, "");
  EXPECT_FALSE(statistics->totals.migration.has_value());
}

TEST(Counts, TheDocumentNamesTheLoadBalancing) {
  const RandomDistributedProgram program(7);  // without tasks that may migrate
  LoopbackRun run{.nodes = 3};
  run.settings.statistics_path = std::filesystem::path(::testing::TempDir()) / "balanced_counts.json";
  run.settings.balance = Balance::parse("smart,4", "test");
  run([&](Runtime& runtime, unsigned) { program(runtime); });
  const auto statistics = simulator::read_statistics(run.settings.statistics_path);
  ASSERT_TRUE(statistics.ok()) << statistics.error().message();
  EXPECT_EQ(statistics->balance, "smart,4");
  EXPECT_EQ(statistics->totals.migration, (MigrationStatistics{0, 0, 0}));
}

}  // namespace
}  // namespace gusset::cluster
