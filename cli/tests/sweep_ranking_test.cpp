#include "gusset/traces/sweep/sweep_ranking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gusset/traces/sweep/sweep_front.hpp"
#include "some_sweep.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;
using ::testing::ElementsAre;
using testing::failure;
using testing::found;
using ::testing::IsEmpty;
using testing::some_sweep;
using testing::success;

std::vector<std::size_t> order(const Ranking& ranking) {
  std::vector<std::size_t> rows;
  for (const RankedRow& ranked : ranking.ranked) rows.push_back(ranked.row);
  return rows;
}

std::vector<bool> ties(const Ranking& ranking) {
  std::vector<bool> marks;
  for (const RankedRow& ranked : ranking.ranked) marks.push_back(ranked.ties_best);
  return marks;
}

std::vector<bool> front(const Ranking& ranking) {
  std::vector<bool> marks;
  for (const RankedRow& ranked : ranking.ranked) marks.push_back(ranked.on_front);
  return marks;
}

TEST(SweepRanking, OrdersByTimeAndMarksOverlappingIntervals) {
  const Ranking ranking = rank(some_sweep());
  EXPECT_THAT(order(ranking), ElementsAre(0, 1, 2));
  EXPECT_THAT(ties(ranking), ElementsAre(true, true, false));
  EXPECT_THAT(ranking.failed, ElementsAre(3));
  EXPECT_THAT(ranking.to_come, IsEmpty());
}

TEST(SweepRanking, TouchingIntervalsOverlap) {
  Sweep sweep = some_sweep();
  sweep.rows[2].screen->measures->interval->low_s = 0.431;
  EXPECT_THAT(ties(rank(sweep)), ElementsAre(true, true, true));
}

TEST(SweepRanking, BestWithoutOverlapHasNoTie) {
  Sweep sweep = some_sweep();
  sweep.rows[1].screen = failure("signal 11 (Segmentation fault)");
  EXPECT_THAT(ties(rank(sweep)), ElementsAre(false, false));
}

TEST(SweepRanking, NarrowIntervalDoesNotHideALaterTie) {
  Sweep sweep = some_sweep();
  sweep.rows[1].screen->measures->interval = sweep::TimeInterval{0.432, 0.440};
  sweep.rows[2].screen->measures->interval = sweep::TimeInterval{0.401, 0.9};
  EXPECT_THAT(ties(rank(sweep)), ElementsAre(true, false, true));
}

TEST(SweepRanking, OneSeedTiesOnlyIfEqual) {
  Sweep sweep = some_sweep();
  sweep.rows[0].screen = success(found(0.5, 0, 0, 6000, 1.1, 500, 1));
  sweep.rows[1].screen = success(found(0.5, 0, 0, 5000, 1.1, 500, 1));
  sweep.rows[2].screen = success(found(0.5001, 0, 0, 7000, 1.2, 600, 1));
  const Ranking ranking = rank(sweep);
  EXPECT_THAT(order(ranking), ElementsAre(1, 0, 2)) << "fewer bytes come first";
  EXPECT_THAT(ties(ranking), ElementsAre(true, true, false));
}

TEST(SweepRanking, OtherObjectivesChangeTheOrder) {
  Sweep sweep = some_sweep();
  sweep.objective = Objective::bytes;
  EXPECT_THAT(order(rank(sweep)), ElementsAre(0, 2, 1));
  EXPECT_THAT(ties(rank(sweep)), ElementsAre(false, false, false));
  sweep.objective = Objective::balance;
  EXPECT_THAT(order(rank(sweep)), ElementsAre(1, 0, 2));
  sweep.objective = Objective::node_hours;
  sweep.rows[2].screen->measures->nodes = 1;
  const Ranking ranking = rank(sweep);
  EXPECT_THAT(order(ranking), ElementsAre(2, 0, 1));
  EXPECT_DOUBLE_EQ(ranking.ranked[0].value.value, 0.6 / 3600.0);
  EXPECT_DOUBLE_EQ(ranking.ranked[1].value.high, 9 * 0.431 / 3600.0);
}

TEST(SweepRanking, FrontExcludesBeatenRows) {
  // Row 2 is worse than row 0 in everything; row 1 is better balanced.
  EXPECT_THAT(front(rank(some_sweep())), ElementsAre(true, true, false));
}

TEST(SweepRanking, FrontMatchesPairwiseComparison) {
  SweepDefinition definition = testing::nine_nodes();
  definition.parameters[0].values.clear();
  for (int i = 0; i < 100; ++i) definition.parameters[0].values.push_back(std::to_string(i));
  Sweep sweep = new_sweep(definition);
  std::uint64_t state = 1;
  const auto next = [&state] { return (state = state * 6364136223846793005U + 1442695040888963407U) >> 61U; };
  for (SweepRow& row : sweep.rows) {
    const double time_s = 1.0 + static_cast<double>(next());
    row.screen = success(found(time_s, 0, 0, next(), 1.0 + static_cast<double>(next()), next(), 1));
  }
  const auto beats = [](const Measures& a, const Measures& b) {
    const bool none_worse = *a.makespan_s <= *b.makespan_s && a.payload_bytes <= b.payload_bytes &&
                            a.balance <= b.balance && a.memory_bytes <= b.memory_bytes;
    const bool one_better = *a.makespan_s < *b.makespan_s || a.payload_bytes < b.payload_bytes ||
                            a.balance < b.balance || a.memory_bytes < b.memory_bytes;
    return none_worse && one_better;
  };
  for (const RankedRow& ranked : rank(sweep).ranked) {
    const Measures& own = *sweep.rows[ranked.row].measures();
    const bool is_beaten = std::any_of(sweep.rows.begin(), sweep.rows.end(),
                                       [&](const SweepRow& row) { return beats(*row.measures(), own); });
    EXPECT_EQ(ranked.on_front, !is_beaten) << ranked.row;
  }
}

