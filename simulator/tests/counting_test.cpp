#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cholesky.hpp"
#include "reference_counts.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::ReferenceCounts;
using testing::simulate;

constexpr std::size_t n = 99792;

SimulationInputs counting(unsigned p, unsigned q) {
  SimulationInputs inputs;
  inputs.grid = ProcessGrid{p, q, 1};
  return inputs;
}

TEST(Counting, MatchesTheReferenceOnEveryNode) {
  const std::vector<ReferenceCounts> all = testing::read_reference_counts();
  EXPECT_EQ(all.size(), 42u);
  for (const ReferenceCounts& reference : all) {
    SCOPED_TRACE(reference.name());
    const SimulationResult result = simulate(counting(reference.p, reference.q), [&](Runtime& runtime) {
      factorize(runtime, n, reference.blocks);
    });
    const auto& nodes = result.statistics.nodes;
    ASSERT_EQ(nodes.size(), reference.rows.size());
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      SCOPED_TRACE("node " + std::to_string(node));
      const auto& row = reference.rows[node];
      ASSERT_EQ(row[4], node);
      EXPECT_EQ(nodes[node].level1_tasks, row[5]);
      EXPECT_EQ(nodes[node].messages_sent, row[7]);
      EXPECT_EQ(nodes[node].messages_received, row[8]);
      EXPECT_EQ(nodes[node].listeners_sent, row[9]);
      EXPECT_EQ(nodes[node].blocks_owned, row[10]);
      EXPECT_FALSE(nodes[node].busy_s.has_value());
    }
    EXPECT_FALSE(result.statistics.makespan_s.has_value());
  }
}

TEST(Counting, WireBytesAddAHeaderPerMessage) {
  const SimulationResult result =
      simulate(counting(3, 3), [](Runtime& runtime) { factorize(runtime, n, 36); });
  const Totals& totals = result.statistics.totals;
  constexpr std::uint64_t tile_bytes = (n / 36) * (n / 36) * 8;
  EXPECT_EQ(totals.level1_tasks, 8436u);
  EXPECT_EQ(totals.messages, 2450u);
  EXPECT_EQ(totals.payload_bytes, 2450 * tile_bytes);
  EXPECT_EQ(totals.wire_bytes, 2450 * (tile_bytes + 192));
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint64_t listeners = 0;
  std::uint64_t memory = 0;
  for (const NodeStatistics& node : result.statistics.nodes) {
    EXPECT_EQ(node.payload_bytes_sent, node.messages_sent * tile_bytes);
    EXPECT_EQ(node.payload_bytes_received, node.messages_received * tile_bytes);
    EXPECT_EQ(node.memory_upper_bytes, (node.blocks_owned + node.messages_received) * tile_bytes);
    sent += node.payload_bytes_sent;
    received += node.payload_bytes_received;
    listeners += node.listeners_sent;
    memory += node.memory_upper_bytes;
  }
  EXPECT_EQ(sent, totals.payload_bytes);
  EXPECT_EQ(received, totals.payload_bytes);
  EXPECT_EQ(listeners, totals.listeners);
  EXPECT_GT(totals.listeners, totals.messages);
  EXPECT_EQ(memory, totals.memory_upper_bytes);
}

TEST(Counting, UnevenTilesCountWithTheirOwnSizes) {
  // 10 rows in 3 blocks: 4, 3, 3. With 1 × 2 nodes, node 1 owns column 1.
  const SimulationResult result =
      simulate(counting(1, 2), [](Runtime& runtime) { factorize(runtime, 10, 3); });
  // Node 0 sends (1,0) and (2,0) to update column 1; node 1 sends (2,1) to update (2,2).
  EXPECT_EQ(result.statistics.totals.messages, 3u);
  EXPECT_EQ(result.statistics.nodes[0].payload_bytes_sent, 2u * 3 * 4 * 8);
  EXPECT_EQ(result.statistics.nodes[1].payload_bytes_sent, 1u * 3 * 3 * 8);
}

TEST(Counting, SendsEachVersionOncePerNode) {
  const TaskType type("t");
  const SimulationResult result = simulate(counting(1, 3), [&](Runtime& runtime) {
    const Handle x = runtime.handle("x", 100, NodeId(0));
    for (int version = 0; version < 2; ++version) {
      runtime.submit(
          type(), [] {}, write(x));
      for (unsigned node = 0; node < 3; ++node) {
        for (int i = 0; i < 4; ++i)
          runtime.submit(
              type().on(NodeId(node)), [] {}, read(x));
      }
    }
    runtime.wait();
  });
  EXPECT_EQ(result.statistics.totals.messages, 4u);  // two versions to two nodes
  EXPECT_EQ(result.statistics.totals.listeners, 16u);
  EXPECT_EQ(result.statistics.nodes[0].messages_sent, 4u);
  EXPECT_EQ(result.statistics.nodes[0].messages_received, 0u);
  EXPECT_EQ(result.statistics.nodes[1].messages_received, 2u);
  EXPECT_EQ(result.statistics.nodes[0].memory_upper_bytes, 100u);
  EXPECT_EQ(result.statistics.nodes[1].memory_upper_bytes, 200u);
  EXPECT_EQ(result.statistics.nodes[1].level1_tasks, 8u);
}

TEST(Counting, HandlesWithoutContentsAreNotBlocks) {
  const SimulationResult result = simulate(counting(1, 1), [](Runtime& runtime) {
    const Handle empty = runtime.handle("empty");
    const Handle full = runtime.handle("full", 8);
  });
  EXPECT_EQ(result.statistics.nodes[0].blocks_owned, 1u);
  EXPECT_EQ(result.statistics.nodes[0].memory_upper_bytes, 8u);
}

TEST(Counting, KernelsAreDestroyedAndNeverCalled) {
  const TaskType type("t");
  const auto witness = std::make_shared<int>(0);
  simulate(counting(1, 1), [&](Runtime& runtime) {
    EXPECT_FALSE(runtime.has_data());
    const Handle x = runtime.handle("x", 8);
    runtime.submit(
        type(), [witness] { ++*witness; }, write(x));
    EXPECT_EQ(witness.use_count(), 1);
    runtime.wait(x);
  });
  EXPECT_EQ(*witness, 0);
}

TEST(Counting, WaitReturnsWhenTasksAreOnlyCounted) {
  const TaskType type("t");
  const SimulationResult result = simulate(counting(1, 2), [&](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8, NodeId(1));
    runtime.submit(
        type().on(NodeId(0)), [] {}, read(x));
    runtime.wait(x);
    runtime.submit(
        type().on(NodeId(0)), [] {}, read(x));
  });
  EXPECT_EQ(result.statistics.totals.messages, 1u);
  EXPECT_EQ(result.statistics.totals.listeners, 2u);
}

}  // namespace
}  // namespace gusset::simulator
