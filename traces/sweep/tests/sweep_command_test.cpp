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
  definition.costs = {"work:30e9", ""};
  definition.platform = {"rackham", ""};
  definition.seeds = 4;
  Sweep sweep = new_sweep(definition);
  Measures measures;
  measures.network = "SimGrid 3.32";
  sweep.rows[5].screen = Outcome{measures, "", 1.0};
  EXPECT_THAT(simulate_arguments(definition, sweep.rows[5], "R.gus"),
              ElementsAre("simulate", "--platform", "rackham", "--costs", "work:30e9", "--grid", "3x3",
                          "--threads", "20", "--network", "simgrid", "--seeds", "4", "-o", "R.gus", "--",
                          "./cholesky", "--blocks", "36"));
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