TEST(SweepRanking, TimesThatCannotBeToldApartAreBothOnTheFront) {
  Sweep sweep = some_sweep();
  sweep.rows[1].screen = success(found(0.420, 0.410, 0.440, 6000, 1.1, 500));
  EXPECT_THAT(front(rank(sweep)), ElementsAre(true, true, false));
  sweep.rows[1].screen = success(found(0.450, 0.440, 0.460, 6000, 1.1, 500));
  EXPECT_THAT(front(rank(sweep)), ElementsAre(true, false, false));
}

TEST(SweepRanking, RangesOverSeedsMakeNoTies) {
  Sweep sweep = some_sweep();
  for (const std::size_t row : {0u, 1u, 2u}) sweep.rows[row].screen->measures->interval.reset();
  EXPECT_THAT(ties(rank(sweep)), ElementsAre(false, false, false));
}

TEST(SweepRanking, EqualRowsAreBothOnTheFront) {
  Sweep sweep = some_sweep();
  sweep.rows[1].screen = sweep.rows[0].screen;
  EXPECT_THAT(front(rank(sweep)), ElementsAre(true, true, false));
}

TEST(SweepRanking, FrontIgnoresTimeWithoutCosts) {
  Sweep sweep = some_sweep();
  sweep.objective = Objective::bytes;
  for (std::size_t i = 0; i < 3; ++i) {
    sweep.rows[i].screen->measures->makespan_s.reset();
    sweep.rows[i].screen->measures->range.reset();
  }
  EXPECT_THAT(order(rank(sweep)), ElementsAre(0, 2, 1));
  EXPECT_THAT(front(rank(sweep)), ElementsAre(true, false, true));
}

TEST(SweepRanking, MemoryLimitExcludesRows) {
  Sweep sweep = some_sweep();
  sweep.limits.memory_bytes = 499;
  const Ranking ranking = rank(sweep);
  EXPECT_THAT(order(ranking), ElementsAre(1));
  EXPECT_THAT(ranking.outside, ElementsAre(OutsideRow{0, Limit::memory}, OutsideRow{2, Limit::memory}));
  sweep.limits.memory_bytes = 500;
  EXPECT_THAT(order(rank(sweep)), ElementsAre(0, 1));
}

// One configuration for each number of nodes, with two threads per node and times of ±1 %.
Sweep scaling_sweep(const std::vector<unsigned>& nodes, const std::vector<double>& times_s) {
  SweepDefinition definition;
  definition.program = {"./solver"};
  for (const unsigned count : nodes) definition.grids.push_back("1x" + std::to_string(count));
  Sweep sweep = new_sweep(definition);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    sweep.rows[i].screen =
        success(found(times_s[i], 0.99 * times_s[i], 1.01 * times_s[i], 100 * (i + 1), 1.0, 500));
    sweep.rows[i].screen->measures->nodes = nodes[i];
  }
  return sweep;
}

TEST(SweepRanking, CoreHoursCountNodesAndThreads) {
  Sweep sweep = scaling_sweep({1, 2, 4}, {1800.0, 1000.0, 800.0});
  sweep.objective = Objective::core_hours;
  const Ranking ranking = rank(sweep);
  EXPECT_THAT(order(ranking), ElementsAre(0, 1, 2));
  EXPECT_DOUBLE_EQ(ranking.ranked[0].value.value, 1.0) << "half an hour on two threads";
  EXPECT_DOUBLE_EQ(ranking.ranked[0].value.high, 1.01);
}

TEST(SweepRanking, FrontIsOfTimeAndCoreHoursIfCoresVary) {
  // 4 nodes are as fast as 3 within the intervals, and take more core-hours; 2 nodes are cheapest, and 1 node
  // takes longer for the same.
  const Sweep sweep = scaling_sweep({1, 2, 3, 4}, {1000.0, 500.0, 400.0, 401.0});
  const Ranking ranking = rank(sweep);
  EXPECT_TRUE(ranking.is_cost_front);
  EXPECT_THAT(front_criteria(sweep, ranking), ElementsAre("time", "core-hours"));
  EXPECT_THAT(order(ranking), ElementsAre(2, 3, 1, 0));
  EXPECT_THAT(front(ranking), ElementsAre(true, false, true, false));
  const Sweep equal = some_sweep();
  EXPECT_FALSE(rank(equal).is_cost_front);
  EXPECT_THAT(front_criteria(equal, rank(equal)), ElementsAre("time", "bytes", "balance", "memory"));
}

