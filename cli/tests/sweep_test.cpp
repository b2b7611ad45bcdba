#include "gusset/traces/sweep/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "commands/tune_arguments.hpp"
#include "some_sweep.hpp"
#include "sweep/sweep_blocks.hpp"
#include "sweep/sweep_measures.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::nine_nodes;

TEST(Sweep, EveryCombinationIsOneConfiguration) {
  SweepDefinition definition = nine_nodes();
  definition.threads = {1, 2};
  const auto all = configurations_of(definition);
  ASSERT_EQ(all.size(), 8u);
  EXPECT_EQ(all[0], (Configuration{0, {"18"}, "3x3", 1, "", ""}));
  EXPECT_EQ(all[1], (Configuration{1, {"18"}, "3x3", 2, "", ""}));
  EXPECT_EQ(all[2], (Configuration{2, {"18"}, "1x9", 1, "", ""}));
  EXPECT_EQ(all[7], (Configuration{7, {"36"}, "1x9", 2, "", ""}));
  EXPECT_EQ(combinations_of(definition), 8u);
}

TEST(Sweep, EmptyDefinitionGivesOneConfiguration) {
  const SweepDefinition definition{{"./solver"}, {}, {}, {}, {}, {}, {}, {}, {}, 1};
  EXPECT_THAT(configurations_of(definition), ElementsAre(Configuration{}));
}

TEST(Sweep, TooManyCombinationsAreCountedWithoutOverflow) {
  SweepDefinition definition{{"./solver"}, {}, {}, {}, {}, {}, {}, {}, {}, 1};
  for (int i = 0; i < 40; ++i)
    definition.parameters.push_back({"p" + std::to_string(i), {"1", "2", "3", "4"}});
  EXPECT_EQ(combinations_of(definition), max_configurations + 1);
}

TEST(Sweep, ValuesReplacePlaceholders) {
  SweepDefinition definition = nine_nodes();
  definition.program = {"./cholesky", "--blocks={blocks}", "{other}", "{blocks}{blocks}", "{"};
  EXPECT_THAT(program_line(definition, configurations_of(definition)[2]),
              ElementsAre("./cholesky", "--blocks=36", "{other}", "3636", "{"));
}

TEST(Sweep, DoesNotExpandPlaceholdersInValues) {
  SweepDefinition definition{
      {"./solver", "{a}"}, {{"a", {"{b}"}}, {"b", {"1"}}}, {}, {}, {}, {}, {}, {}, {}, 1};
  EXPECT_THAT(program_line(definition, configurations_of(definition)[0]), ElementsAre("./solver", "{b}"));
}

TEST(Sweep, LabelsNameWhatDiffers) {
  SweepDefinition definition = nine_nodes();
  const auto all = configurations_of(definition);
  EXPECT_EQ(label_of(definition, all[0]), "3x3 with blocks=18");
  EXPECT_EQ(label_beside(definition, all[1], all[0]), "1x9");
  EXPECT_EQ(label_beside(definition, all[2], all[0]), "blocks=36");
  EXPECT_EQ(label_beside(definition, all[3], all[0]), "1x9 with blocks=36");
  definition.grids = {"3x3"};
  definition.threads = {1, 10};
  definition.policies = {"fifo", "locality"};
  EXPECT_EQ(label_of(definition, configurations_of(definition)[0]), "blocks=18, 1 thread, fifo");
  definition.balancing = {"off", "smart"};
  EXPECT_EQ(label_of(definition, configurations_of(definition)[0]),
            "blocks=18, 1 thread, fifo, no balancing");
  EXPECT_EQ(label_of(definition, configurations_of(definition)[1]),
            "blocks=18, 1 thread, fifo, smart balancing");
  definition = {{"/opt/solver"}, {}, {"3x3"}, {}, {}, {}, {}, {}, {}, 1};
  EXPECT_EQ(label_of(definition, configurations_of(definition)[0]), "solver");
}

TEST(SweepBlocks, AreTwoToSixteenTimesTheWorkerGridsSide) {
  EXPECT_THAT(proposed_blocks(1 << 20, 16, 16), ElementsAre(8, 16, 32, 64));
  // From 2 · 2 on the smallest machine to 16 · 4 on the largest.
  EXPECT_THAT(proposed_blocks(1 << 20, 4, 16), ElementsAre(4, 8, 16, 32, 64));
}

TEST(SweepBlocks, PreferDivisorsWithinAQuarter) {
  // √180 is 13.4, so a side has 14 workers: 28, 56, 112, 224 tiles; the size is 99 792 = 2⁴·3⁴·7·11.
  for (const std::uint64_t blocks : proposed_blocks(99792, 180, 180)) EXPECT_EQ(99792 % blocks, 0u) << blocks;
  EXPECT_THAT(proposed_blocks(99792, 180, 180), ElementsAre(28, 56, 112, 231));
  EXPECT_THAT(proposed_blocks(1009, 16, 16), ElementsAre(8, 16, 32, 64)) << "1009 is prime";
}

TEST(SweepBlocks, DoNotExceedTheSize) {
  EXPECT_THAT(proposed_blocks(20, 16, 16), ElementsAre(10, 20));
  EXPECT_THAT(proposed_blocks(1, 400, 400), ElementsAre(1));
}

TEST(SweepBlocks, FindTheSizeInTheArguments) {
  EXPECT_EQ(size_in({"./cholesky", "--size", "99792"}), 99792u);
  EXPECT_EQ(size_in({"./cholesky", "--size=512"}), 512u);
  EXPECT_EQ(size_in({"./cholesky", "--size", "{size}"}), std::nullopt);
  EXPECT_EQ(size_in({"./cholesky", "--size"}), std::nullopt);
  EXPECT_EQ(size_in({"./cholesky"}), std::nullopt);
}

