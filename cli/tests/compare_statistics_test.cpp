// Tests `gusset compare S.json T.json`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "gusset/simulator/predict/statistics.hpp"
#include "gusset_call.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

// Two nodes; the first sends two messages to the second.
simulator::SimulationStatistics some_statistics() {
  simulator::SimulationStatistics statistics;
  statistics.nodes.resize(2);
  statistics.nodes[0].level1_tasks = 3;
  statistics.nodes[0].messages_sent = statistics.nodes[1].messages_received = 2;
  statistics.nodes[0].payload_bytes_sent = statistics.nodes[1].payload_bytes_received = 2048;
  statistics.nodes[0].listeners_sent = 5;
  statistics.nodes[1].level1_tasks = 1;
  statistics.pairs = {{NodeId(0), NodeId(1), 2, 2048}};
  statistics.totals = {4, 0, 2, 2048, 2176, 5, 4096};
  statistics.platform.name = "two";
  statistics.platform.nodes = 2;
  statistics.grid = ProcessGrid{2, 1};
  return statistics;
}

class CompareStatisticsTest : public ::testing::Test {
 protected:
  void write(const std::string& name, const simulator::SimulationStatistics& statistics) {
    folder_.write(name, simulator::to_json(statistics));
  }
  ProgramResult compare(const std::vector<std::string>& options) {
    std::vector<std::string> words{"compare"};
    words.insert(words.end(), options.begin(), options.end());
    return gusset_in(folder_, words);
  }

  TestFolder folder_;
  simulator::SimulationStatistics a_ = some_statistics();
  simulator::SimulationStatistics b_ = some_statistics();
};

