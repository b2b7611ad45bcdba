#include "gusset/simulator/predict/statistics.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::simulate;

SimulationStatistics statistics() {
  SimulationStatistics result;
  result.makespan_s = 2.5;
  result.makespan_range = {2.0, 3.0, 10, 7};
  result.bounds = {1.5, 1.25, 0.5};
  result.totals = {1, 20, 2, 3, 4, 5, 6};
  result.nodes = {{7, 21, 1e9, 8, 9, 10, 11, 12, 13, 0.25, 0.125, 14, 15}};
  result.pairs = {{NodeId(0), NodeId(1), 16, 17}};
  result.policy = "nearest";
  result.costs_json = R"({"kind":"rate"})";
  result.network_json = "null";
  result.platform.name = "cluster";
  result.platform.cores = 20;
  result.platform.gflops_per_core = 30.0;
  result.platform.latency_s = 2e-6;
  result.platform.bandwidth_bytes_per_s = 1e10;
  result.grid = {1, 1, 1};
  result.threads = 4;
  result.seed = 3;
  result.assumptions = {"something"};
  result.extrapolated = {{"gemm", SizeKind::work, 8.0, 4.0, 2}};
  return result;
}

TEST(Statistics, DocumentHasAllFieldsInOrder) {
  EXPECT_EQ(to_json(statistics()), R"({
  "format": "gusset statistics",
  "version": 1,
  "makespan_s": 2.5,
  "makespan_range_s": {
    "min": 2.0,
    "max": 3.0,
    "seeds": 10,
    "nearest_seed": 7,
    "deviation": 0.0
  },
  "bounds": {
    "work_s": 1.5,
    "critical_path_s": 1.25,
    "network_s": 0.5
  },
  "totals": {
    "level1_tasks": 1,
    "level2_tasks": 20,
    "messages": 2,
    "payload_bytes": 3,
    "wire_bytes": 4,
    "listeners": 5,
    "memory_upper_bytes": 6
  },
  "nodes": [
    {
      "node": 0,
      "level1_tasks": 7,
      "level2_tasks": 21,
      "work": 1000000000.0,
      "blocks_owned": 8,
      "messages_sent": 9,
      "messages_received": 10,
      "payload_bytes_sent": 11,
      "payload_bytes_received": 12,
      "listeners_sent": 13,
      "busy_s": 0.25,
      "busy_share": 0.125,
      "memory_upper_bytes": 14,
      "peak_memory_bytes": 15
    }
  ],
  "pairs": [
    {
      "from": 0,
      "to": 1,
      "messages": 16,
      "payload_bytes": 17
    }
  ],
  "model": {
    "kind": "timed",
    "scheduler": "nearest",
    "costs": {
      "kind": "rate"
    },
    "network": null
  },
  "inputs": {
    "platform": {
      "name": "cluster",
      "nodes": 1,
      "cores": 20,
      "gflops_per_core": 30.0,
      "topology": "crossbar",
      "latency_s": 2e-06,
      "bandwidth_bytes_per_s": 10000000000.0,
      "header_bytes": 192
    },
    "grid": "1x1",
    "threads": 4,
    "seed": 3,
    "overheads": {
      "submit_s": 0.0,
      "skip_s": 0.0,
      "schedule_s": 0.0,
      "steal_s": 0.0,
      "message_s": 0.0
    },
    "window": 0,
    "submitter_computes": true,
    "deduplication": true,
    "hierarchy": true,
    "assumptions": [
      "something"
    ],
    "reliable": null,
    "reasons": null,
    "extrapolated": [
      {
        "type": "gemm",
        "by": "work",
        "size": 8.0,
        "measured_size": 4.0,
        "tasks": 2
      }
    ]
  }
}
)");
}

TEST(Statistics, BalancedLoadAddsFields) {
  SimulationStatistics balanced = statistics();
  balanced.balance = "smart,4";
  balanced.platform.node_speeds = {0.5};
  balanced.totals.migration = {3, 9, 100};
  balanced.nodes[0].migration = MigrationStatistics{};
  const std::string text = to_json(balanced);
  EXPECT_NE(text.find(R"("listeners": 5,
    "migrated_tasks": 3,
    "migration_messages": 9,
    "migration_bytes": 100,
    "memory_upper_bytes": 6)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\"migrated_tasks\": null"), std::string::npos);
  EXPECT_NE(text.find("\"balance\": \"smart,4\""), std::string::npos);
  const auto read = parse_statistics(text, "s.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->totals, balanced.totals);
  EXPECT_EQ(read->nodes, balanced.nodes);
  EXPECT_EQ(read->balance, balanced.balance);
  EXPECT_EQ(read->platform.node_speeds, balanced.platform.node_speeds);
  EXPECT_FALSE(parse_statistics(to_json(statistics()), "s.json")->totals.migration);
}

