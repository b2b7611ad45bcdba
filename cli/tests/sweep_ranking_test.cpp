#include "gusset/traces/sweep/sweep_ranking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

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