TEST(SweepRanking, FrontTableMergesStepsThatCannotBeToldApart) {
  const Sweep sweep = scaling_sweep({1, 2, 3, 4, 8}, {1008.0, 505.0, 345.0, 256.0, 200.0});
  const SweepTable table = front_table(sweep, rank(sweep));
  // One and two nodes take 1.6 and 1.4 % fewer core-hours than four, within the intervals of 1 % each; three
  // nodes take more and longer.
  EXPECT_THAT(table.header,
              ElementsAre("rank", "configuration", "time", "core-hours", "slower", "cheaper", "as good"));
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.rows[0], ElementsAre("1", "1x8", "200 s", "0.889", "", "", ""));
  EXPECT_THAT(table.rows[1], ElementsAre("2", "1x4", "256 s", "0.569", "28 %", "36 %", "2 others"));
  EXPECT_THAT(table.numbers, ElementsAre(4, 3));
  EXPECT_THAT(front_table(some_sweep(), rank(some_sweep())).rows, IsEmpty());
}

TEST(SweepRanking, FrontWithIntervalsMatchesPairwiseComparison) {
  std::vector<unsigned> nodes;
  std::vector<double> times_s;
  for (unsigned i = 0; i < 40; ++i) {
    nodes.push_back(1 + i % 7);
    const double chance = 0.01 * static_cast<double>((i * 37) % 41);
    times_s.push_back(1000.0 / nodes.back() * (1.0 + 0.1 * nodes.back() + chance));
  }
  Sweep sweep = scaling_sweep({1}, {1.0});
  SweepDefinition definition = sweep.definition;
  definition.parameters = {{"n", {}}};
  for (unsigned i = 0; i < 40; ++i) definition.parameters[0].values.push_back(std::to_string(i));
  sweep = new_sweep(definition);
  for (std::size_t i = 0; i < 40; ++i) {
    const double width = 0.001 * static_cast<double>((i * 13) % 50);  // from 0 to 4.9 %
    sweep.rows[i].screen =
        success(found(times_s[i], (1 - width) * times_s[i], (1 + width) * times_s[i], 1, 1, 1));
    sweep.rows[i].screen->measures->nodes = nodes[i];
  }
  const auto beats = [](const Measures& a, const Measures& b) {
    bool is_better = false;
    for (const Objective objective : {Objective::time, Objective::core_hours}) {
      const ObjectiveValue its = *value_of(a, objective);
      const ObjectiveValue others = *value_of(b, objective);
      if (its.value > others.value) return false;
      is_better = is_better || its.high < others.low;
    }
    return is_better;
  };
  std::size_t on_front = 0;
  for (const RankedRow& ranked : rank(sweep).ranked) {
    const Measures& own = *sweep.rows[ranked.row].measures();
    EXPECT_EQ(ranked.on_front, std::none_of(sweep.rows.begin(), sweep.rows.end(),
                                            [&](const SweepRow& row) { return beats(*row.measures(), own); }))
        << ranked.row;
    on_front += ranked.on_front ? 1 : 0;
  }
  EXPECT_GT(on_front, 1u);
  EXPECT_LT(on_front, 40u);
}

TEST(SweepRanking, LimitsCompareTheUpperEndOfTheInterval) {
  Sweep sweep = scaling_sweep({1, 2, 4}, {1000.0, 600.0, 400.0});
  sweep.limits.time_s = 601.0;
  Ranking ranking = rank(sweep);
  EXPECT_THAT(order(ranking), ElementsAre(2));
  EXPECT_THAT(ranking.outside, ElementsAre(OutsideRow{0, Limit::time}, OutsideRow{1, Limit::time}));
  sweep.rows[1].screen->measures->interval.reset();
  EXPECT_THAT(order(rank(sweep)), ElementsAre(2, 1)) << "nothing is known about its runs";
  sweep.limits.core_hours = 0.8;  // 1600 s on 4 nodes of 2 threads are 0.889
  EXPECT_THAT(order(rank(sweep)), ElementsAre(1));
  EXPECT_THAT(rank(sweep).outside, ElementsAre(OutsideRow{0, Limit::time}, OutsideRow{2, Limit::core_hours}));
}

TEST(SweepRanking, ConfirmedResultsReplaceScreenedOnes) {
  Sweep sweep = some_sweep();
  sweep.rows[0].confirm = success(found(0.7, 0.69, 0.71, 6000, 1.1, 500));
  sweep.rows[1].confirm = failure("timed out after 1 s");
  EXPECT_THAT(order(rank(sweep)), ElementsAre(1, 2, 0));
}

TEST(SweepRanking, ObjectivesHaveNames) {
  for (const Objective objective : {Objective::time, Objective::node_hours, Objective::core_hours,
                                    Objective::bytes, Objective::balance}) {
    EXPECT_EQ(objective_of(objective_name(objective)), objective);
  }
  EXPECT_EQ(objective_of("speed"), std::nullopt);
}

}  // namespace
}  // namespace gusset::cli
