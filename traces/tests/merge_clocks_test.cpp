#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "exchange/merge/clock_relation.hpp"
#include "exchange/merge/least_delays.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "merge_case.hpp"

namespace gusset::traces {
namespace {

using merge::ClockRelation;
using merge::DelayFinder;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::merged;
using testing::NodeRun;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Node 0's clock is exact; the others are 5 ms off and drift by 50 ppm, in alternating directions.
NodeRun distorted_run(std::uint64_t seed, std::uint32_t nodes) {
  NodeRun run = testing::random_run(seed, {nodes}, 200);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    run.clocks.push_back({});
    if (node == 0) continue;
    const int sign = node % 2 == 0 ? 1 : -1;
    run.clocks.back() = {sign * 5'000'000, sign * 50e-6, 3.2, "host " + std::to_string(node), 20};
  }
  return run;
}

/// The largest error of a task's start in the merged trace, compared with the exact clock.
double worst_error_ns(const NodeRun& run, const Trace& trace) {
  double worst = 0;
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const NodeRun::Task& task : run.tasks) first = std::min(first, task.submit_ns);
  std::vector<std::int64_t> begin(trace.tasks.size());
  for (const Lane& lane : trace.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i)
      begin[lane.spans.task[i].value()] = lane.spans.begin_ns[i];
  }
  for (std::size_t t = 0; t < run.tasks.size(); ++t)
    worst = std::max(worst, std::abs(static_cast<double>(begin[t] - (run.tasks[t].begin_ns - first))));
  return worst;
}

/// What the merger adds to a node's clock when the clock reads `ns`.
double correction(const Node& node, std::int64_t ns) {
  return static_cast<double>(node.clock_offset_ns) + node.clock_drift * static_cast<double>(ns);
}

TEST(MergeClocks, ShiftedAndDriftingClocksAreCorrected) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const NodeRun run = distorted_run(seed, 2 + static_cast<std::uint32_t>(seed % 3));
    const Trace trace = merged(run);
    std::int64_t residual = 0;
    for (const Node& node : trace.nodes) residual = std::max(residual, node.clock_residual_ns);
    EXPECT_GT(residual, 0);
    EXPECT_LE(residual, 11'000) << "half of the shortest of 20 round trips";
    // Two residuals, because the trace starts at a submission, which may be on another node's clock.
    EXPECT_LE(worst_error_ns(run, trace), 2.0 * static_cast<double>(residual));
    EXPECT_NEAR(trace.nodes[1].clock_drift, -50e-6, 25'000.0 / static_cast<double>(run.end_ns));
    const CheckResult result = check(trace);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.findings[0].error.message());
  }
}

TEST(MergeClocks, MessagesNarrowTheResidual) {
  NodeRun run = testing::two_node_run();
  run.clocks = {{}, {5'000'000, 0, 1, "other", 20}};
  const std::int64_t before = merged(run).nodes[1].clock_residual_ns;
  run.transfers[0].arrival_ns = run.transfers[0].send_ns + 500;
  run.transfers[1].arrival_ns = run.transfers[1].send_ns + 700;
  const Trace trace = merged(run);
  EXPECT_GT(before, 4000);
  const std::int64_t residual = trace.nodes[1].clock_residual_ns;
  EXPECT_LT(residual, 2500) << "600 ns from the messages, and some for a drift that nobody can measure";
  EXPECT_NEAR(correction(trace.nodes[1], run.start_ns + 2'000'000), 5e6, static_cast<double>(residual));
}