TEST_F(CompareStatisticsTest, EqualCountsComeFirst) {
  b_.makespan_s = 0.5;
  write("a.json", a_);
  write("b.json", b_);
  const auto result = compare({"a.json", "b.json"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output,
              StartsWith("All counts are equal, on 2 nodes: 4 tasks, 2 messages, 2.05 kB, 5 listeners.\n"));
  EXPECT_THAT(result.output, HasSubstr("Only B states times: 500 ms."));
}

TEST_F(CompareStatisticsTest, EveryDifferenceIsListed) {
  b_.nodes[0].messages_sent = b_.nodes[1].messages_received = b_.totals.messages = 3;
  b_.pairs[0].messages = 3;
  write("a.json", a_);
  write("b.json", b_);
  const auto result = compare({"a.json", "b.json"});
  EXPECT_THAT(result.output,
              StartsWith("3 counts differ; the first is messages sent (node 0): 2 in A, 3 in B.\n"));
  EXPECT_THAT(result.output, AllOf(HasSubstr("node 1 "), HasSubstr("node 0 to node 1")));
  const json document = json::parse(compare({"a.json", "b.json", "--json"}).output);
  EXPECT_EQ(document["format"], "gusset compare statistics");
  EXPECT_EQ(document["counts_are_equal"], false);
  ASSERT_THAT(document["differences"], SizeIs(3));
  EXPECT_EQ(document["differences"][2],
            json({{"of", "node 0 to node 1"}, {"quantity", "messages"}, {"a", 2}, {"b", 3}}));
}

TEST_F(CompareStatisticsTest, TimesOfBothAreCompared) {
  a_.makespan_s = 1.0;
  b_.makespan_s = 1.1;
  a_.nodes[1].busy_s = 0.5;
  b_.nodes[1].busy_s = 0.25;
  write("a.json", a_);
  write("b.json", b_);
  const auto result = compare({"a.json", "b.json"});
  EXPECT_THAT(result.output, HasSubstr("B's makespan differs by +10.0 %: 1.00 s in A, 1.10 s in B."));
  const json document = json::parse(compare({"a.json", "b.json", "--json"}).output);
  EXPECT_EQ(document["counts_are_equal"], true);
  EXPECT_EQ(document["times"][1],
            json({{"time", "busy on node 1"}, {"a_s", 0.5}, {"b_s", 0.25}, {"ratio", 0.5}}));
}

TEST_F(CompareStatisticsTest, MigratedTasksAreCountedSeparately) {
  b_.nodes[1].migration = b_.totals.migration = MigrationStatistics{2, 7, 4096};
  write("a.json", a_);
  write("b.json", b_);
  const auto result = compare({"a.json", "b.json"});
  EXPECT_THAT(result.output, StartsWith("All counts other than those of migrated tasks are equal, on 2"));
  EXPECT_THAT(result.output, HasSubstr("Tasks that migrated: not counted in A, 2 in B."));
  const json totals = json::parse(compare({"a.json", "b.json", "--json"}).output).at("totals");
  ASSERT_THAT(totals, SizeIs(8));
  EXPECT_EQ(totals[5], json({{"quantity", "migrated tasks"}, {"a", nullptr}, {"b", 2}}));
  EXPECT_EQ(totals[7], json({{"quantity", "bytes of migrated tasks"}, {"a", nullptr}, {"b", 4096}}));
  EXPECT_THAT(compare({"a.json", "a.json"}).output, Not(HasSubstr("migrated")));
}

TEST_F(CompareStatisticsTest, ListedMovesMustBeEqual) {
  a_.balance = b_.balance = "list";
  a_.nodes[0].migration = b_.nodes[0].migration = MigrationStatistics{0, 0, 0};
  a_.nodes[1].migration = a_.totals.migration = MigrationStatistics{2, 7, 4096};
  b_.nodes[1].migration = b_.totals.migration = MigrationStatistics{2, 8, 4096};
  write("a.json", a_);
  write("b.json", b_);
  EXPECT_THAT(compare({"a.json", "b.json"}).output,
              StartsWith("1 count differs, messages of migrated tasks (node 1): 7 in A, 8 in B.\n"));
  EXPECT_THAT(compare({"a.json", "a.json"}).output, StartsWith("All counts are equal, on 2 nodes"));
  const json document = json::parse(compare({"a.json", "b.json", "--json"}).output);
  EXPECT_EQ(document["counts_are_equal"], false);
  EXPECT_EQ(
      document["differences"],
      json::array({{{"of", "node 1"}, {"quantity", "messages of migrated tasks"}, {"a", 7}, {"b", 8}}}));
  // Which tasks a policy moves depends on times.
  a_.balance = b_.balance = "smart";
  write("a.json", a_);
  write("b.json", b_);
  EXPECT_THAT(compare({"a.json", "b.json"}).output,
              StartsWith("All counts other than those of migrated tasks are equal"));
}

TEST_F(CompareStatisticsTest, MemoryOfBothIsCompared) {
  a_.nodes[0].peak_memory_bytes = 3000;
  b_.nodes[0].peak_memory_bytes = 4000;
  b_.nodes[0].replica_pool = PoolStatistics{1000, 8000, 7000};
  b_.nodes[1].replica_pool = PoolStatistics{2000, 2000, 0};
  write("a.json", a_);
  write("b.json", b_);
  EXPECT_THAT(compare({"a.json", "b.json"}).output,
              HasSubstr("Replicas in B took 10.0 kB, 70.0 % of it in reused memory, and at most 2.00 kB at "
                        "once on a node."));
  const json memory = json::parse(compare({"a.json", "b.json", "--json"}).output).at("memory");
  ASSERT_THAT(memory, SizeIs(7));
  EXPECT_EQ(memory[0], json({{"memory", "peak on node 0"}, {"a_bytes", 3000}, {"b_bytes", 4000}}));
  EXPECT_EQ(
      memory[3],
      json({{"memory", "of these, in reused memory on node 0"}, {"a_bytes", nullptr}, {"b_bytes", 7000}}));
}

TEST_F(CompareStatisticsTest, DifferentInputsAreNoted) {
  b_.grid = ProcessGrid{1, 2};
  b_.threads = 2;
  b_.balance = "smart,4";
  write("a.json", a_);
  write("b.json", b_);
  EXPECT_THAT(compare({"a.json", "b.json"}).output,
              AllOf(HasSubstr("The inputs differ in grid: 2x1 in A, 1x2 in B."),
                    HasSubstr("threads per node: 1 in A, 2 in B."),
                    HasSubstr("load balancing: off in A, smart,4 in B.")));
}

TEST_F(CompareStatisticsTest, DifferentNumbersOfNodesAreADifference) {
  b_.nodes.resize(1);
  write("a.json", a_);
  write("b.json", b_);
  EXPECT_THAT(compare({"a.json", "b.json"}).output, Not(HasSubstr("All counts are equal")));
}

TEST_F(CompareStatisticsTest, StatisticsAndTracesAreRefused) {
  write("a.json", a_);
  write_trace(folder_, "t.gus", "aa");
  for (const auto& words : {std::vector<std::string>{"a.json", "t.gus"},
                            {"t.gus", "a.json"},
                            {"a.json"},
                            {"a.json", "--against", "a.json"}}) {
    const auto result = compare(words);
    EXPECT_EQ(result.exit_status, 2);
    EXPECT_THAT(result.output, IsEmpty());
    EXPECT_EQ(result.errors,
              "gusset: compare: expected two statistics documents (S.json T.json), or traces only, found "
              "\"a.json\" in another combination\n");
  }
}

TEST_F(CompareStatisticsTest, DamagedDocumentsAreNamed) {
  write("a.json", a_);
  folder_.write("b.json", R"({"format": "gusset statistics", "version": 1, "nodes": 3})");
  const auto result = compare({"a.json", "b.json"});
  EXPECT_NE(result.exit_status, 0);
  EXPECT_THAT(result.errors, StartsWith("gusset: b.json: "));
}

}  // namespace
}  // namespace gusset::testing
