#include "gusset/traces/sweep/sweep.hpp"

#include <gmock/gmock.h>

namespace gusset::sweep {
namespace {

using ::testing::ElementsAre;

TEST(SweepCommand, RepeatsTheSimulationOfAConfiguration) {
  SweepDefinition definition;
  definition.program = {"./cholesky", "--blocks", "{blocks}"};
  definition.parameters = {{"blocks", {"18", "36"}}};
  definition.grids = {"3x3", "1x9"};
  definition.threads = {10, 20};
  definition.balancing = {"smart"};
  definition.costs = {"work:30e9", ""};
  definition.platform = {"rackham", ""};
  definition.seeds = 4;
  Sweep sweep = new_sweep(definition);
  Measures measures;
  measures.network = "SimGrid 3.32";
  sweep.rows[5].screen = Outcome{measures, "", 1.0};
  EXPECT_THAT(simulate_arguments(definition, sweep.rows[5], "R.gus"),
              ElementsAre("simulate", "--platform", "rackham", "--costs", "work:30e9", "--grid", "3x3",
                          "--threads", "20", "--balance", "smart", "--network", "simgrid", "--seeds", "4",
                          "-o", "R.gus", "--", "./cholesky", "--blocks", "36"));
}

TEST(SweepCommand, RunsAConfigurationAsItWasSimulated) {
  SweepDefinition definition;
  definition.program = {"./cholesky", "--blocks", "{blocks}"};
  definition.parameters = {{"blocks", {"9x4"}}};
  definition.policies = {"priority"};
  definition.balancing = {"off", "smart"};
  Sweep sweep = new_sweep(definition);
  Measures measures;
  measures.grid = "2x3";
  measures.nodes = 6;
  measures.threads = 20;
  for (SweepRow& row : sweep.rows) row.screen = Outcome{measures, "", 1.0};
  EXPECT_THAT(run_arguments(definition, sweep.rows[0]),
              ElementsAre("run", "--nodes", "6", "--grid", "2x3", "--threads", "20", "--policy", "priority",
                          "--", "./cholesky", "--blocks", "9x4"));
  EXPECT_THAT(run_arguments(definition, sweep.rows[1]),
              ElementsAre("run", "--nodes", "6", "--grid", "2x3", "--balance", "smart", "--threads", "20",
                          "--policy", "priority", "--", "./cholesky", "--blocks", "9x4"));
}

TEST(SweepCommand, RunsOneNodeWithoutALauncher) {
  SweepDefinition definition;
  definition.program = {"./cholesky"};
  definition.balancing = {"smart"};
  Sweep sweep = new_sweep(definition);
  sweep.rows[0].screen = Outcome{{}, "", 1.0};
  sweep.rows[0].screen->measures.emplace().threads = 4;
  EXPECT_THAT(run_arguments(definition, sweep.rows[0]),
              ElementsAre("run", "--threads", "4", "--", "./cholesky"));
}

TEST(SweepCommand, OmitsUnsetSettings) {
  SweepDefinition definition;
  definition.program = {"program"};
  const Sweep sweep = new_sweep(definition);
  EXPECT_THAT(simulate_arguments(definition, sweep.rows[0], "R.gus"),
              ElementsAre("simulate", "--seeds", "1", "-o", "R.gus", "--", "program"));
}

}  // namespace
}  // namespace gusset::sweep