TEST(MergeClocks, MessagesAloneRelateClocks) {
  NodeRun run = testing::two_node_run();
  run.clocks = {{}, {5'000'000, 0, 1, "other"}};
  const Trace trace = merged(run);
  EXPECT_NEAR(static_cast<double>(trace.nodes[1].clock_offset_ns), 5'000'000, 200'001);
  EXPECT_NEAR(static_cast<double>(trace.nodes[1].clock_residual_ns), 201'001, 3);
  EXPECT_TRUE(check(trace).ok());
}

TEST(MergeClocks, ClockWithoutRelationIsNamed) {
  NodeRun run = testing::two_node_run();
  run.clocks = {{}, {5'000'000'000, 0, 1, "other"}};
  run.transfers.pop_back();
  const Trace trace = merged(run);
  EXPECT_EQ(trace.nodes[1].clock_residual_ns, unknown_time);
  EXPECT_NEAR(static_cast<double>(trace.nodes[1].clock_offset_ns), 5e9, 2000) << "both begin together";
  EXPECT_THAT(trace.metadata.notes, Contains("the clocks of these nodes are unknown, so their times can't "
                                             "be compared with those of others: 1"));
}

TEST(MergeClocks, ResidualGrowsWithoutComparisonsAtTheEnd) {
  NodeRun run = testing::two_node_run();
  run.transfers.clear();
  run.end_ns = 1'000'000'000;
  run.clocks = {{}, {5'000'000, 50e-6, 1, "other", 20, false}};
  const std::int64_t residual = merged(run).nodes[1].clock_residual_ns;
  EXPECT_GT(residual, 100'000);
  EXPECT_LT(residual, 116'000);
}

TEST(MergeClocks, NodesThatShareAHostShareComparisons) {
  NodeRun run = testing::random_run(1, {3}, 50);
  run.transfers.clear();
  run.clocks = {{}, {5'000'000, 0, 1, "other", 20}, {5'000'000, 0, 1, "other"}};
  const Trace trace = merged(run);
  EXPECT_EQ(trace.nodes[2].clock_offset_ns, trace.nodes[1].clock_offset_ns);
  EXPECT_EQ(trace.nodes[2].clock_residual_ns, trace.nodes[1].clock_residual_ns);
}

TEST(MergeClocks, MissingNode0StillRelatesTheOthers) {
  const NodeRun run = distorted_run(3, 3);
  auto parts = testing::parts_of(run);
  parts.erase(parts.begin());
  const Trace trace = merged(parts);
  EXPECT_NEAR(correction(trace.nodes[1], run.start_ns), -5e6 - 50e-6 * 1e9, 12'000);
  EXPECT_NEAR(trace.nodes[2].clock_drift, 50e-6, 25'000.0 / static_cast<double>(run.end_ns));
  EXPECT_TRUE(check(trace).ok());
}

TEST(MergeClocks, ContradictionRaisesTheResidual) {
  NodeRun run = testing::two_node_run();
  run.transfers[0].arrival_ns = run.transfers[0].send_ns - 50'000;
  const Trace trace = merged(run);
  EXPECT_EQ(trace.nodes[1].clock_residual_ns, 50'001);
  EXPECT_THAT(trace.metadata.notes,
              Contains("messages contradict the clocks by 49.0 µs; the stated residuals include this"));
}

TEST(ClockRelation, IsExactForLargeTimes) {
  const ClockRelation relation{1e18, 7, 0, 1, 0};
  EXPECT_EQ(relation.from(1'000'000'000'000'000'003), 1'000'000'000'000'000'010);
  EXPECT_EQ(relation.from(std::numeric_limits<std::int64_t>::min()), -max_time_ns);
}

TEST(ClockRelation, NeedsAUsableComparison) {
  EXPECT_FALSE(merge::relation_of({}, 0));
  const ClockComparison backwards{10, 5, 9};
  EXPECT_FALSE(merge::relation_of(std::span(&backwards, 1), 0));
  const ClockComparison usable{10, 1000, 20};
  const auto relation = merge::relation_of(std::span(&usable, 1), 20);
  ASSERT_TRUE(relation);
  EXPECT_EQ(relation->from(15), 1000);
  EXPECT_NEAR(relation->residual_ns, 6, 0.01);
}

TEST(ClockRelation, NarrowsThroughAThirdNode) {
  std::vector<ClockRelation> clocks{{0, 0, 0, 0, 0}, {0, 0, 0, 10, 0}, {0, 0, 0, infinity, 0}};
  const merge::LeastDelays delays{{{1, 2}, 100.0}, {{2, 1}, 300.0}};
  EXPECT_EQ(merge::narrow(clocks, {true, false, false}, 0, delays), 0);
  // Node 2's clock moves forward by at most 300 + 10 and back by at most 100 + 10.
  EXPECT_NEAR(clocks[2].offset_ns, 100, 1e-6);
  EXPECT_NEAR(clocks[2].residual_ns, 211, 1e-6);
  EXPECT_EQ(clocks[1].residual_ns, 10) << "nothing narrows it";
}

TEST(DelayFinder, KeepsFewMessagesAndTheSameAtBothEnds) {
  DelayFinder finder(100);
  for (std::uint64_t handle = 0; handle < 10'000; ++handle) finder.add_send({handle, 1, 0, 1}, 1000);
  for (std::uint64_t handle = 0; handle < 10'000; ++handle) finder.add_arrival({handle, 1, 0, 1}, 1500);
  EXPECT_EQ(finder.delays(), (merge::LeastDelays{{{0, 1}, 500.0}}));
}

TEST(DelayFinder, SpansMessagesThatShareAKey) {
  DelayFinder finder;
  finder.add_send({1, 1, 0, 1}, 100);
  finder.add_arrival({1, 1, 0, 1}, 150);
  finder.add_send({1, 1, 0, 1}, 200);
  finder.add_arrival({1, 1, 0, 1}, 260);
  finder.add_send({2, 1, 1, 0}, 100);
  EXPECT_EQ(finder.delays(), (merge::LeastDelays{{{0, 1}, 160.0}}));
}

}  // namespace
}  // namespace gusset::traces
