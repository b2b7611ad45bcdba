#include "gusset/traces/sweep/sweep_edges.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "some_sweep.hpp"
#include "sweep/sweep_answer.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;
using testing::found;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::success;

// One configuration for each value, with these times and intervals of ±1 %.
Sweep sweep_over(const std::string& name, const std::vector<std::string>& values,
                 const std::vector<double>& times_s) {
  SweepDefinition definition;
  definition.program = {"./solver", "{" + name + "}"};
  definition.parameters = {{name, values}};
  Sweep sweep = new_sweep(definition);
  for (std::size_t i = 0; i < times_s.size(); ++i)
    sweep.rows[i].screen = success(found(times_s[i], 0.99 * times_s[i], 1.01 * times_s[i], 1000, 1.0, 500));
  return sweep;
}

std::string edges_of(const Sweep& sweep) {
  return edges_text(sweep, rank(sweep));
}

TEST(SweepEdges, LargestValueIsNamedWithTheNextOne) {
  const Sweep sweep = sweep_over("blocks", {"18", "27", "36"}, {3.0, 2.0, 1.5});
  EXPECT_EQ(
      edges_of(sweep),
      "The best configuration is at the edge of the sweep: blocks=36 is the largest value tried; try 48.\n");
  EXPECT_THAT(sweep_answer(sweep, rank(sweep), "S.json"),
              HasSubstr(".\nThe best configuration is at the edge"));
}

TEST(SweepEdges, LargeWholeNumbersHaveNoExponent) {
  EXPECT_THAT(edges_of(sweep_over("rows", {"50000", "100000"}, {2.0, 1.0})),
              HasSubstr("rows=100000 is the largest value tried; try 200000."));
}

TEST(SweepEdges, SmallestValueIsNamedWhateverTheOrder) {
  EXPECT_EQ(edges_of(sweep_over("tol", {"0.1", "0.001", "0.01"}, {3.0, 1.0, 2.0})),
            "The best configuration is at the edge of the sweep: tol=0.001 is the smallest value tried; try "
            "0.00025.\n");
  EXPECT_EQ(
      edges_of(sweep_over("shift", {"-1", "0", "1"}, {1.0, 2.0, 3.0})),
      "The best configuration is at the edge of the sweep: shift=-1 is the smallest value tried; try -2.\n");
}

TEST(SweepEdges, InnerValuesAndTextsHaveNoEdge) {
  EXPECT_EQ(edges_of(sweep_over("blocks", {"18", "27", "36"}, {3.0, 1.0, 1.5})), "");
  EXPECT_EQ(edges_of(sweep_over("blocks", {"18x6", "27x6", "36x6"}, {3.0, 2.0, 1.5})), "");
  EXPECT_EQ(edges_of(sweep_over("blocks", {"18"}, {3.0})), "");
  EXPECT_EQ(edges_of(sweep_over("blocks", {"1", "2"}, {1.0, 2.0})), "") << "0 blocks can't be tried";
}

TEST(SweepEdges, TimesThatCannotBeToldApartHaveNoEdge) {
  EXPECT_EQ(edges_of(sweep_over("blocks", {"18", "27", "36"}, {3.0, 1.51, 1.5})), "");
  Sweep sweep = sweep_over("blocks", {"18", "27", "36"}, {3.0, 1.504, 1.5});
  for (SweepRow& row : sweep.rows) row.screen->measures->interval.reset();
  EXPECT_EQ(edges_of(sweep), "") << "0.3 %";
  sweep.rows[1].screen->measures->makespan_s = 1.6;
  EXPECT_THAT(edges_of(sweep), HasSubstr("blocks=36"));
}

TEST(SweepEdges, FailedNeighboursAreSkipped) {
  Sweep sweep = sweep_over("blocks", {"18", "27", "36"}, {3.0, 2.0, 1.5});
  sweep.rows[1].screen = testing::failure("exit status 1");
  EXPECT_THAT(edges_of(sweep), HasSubstr("blocks=36"));
  sweep.rows[0].screen = testing::failure("exit status 1");
  EXPECT_EQ(edges_of(sweep), "");
}

TEST(SweepEdges, NeighboursOfASearchCountWithOneSeed) {
  Sweep sweep = sweep_over("blocks", {"18", "27", "36"}, {3.0, 2.0, 1.5});
  std::swap(sweep.rows[1].one_seed, sweep.rows[1].screen);
  EXPECT_THAT(edges_of(sweep), HasSubstr("blocks=36"));
}

TEST(SweepEdges, NodesAndThreadsAreCompared) {
  SweepDefinition definition;
  definition.program = {"./solver"};
  definition.grids = {"1x1", "1x2", "2x1", "1x4", "2x2", "4x1"};
  definition.threads = {2, 4};
  Sweep sweep = new_sweep(definition);
  for (SweepRow& row : sweep.rows) {
    const unsigned nodes = nodes_of(row.configuration);
    const double shape = row.configuration.grid == "2x2" ? 0.9 : 1.0;
    const double time_s = 8.0 / nodes / row.configuration.threads * shape;
    row.screen = success(found(time_s, 0.99 * time_s, 1.01 * time_s, 1000, 1.0, 500));
    row.screen->measures->nodes = nodes;
    row.screen->measures->threads = row.configuration.threads;
  }
  EXPECT_EQ(edges_of(sweep),
            "The best configuration is at the edge of the sweep: 4 threads are the most tried; try 8.\n"
            "The best configuration is at the edge of the sweep: 4 nodes are the most tried; try 8.\n");
  for (SweepRow& row : sweep.rows) row.screen->measures->cores = 6;
  EXPECT_THAT(edges_of(sweep), HasSubstr("4 threads are the most tried; try 6."));
  for (SweepRow& row : sweep.rows) row.screen->measures->cores = 4;
  EXPECT_THAT(edges_of(sweep), Not(HasSubstr("threads"))) << "a node has no more cores";
  sweep.limits.core_hours = 1e-4;  // no configuration is within the limits
  EXPECT_EQ(edges_of(sweep), "");
}

}  // namespace
}  // namespace gusset::cli