TEST(Statistics, PairsCanBeLeftOut) {
  const auto read = parse_statistics(to_json(statistics()), "s.json", Pairs::none);
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_TRUE(read->pairs.empty());
  EXPECT_EQ(read->nodes, statistics().nodes);
}

TEST(Statistics, DocumentRoundTrips) {
  SimulationStatistics on_simgrid = statistics();
  on_simgrid.platform.topology.kind = Topology::Kind::simgrid;
  on_simgrid.platform.topology.file = "c.xml";
  SimulationStatistics counted = statistics();
  counted.makespan_s.reset();
  counted.nodes[0].busy_s.reset();
  SimulationStatistics measured = statistics();
  measured.nodes[0].replica_pool = PoolStatistics{18, 19, 20};
  for (const SimulationStatistics& written : {statistics(), on_simgrid, counted, measured}) {
    const auto read = parse_statistics(to_json(written), "s.json");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(to_json(*read), to_json(written));
    EXPECT_EQ(read->nodes, written.nodes);
    EXPECT_EQ(read->pairs, written.pairs);
    EXPECT_EQ(read->extrapolated, written.extrapolated);
  }
}

TEST(Statistics, ErrorsNameTheField) {
  const auto error_of = [](const std::string& from, const std::string& to) {
    std::string text = to_json(statistics());
    text.replace(text.find(from), from.size(), to);
    const auto read = parse_statistics(text, "s.json");
    return read ? "accepted" : read.error().message();
  };
  EXPECT_EQ(error_of("\"level1_tasks\": 7,", ""),
            "s.json: nodes[0].level1_tasks: expected a whole number, found nothing");
  EXPECT_EQ(error_of("\"level2_tasks\": 21,", ""), "accepted") << "earlier versions did not have it";
  EXPECT_EQ(error_of("1x1", "1y1"), "s.json: inputs.grid: expected PxQ or PxQxR, found \"1y1\"");
  EXPECT_EQ(error_of("gusset statistics", "gusset costs"),
            "s.json: format: expected \"gusset statistics\", found \"gusset costs\"");
}

TEST(Statistics, ReadsDocumentsOfEarlierVersions) {
  auto document = nlohmann::json::parse(to_json(statistics()));
  document["totals"].erase("level2_tasks");
  document["inputs"].erase("hierarchy");
  document["inputs"].erase("submitter_computes");
  document["inputs"]["overheads"].erase("message_s");
  const auto read = parse_statistics(document.dump(), "s.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->totals.level2_tasks, 0u);
  EXPECT_EQ(read->totals.level1_tasks, statistics().totals.level1_tasks);
  EXPECT_TRUE(read->splits);
  EXPECT_TRUE(read->submitter_computes);
  EXPECT_EQ(read->overheads.message_s, 0.0);
}

TEST(Statistics, CountedStatisticsHaveNoTimes) {
  SimulationInputs inputs;
  inputs.grid = ProcessGrid{1, 2, 1};
  const auto document = nlohmann::json::parse(to_json(simulate(inputs, [](Runtime&) {}).statistics));
  EXPECT_TRUE(document.at("makespan_s").is_null());
  EXPECT_TRUE(document.at("nodes").at(1).at("busy_s").is_null());
  EXPECT_EQ(document.at("model").at("kind"), "counted");
  EXPECT_TRUE(document.at("model").at("costs").is_null());
  EXPECT_TRUE(document.at("model").at("network").is_null());
  EXPECT_TRUE(document.at("inputs").at("platform").at("gflops_per_core").is_null());
}

TEST(Statistics, ModelJsonIsPartOfTheDocument) {
  const auto whole = nlohmann::json::parse(to_json(statistics()));
  const auto part = nlohmann::json::parse(model_json(statistics()));
  EXPECT_EQ(part.at("model"), whole.at("model"));
  EXPECT_EQ(part.at("inputs"), whole.at("inputs"));
  EXPECT_EQ(part.size(), 2u);
}

}  // namespace
}  // namespace gusset::simulator
