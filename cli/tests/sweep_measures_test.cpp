#include "sweep/sweep_measures.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gusset::cli {
namespace {

using nlohmann::json;

// Statistics of two nodes of four workers, with what the measures are taken from.
json two_nodes() {
  return json::parse(R"({
    "makespan_s": 10.0,
    "makespan_range_s": {"min": 9.0, "max": 11.0, "seeds": 3},
    "bounds": {"work_s": 8.0, "critical_path_s": 1.0, "network_s": 2.5},
    "totals": {"level1_tasks": 5, "messages": 2, "payload_bytes": 800},
    "nodes": [
      {"level1_tasks": 2, "level2_tasks": 30, "work": 3.0, "busy_s": 32.0, "busy_share": 0.8, "peak_memory_bytes": 7},
      {"level1_tasks": 3, "level2_tasks": 10, "work": 1.0, "busy_s": 16.0, "busy_share": 0.4, "peak_memory_bytes": 9}],
    "model": {"network": {"engine": "fast"}},
    "inputs": {"grid": "1x2", "threads": 4, "extrapolated": [], "assumptions": []}})");
}

TEST(SweepMeasures, TellTheBusiestNodeFromTheMeanOfAll) {
  const Measures measures = measures_of(two_nodes());
  ASSERT_TRUE(measures.loads);
  EXPECT_EQ(measures.loads->tasks_of, "level2_tasks");
  EXPECT_EQ(measures.loads->most_tasks, 30.0);
  EXPECT_EQ(measures.loads->mean_tasks, 20.0);
  EXPECT_EQ(measures.loads->tasks_deviation, 10.0) << "of these two nodes, which are all there are";
  EXPECT_EQ(measures.loads->most_busy_s, 8.0) << "of each of its four workers";
  EXPECT_EQ(measures.loads->mean_busy_s, 6.0);
  EXPECT_EQ(measures.loads->link_s, 2.5);
}

TEST(SweepMeasures, OfWhatWasOnlyCountedHaveNoTimes) {
  json statistics = two_nodes();
  statistics["makespan_s"] = nullptr;
  statistics["makespan_range_s"] = nullptr;
  statistics["bounds"] = nullptr;
  for (json& node : statistics["nodes"]) {
    node["level2_tasks"] = 0;
    node["busy_s"] = nullptr;
  }
  const Measures measures = measures_of(statistics);
  ASSERT_TRUE(measures.loads);
  EXPECT_EQ(measures.loads->tasks_of, "level1_tasks");
  EXPECT_EQ(measures.loads->most_tasks, 3.0);
  EXPECT_EQ(measures.loads->mean_tasks, 2.5);
  EXPECT_FALSE(measures.loads->most_busy_s);
  EXPECT_FALSE(measures.loads->mean_busy_s);
  EXPECT_FALSE(measures.loads->link_s);
}

}  // namespace
}  // namespace gusset::cli
