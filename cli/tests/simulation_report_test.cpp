#include "programs/simulation_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gusset::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

simulator::SimulationStatistics statistics_of_two_nodes() {
  simulator::SimulationStatistics statistics;
  statistics.makespan_s = 1.0;
  statistics.nodes.resize(2);
  for (NodeStatistics& node : statistics.nodes) node.busy_s = 0.5;
  statistics.grid = ProcessGrid{1, 2, 1};
  return statistics;
}

TEST(SimulationReport, SaysWhatLoadBalancingDid) {
  simulator::SimulationStatistics statistics = statistics_of_two_nodes();
  EXPECT_THAT(simulation_report(statistics, "p"), Not(HasSubstr("migrate")));
  statistics.totals.migration = MigrationStatistics{2, 7, 3000};
  EXPECT_THAT(simulation_report(statistics, "p"),
              HasSubstr("\n2 tasks migrate to another node, in 7 further messages with 3.00 kB.\n"));
  statistics.totals.migration = MigrationStatistics{1, 3, 8};
  EXPECT_THAT(simulation_report(statistics, "p"), HasSubstr("\n1 task migrates to another node, in "));
  statistics.totals.migration = MigrationStatistics{0, 0, 0};
  EXPECT_THAT(simulation_report(statistics, "p"), HasSubstr("\nNo task migrates to another node.\n"));
}

TEST(SimulationReport, CountsWithoutTimesHaveNoMigration) {
  simulator::SimulationStatistics statistics = statistics_of_two_nodes();
  statistics.makespan_s.reset();
  statistics.totals.migration = MigrationStatistics{};
  EXPECT_THAT(simulation_report(statistics, "p"), Not(HasSubstr("migrate")));
}

}  // namespace
}  // namespace gusset::cli
