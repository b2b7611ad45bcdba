// Compares the search with full sweeps of machines whose times are known.
#include "sweep/sweep_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/sweep/sweep_ranking.hpp"
#include "some_sweep.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;
using ::testing::ElementsAre;
using testing::failure;
using ::testing::IsEmpty;
using testing::success;

constexpr unsigned seeds = 10;

SweepDefinition large_grid() {
  SweepDefinition definition;
  definition.program = {"./solver", "{blocks}", "{ahead}"};
  definition.parameters = {{"blocks", {}}, {"ahead", {"1", "2", "4", "8"}}};
  for (int blocks = 4; blocks <= 64; blocks += 3)
    definition.parameters[0].values.push_back(std::to_string(blocks));
  definition.grids = {"1x1", "1x2", "2x1", "1x4", "2x2", "4x1", "1x8", "2x4", "4x2", "8x1"};
  definition.threads = {4};
  definition.policies = {"locality", "fifo", "priority"};
  definition.seeds = seeds;
  return definition;
}

// The median time of a configuration, in seconds: computation, which too few blocks make unbalanced and too
// many blocks slow down; and messages, which depend on the grid's shape.
double model_s(const Configuration& c) {
  const double blocks = std::stod(c.values[0]);
  const double ahead = std::stod(c.values[1]);
  const double nodes = nodes_of(c);
  const double rows = std::stod(c.grid.substr(0, c.grid.find('x')));
  const double columns = nodes / rows;
  const double work = 100.0 / (4.0 * nodes) * (1.0 + 2.0 * nodes / blocks + blocks / 200.0);
  const double messages = 0.4 * (2.0 * rows + columns) * (1.0 + 4.0 / (ahead * blocks));
  const double late = 1.0 + 0.5 / ahead + 0.04 * ahead;
  const double policy = c.policy == "locality" ? 1.0 : c.policy == "fifo" ? 1.08 : 1.03;
  return (work * policy + (nodes > 1.0 ? messages : 0.0)) * late;
}

// A number from -1 to 1 that follows from a configuration and a seed.
double chance(std::size_t number, unsigned seed) {
  std::uint64_t state = number * 100 + seed + 1;
  for (int i = 0; i < 4; ++i) state = state * 6364136223846793005U + 1442695040888963407U;
  return static_cast<double>(state >> 11U) / std::ldexp(1.0, 52) - 1.0;
}

// The simulation of a configuration with one seed or with all; each seed changes its time by up to 1 %.
Outcome simulated(const Configuration& c, unsigned count) {
  std::vector<double> times;
  for (unsigned seed = 0; seed < count; ++seed)
    times.push_back(model_s(c) * (1.0 + 0.01 * chance(c.number, seed)));
  std::sort(times.begin(), times.end());
  Measures measures =
      testing::found(times[times.size() / 2], times.front(), times.back(), 1000, 1.0, 500, count);
  measures.interval.reset();
  measures.grid = c.grid;
  measures.nodes = nodes_of(c);
  measures.threads = c.threads;
  const double blocks = std::stod(c.values[0]);
  measures.tasks = static_cast<std::uint64_t>(blocks * blocks * blocks / 6.0);
  return success(std::move(measures));
}

using Simulate = std::function<Outcome(const Configuration&, unsigned)>;

Sweep fully_simulated(const Sweep& empty, const Simulate& simulate = simulated) {
  Sweep sweep = empty;
  for (SweepRow& row : sweep.rows) row.screen = simulate(row.configuration, seeds);
  return sweep;
}

// Runs a search for at most `most` simulations.
void search_in(Sweep& sweep, const Simulate& simulate = simulated, std::size_t most = SIZE_MAX) {
  const SweepSearch search(sweep);
  for (auto rows = search.rows_for_one_seed(); !rows.empty(); rows = search.rows_for_one_seed()) {
    for (const std::size_t row : rows) {
      if (most-- == 0) return;
      sweep.rows[row].one_seed = simulate(sweep.rows[row].configuration, 1);
    }
  }
  for (auto rows = search.rows_for_all_seeds(); !rows.empty(); rows = search.rows_for_all_seeds()) {
    for (const std::size_t row : rows) {
      if (most-- == 0) return;
      sweep.rows[row].screen = simulate(sweep.rows[row].configuration, seeds);
    }
  }
}

std::uint64_t simulated_tasks(const Sweep& sweep) {
  std::uint64_t tasks = 0;
  for (const SweepRow& row : sweep.rows) {
    if (row.one_seed && row.one_seed->measures) tasks += row.one_seed->measures->tasks;
    if (row.screen && row.screen->measures) tasks += row.screen->measures->tasks * seeds;
  }
  return tasks;
}

std::size_t best_of(const Sweep& sweep) {
  return rank(sweep).ranked.at(0).row;
}

std::vector<std::size_t> front_of(const Sweep& sweep) {
  std::vector<std::size_t> rows;
  for (const RankedRow& ranked : rank(sweep).ranked) {
    if (ranked.on_front) rows.push_back(ranked.row);
  }
  return rows;
}

