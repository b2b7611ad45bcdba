#include "sweep/sweep_measures.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gusset::cli {
namespace {

using namespace sweep;
using simulator::NodeStatistics;
using simulator::SimulationStatistics;

// Statistics of two nodes with four workers each, with the values that the measures need.
SimulationStatistics two_nodes() {
  SimulationStatistics statistics;
  statistics.makespan_s = 10.0;
  statistics.makespan_range = {9.0, 11.0, 3, 1};
  statistics.bounds = {8.0, 1.0, 2.5};
  statistics.totals.level1_tasks = 5;
  statistics.totals.messages = 2;
  statistics.totals.payload_bytes = 800;
  statistics.nodes.resize(2);
  const auto set = [](NodeStatistics& node, std::uint64_t tasks, std::uint64_t parts, double work,
                      double busy_s, double share, std::uint64_t peak_bytes) {
    node.level1_tasks = tasks;
    node.level2_tasks = parts;
    node.work = work;
    node.busy_s = busy_s;
    node.busy_share = share;
    node.peak_memory_bytes = peak_bytes;
  };
  set(statistics.nodes[0], 2, 30, 3.0, 32.0, 0.8, 7);
  set(statistics.nodes[1], 3, 10, 1.0, 16.0, 0.4, 9);
  statistics.network_json = R"({"engine": "fast"})";
  statistics.grid = ProcessGrid{1, 2, 1};
  statistics.threads = 4;
  return statistics;
}

TEST(SweepMeasures, SeparateTheBusiestNodeFromTheMean) {
  const Measures measures = measures_of(two_nodes());
  ASSERT_TRUE(measures.loads);
  EXPECT_EQ(measures.loads->tasks_of, "level2_tasks");
  EXPECT_EQ(measures.loads->max_tasks, 30.0);
  EXPECT_EQ(measures.loads->mean_tasks, 20.0);
  EXPECT_EQ(measures.loads->tasks_deviation, 10.0) << "over all nodes, not a sample";
  EXPECT_EQ(measures.loads->max_busy_s, 8.0) << "per worker";
  EXPECT_EQ(measures.loads->mean_busy_s, 6.0);
  EXPECT_EQ(measures.loads->link_s, 2.5);
}

TEST(SweepMeasures, ContainTheMessagesOfMigratedTasks) {
  EXPECT_EQ(measures_of(two_nodes()).migrated_tasks, std::nullopt);
  SimulationStatistics statistics = two_nodes();
  statistics.totals.migration = MigrationStatistics{4, 10, 100};
  const Measures measures = measures_of(statistics);
  EXPECT_EQ(measures.migrated_tasks, 4u);
  EXPECT_EQ(measures.messages, 12u);
  EXPECT_EQ(measures.payload_bytes, 900u);
}

TEST(SweepMeasures, LoadsHaveNoTimesWithoutCosts) {
  SimulationStatistics statistics = two_nodes();
  statistics.makespan_s.reset();
  statistics.makespan_range.reset();
  statistics.bounds.reset();
  for (NodeStatistics& node : statistics.nodes) {
    node.level2_tasks = 0;
    node.busy_s.reset();
  }
  const Measures measures = measures_of(statistics);
  ASSERT_TRUE(measures.loads);
  EXPECT_EQ(measures.loads->tasks_of, "level1_tasks");
  EXPECT_EQ(measures.loads->max_tasks, 3.0);
  EXPECT_EQ(measures.loads->mean_tasks, 2.5);
  EXPECT_FALSE(measures.loads->max_busy_s);
  EXPECT_FALSE(measures.loads->mean_busy_s);
  EXPECT_FALSE(measures.loads->link_s);
}

}  // namespace
}  // namespace gusset::cli
