#include "gusset/traces/analysis/time/loops.hpp"

#include <gtest/gtest.h>

#include "gusset/traces/model/validate.hpp"
#include "team_trace.hpp"

namespace gusset::traces {
namespace {

using testing::TeamTrace;
using Schedule = WorkConstruct::Schedule;
using Kind = WorkConstruct::Kind;

LoopStatistics only_loop(const Trace& trace) {
  const auto valid = validate(trace, "t");
  EXPECT_TRUE(valid.ok()) << valid.error().message();
  const Loops loops = loops_of(trace);
  EXPECT_EQ(loops.loops.size(), 1U);
  return loops.loops.at(0);
}

TEST(Loops, TraceWithoutLoopsHasNone) {
  const Loops loops = loops_of(TeamTrace(2).trace());
  EXPECT_TRUE(loops.loops.empty());
}

TEST(Loops, UnevenStaticLoopLosesTheTimeUntilTheLastThreadEnds) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{0, 100'000}, {0, 400'000}});
  const LoopStatistics loop = only_loop(team.trace());
  EXPECT_EQ(loop.construct.place, "a.c:3");
  EXPECT_EQ(loop.executions, 1U);
  EXPECT_EQ(loop.awaited, 1U);
  EXPECT_EQ(loop.iterations, unknown_iterations);
  EXPECT_EQ(loop.busy_ns, 500'000);
  EXPECT_EQ(loop.busy_by_worker_ns, (std::vector<std::int64_t>{100'000, 400'000}));
  EXPECT_EQ(loop.elapsed_ns, 400'000);
  EXPECT_EQ(loop.lost_ns, 300'000);
  EXPECT_EQ(loop.even_gain_ns, 150'000);
  EXPECT_EQ(loop.dynamic_gain_ns, std::nullopt);
  EXPECT_EQ(loop.reversed_gain_ns, std::nullopt);
  EXPECT_DOUBLE_EQ(loop.lost_share(), 0.375);
}

TEST(Loops, ExecutionsAddUpAndEndAtTheirBarriers) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{0, 100'000}, {0, 400'000}});
  team.loop(Schedule::fixed, {{500'000, 700'000}, {500'000, 600'000}});
  const LoopStatistics loop = only_loop(team.trace());
  EXPECT_EQ(loop.executions, 2U);
  EXPECT_EQ(loop.lost_ns, 400'000);
  EXPECT_EQ(loop.even_gain_ns, 200'000);
  EXPECT_EQ(loops_of(team.trace()).ended_at, (std::vector<std::uint32_t>{0, 0, 0, 0}));
}

TEST(Loops, LoopWithoutABarrierLosesNothing) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{0, 100'000}, {0, 400'000}}, {.waits = false});
  team.barrier({500'000, 500'000}, 600'000);
  const Trace trace = team.trace();
  const LoopStatistics loop = only_loop(trace);
  EXPECT_EQ(loop.awaited, 0U);
  EXPECT_EQ(loop.lost_ns, 0);
  EXPECT_EQ(loops_of(trace).ended_at, (std::vector<std::uint32_t>{Loops::none, Loops::none}));
}

TEST(Loops, ShortWorkBeforeTheBarrierHidesNoLoss) {
  const auto loop_with_barrier_at = [](std::int64_t begin_ns) {
    TeamTrace team(2, 10'000'000);
    team.loop(Schedule::fixed, {{0, 5'000'000}, {0, 8'000'000}}, {.waits = false});
    team.barrier({begin_ns, 8'001'000}, 8'002'000);
    return only_loop(team.trace());
  };
  EXPECT_EQ(loop_with_barrier_at(5'399'000).lost_ns, 3'000'000);  // within 5 % of the loop's time
  EXPECT_EQ(loop_with_barrier_at(5'401'000).awaited, 0U);
}

TEST(Loops, MissingShareOfAThreadHidesTheLoss) {
  TeamTrace team(3);
  team.loop(Schedule::fixed, {{0, 100'000}, {0, 400'000}});
  EXPECT_EQ(only_loop(team.trace()).awaited, 0U);
}

TEST(Loops, ChunksAreReplayedInTheOrderInWhichTheyBegan) {
  TeamTrace team(2);
  // Thread 0 has one chunk of 100 µs, thread 1 four of them.
  team.loop(Schedule::runtime, {{0, 100'000}, {0, 400'000}}, {.chunks = 1});
  team.chunks(1, {100'000, 200'000, 300'000, 400'000});
  const LoopStatistics loop = only_loop(team.trace());
  EXPECT_EQ(loop.lost_ns, 300'000);
  // Five chunks on two threads take three chunks' time.
  EXPECT_EQ(loop.dynamic_gain_ns, 100'000);
  EXPECT_EQ(loop.reversed_gain_ns, 100'000);
}

TEST(Loops, LongLastChunkIsWorthStartingFirst) {
  TeamTrace team(2);
  team.loop(Schedule::dynamic, {{0, 200'000}, {0, 500'000}}, {.chunks = 1});
  team.chunks(0, {100'000, 200'000});
  team.chunks(1, {100'000, 500'000});
  const LoopStatistics loop = only_loop(team.trace());
  EXPECT_EQ(loop.dynamic_gain_ns, 0);
  EXPECT_EQ(loop.reversed_gain_ns, 100'000);
  EXPECT_EQ(loop.even_gain_ns, 150'000);
}

TEST(Loops, LateThreadThatFindsNothingToDoIsNoImbalance) {
  TeamTrace team(2);
  team.loop(Schedule::dynamic, {{0, 100'000}, {300'000, 300'000}}, {.chunks = 1});
  const LoopStatistics loop = only_loop(team.trace());
  EXPECT_EQ(loop.lost_ns, 0);
  EXPECT_EQ(loop.elapsed_ns, 100'000);
}

TEST(Loops, ThreadThatBeginsLateIsNotTheLoopsFault) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{0, 100'000}, {400'000, 510'000}});
  const LoopStatistics loop = only_loop(team.trace());
  EXPECT_EQ(loop.lost_ns, 10'000);
  EXPECT_EQ(loop.even_gain_ns, 205'000);
}

TEST(Loops, OrderedLoopIsNotReplayed) {
  TeamTrace team(2);
  team.loop(Schedule::dynamic, {{0, 100'000}, {0, 400'000}}, {.chunks = 1, .ordered = true});
  EXPECT_EQ(only_loop(team.trace()).dynamic_gain_ns, std::nullopt);
}

TEST(Loops, TimeWithoutAProcessorIsNoWork) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{0, 100'000}, {0, 400'000}});
  Trace trace = team.trace();
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1), 0, 400'000, 100'000, 0, 1}};
  const LoopStatistics loop = only_loop(trace);
  EXPECT_EQ(loop.busy_by_worker_ns, (std::vector<std::int64_t>{100'000, 100'000}));
  EXPECT_EQ(loop.lost_ns, 0);
}

TEST(Loops, BarrierAtWhichTasksRanIsNoLoss) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{0, 100'000}, {0, 400'000}}, {.waits = false});
  team.barrier({100'000, 400'000}, 410'000);
  team.task(0, 150'000, 300'000);
  EXPECT_EQ(only_loop(team.trace()).awaited, 0U);
}

TEST(Loops, OneConstructWithTwoAddressesCountsOnce) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{0, 100'000}, {0, 400'000}});
  Trace trace = team.trace();
  trace.worksharing.constructs.push_back(trace.worksharing.constructs[0]);
  EXPECT_EQ(loops_of(trace).loops.size(), 1U);
}

}  // namespace
}  // namespace gusset::traces