TEST(TuneArguments, ParsesBytesWithUnits) {
  EXPECT_EQ(parse_bytes("64e9"), 64'000'000'000U);
  EXPECT_EQ(parse_bytes("64GB"), 64'000'000'000U);
  EXPECT_EQ(parse_bytes("1.5 KiB"), 1536U);
  for (const char* text : {"", "GB", "64 gigabytes", "-1", "0", "0.5", "nan", "1e300", "64GB "}) {
    EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
  }
}

TEST(TuneRequest, TriesEachConfigurationWithAndWithoutLoadBalancing) {
  TuneArguments arguments;
  arguments.output = "s.json";
  arguments.costs = "work:1e9";
  arguments.grids = "1x2,2x1";
  EXPECT_EQ(combinations_of(tune_request(arguments, {"./solver"}).definition), 2u);
  arguments.balance = true;
  const SweepDefinition definition = tune_request(arguments, {"./solver"}).definition;
  EXPECT_THAT(definition.balancing, ElementsAre("off", "smart"));
  EXPECT_EQ(combinations_of(definition), 4u);
}

simulator::SimulationStatistics statistics() {
  simulator::SimulationStatistics statistics;
  statistics.makespan_s = 2.0;
  statistics.totals.level1_tasks = 12;
  statistics.totals.messages = 3;
  statistics.totals.payload_bytes = 3000;
  statistics.nodes.resize(2);
  statistics.nodes[0].level1_tasks = 8;
  statistics.nodes[0].busy_s = 3.0;
  statistics.nodes[0].memory_upper_bytes = 100;
  statistics.nodes[1].level1_tasks = 4;
  statistics.nodes[1].busy_s = 1.0;
  statistics.nodes[1].memory_upper_bytes = 300;
  statistics.network_json = R"({"engine": "fast"})";
  statistics.grid = ProcessGrid{1, 2, 1};
  statistics.threads = 2;
  statistics.assumptions = {"a"};
  statistics.extrapolated.resize(2);
  statistics.extrapolated[0].tasks = 2;
  statistics.extrapolated[1].tasks = 3;
  return statistics;
}

TEST(SweepMeasures, ComeFromMinimalStatistics) {
  const Measures measures = measures_of(statistics());
  EXPECT_EQ(measures.makespan_s, 2.0);
  EXPECT_EQ(measures.range, std::nullopt);
  EXPECT_EQ(measures.nodes, 2u);
  EXPECT_DOUBLE_EQ(measures.balance, 8.0 / 6.0);
  EXPECT_EQ(measures.balance_of, "level1_tasks");
  EXPECT_EQ(measures.memory_bytes, 300u);
  EXPECT_EQ(measures.memory_of, "memory_upper_bytes");
  EXPECT_DOUBLE_EQ(measures.busy_share.value(), 0.5);
  EXPECT_EQ(measures.extrapolated_tasks, 5u);
  EXPECT_THAT(measures.assumptions, ElementsAre("a"));
  simulator::SimulationStatistics on_cluster = statistics();
  on_cluster.platform.cores = 20;
  EXPECT_EQ(measures_of(on_cluster).cores, 20u);
}

TEST(SweepMeasures, PreferMoreExactFields) {
  simulator::SimulationStatistics known = statistics();
  known.makespan_range = {1.5, 2.5, 10, 1};
  EXPECT_EQ(measures_of(known).range, (TimeRange{1.5, 2.5, 10}));
  known.makespan_range->seeds = 1;
  EXPECT_EQ(measures_of(known).range, std::nullopt) << "one seed has no range";
  known.makespan_range->seeds = 10;
  known.nodes[0].level2_tasks = 10;
  known.nodes[1].level2_tasks = 30;
  known.nodes[0].peak_memory_bytes = 90;
  known.nodes[1].peak_memory_bytes = 70;
  Measures measures = measures_of(known);
  EXPECT_EQ(measures.range, (TimeRange{1.5, 2.5, 10}));
  EXPECT_DOUBLE_EQ(measures.balance, 1.5);
  EXPECT_EQ(measures.balance_of, "level2_tasks");
  EXPECT_EQ(measures.memory_bytes, 90u);
  EXPECT_EQ(measures.memory_of, "peak_memory_bytes");
  for (simulator::NodeStatistics& node : known.nodes) node.work = 1e9;
  known.nodes[0].busy_share = 0.9;
  known.nodes[1].busy_share = 0.7;
  measures = measures_of(known);
  EXPECT_DOUBLE_EQ(measures.balance, 1.0);
  EXPECT_EQ(measures.balance_of, "work");
  EXPECT_DOUBLE_EQ(measures.busy_share.value(), 0.8);
}

TEST(SweepMeasures, HaveNoTimesWithoutCosts) {
  simulator::SimulationStatistics counted = statistics();
  counted.makespan_s.reset();
  counted.network_json = "null";
  const Measures measures = measures_of(counted);
  EXPECT_EQ(measures.makespan_s, std::nullopt);
  EXPECT_EQ(measures.busy_share, std::nullopt);
  EXPECT_EQ(measures.network, "");
}

TEST(SweepMeasures, MissingFieldIsAnError) {
  nlohmann::json document = nlohmann::json::parse(to_json(statistics()));
  ASSERT_TRUE(simulator::parse_statistics(document.dump(), "s.json").ok());
  document["totals"].erase("payload_bytes");
  const auto read = simulator::parse_statistics(document.dump(), "s.json");
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.error().message(), ::testing::HasSubstr("payload_bytes"));
}

}  // namespace
}  // namespace gusset::cli