TEST(SweepSearch, FindsTheBestOfTheFullSweepWithATenthOfTheTasks) {
  const Sweep full = fully_simulated(new_sweep(large_grid()));
  ASSERT_EQ(full.rows.size(), 2520u);
  for (const Objective objective : {Objective::time, Objective::core_hours, Objective::node_hours}) {
    Sweep all = full;
    all.objective = objective;
    Sweep found = new_sweep(large_grid());
    found.objective = objective;
    search_in(found);
    EXPECT_EQ(best_of(found), best_of(all)) << objective_name(objective);
    EXPECT_LT(static_cast<double>(simulated_tasks(found)), 0.1 * static_cast<double>(simulated_tasks(full)))
        << objective_name(objective);
  }
}

TEST(SweepSearch, FindsTheFrontOfTimeAndCoreHours) {
  const Sweep full = fully_simulated(new_sweep(large_grid()));
  Sweep found = new_sweep(large_grid());
  search_in(found);
  EXPECT_GT(front_of(full).size(), 1u);
  const auto times = [](const Sweep& sweep) {
    std::vector<double> all;
    for (const std::size_t row : front_of(sweep)) all.push_back(*sweep.rows[row].measures()->makespan_s);
    std::sort(all.begin(), all.end());
    return all;
  };
  const std::vector<double> expected = times(full);
  const std::vector<double> searched = times(found);
  // For other numbers of cores than the best one's, the search may choose another configuration, whose time
  // differs by no more than the seeds' times do.
  ASSERT_EQ(searched.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(searched[i] / expected[i], 1.0, 0.02);
}

TEST(SweepSearch, StaysWithinTheLimits) {
  Sweep full = fully_simulated(new_sweep(large_grid()));
  full.limits.core_hours = rank(full).ranked.front().value.value * 4 * 4 / 3600.0;
  Sweep found = new_sweep(large_grid());
  found.limits = full.limits;
  search_in(found);
  ASSERT_NE(best_of(full), rank(fully_simulated(new_sweep(large_grid()))).ranked.front().row)
      << "the limit must exclude the fastest";
  EXPECT_EQ(best_of(found), best_of(full));
}

TEST(SweepSearch, SimulatesTheNearestIfNothingIsWithinTheLimits) {
  Sweep found = new_sweep(large_grid());
  found.limits.time_s = 0.1;
  search_in(found);
  const Ranking ranking = rank(found);
  EXPECT_THAT(ranking.ranked, IsEmpty());
  ASSERT_FALSE(ranking.outside.empty());
  const auto time_of = [](const Sweep& sweep, std::size_t row) {
    return *sweep.rows[row].measures()->makespan_s;
  };
  double nearest_s = time_of(found, ranking.outside.front().row);
  for (const OutsideRow& outside : ranking.outside)
    nearest_s = std::min(nearest_s, time_of(found, outside.row));
  const Sweep full = fully_simulated(new_sweep(large_grid()));
  EXPECT_NEAR(nearest_s / time_of(full, best_of(full)), 1.0, 0.01);
}

TEST(SweepSearch, AvoidsConfigurationsThatFail) {
  const Simulate with_failures = [](const Configuration& c, unsigned count) {
    if (nodes_of(c) == 8) return failure("expected at most 64 GB on each node, found 90 GB");
    return simulated(c, count);
  };
  const Sweep full = fully_simulated(new_sweep(large_grid()), with_failures);
  Sweep found = new_sweep(large_grid());
  search_in(found, with_failures);
  EXPECT_EQ(best_of(found), best_of(full));
}

TEST(SweepSearch, ContinuesWhereItStopped) {
  Sweep whole = new_sweep(large_grid());
  search_in(whole);
  Sweep stopped = new_sweep(large_grid());
  for (int i = 0; i < 4; ++i) search_in(stopped, simulated, 50);
  search_in(stopped);
  EXPECT_EQ(stopped, whole);
}

TEST(SweepSearch, SweepWithAllSeedsLeavesNothingToSimulate) {
  const Sweep full = fully_simulated(new_sweep(large_grid()));
  const SweepSearch search(full);
  EXPECT_THAT(search.rows_for_one_seed(), IsEmpty());
  EXPECT_THAT(search.rows_for_all_seeds(), IsEmpty());
}

TEST(SweepSearch, RivalsWithinTheSeedsRangeGetAllSeeds) {
  SweepDefinition definition;
  definition.program = {"./solver", "{n}"};
  definition.parameters = {{"n", {"1", "2", "3"}}};
  definition.seeds = seeds;
  Sweep sweep = new_sweep(definition);
  // With one seed, the first configuration is best. The second one's time lies within the first one's range
  // over seeds, so it is simulated with all seeds too, and is then the best. The third one is not.
  const std::vector<double> once{1.0, 1.04, 1.2};
  const std::vector<double> median{1.01, 1.0, 1.2};
  search_in(sweep, [&](const Configuration& c, unsigned count) {
    const double time_s = (count == 1 ? once : median)[c.number];
    return success(testing::found(time_s, 0.98, 1.05, 1000, 1.0, 500, count));
  });
  EXPECT_EQ(best_of(sweep), 1u);
  EXPECT_FALSE(sweep.rows[2].screen);
  EXPECT_THAT(rank(sweep).to_come, ElementsAre(2));
}

TEST(SweepSearch, OneConfigurationIsSimulated) {
  Sweep sweep = new_sweep({{"./solver"}, {}, {}, {}, {}, {}, {}, {}, {}, false, seeds});
  search_in(sweep, [](const Configuration&, unsigned count) {
    return success(testing::found(1.0, 0.9, 1.1, 1000, 1.0, 500, count));
  });
  EXPECT_EQ(best_of(sweep), 0u);
}

}  // namespace
}  // namespace gusset::cli
