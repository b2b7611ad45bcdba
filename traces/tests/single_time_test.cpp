#include "gusset/traces/analysis/time/single_time.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset/traces/model/validate.hpp"
#include "team_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using testing::TeamTrace;
using Kind = WorkConstruct::Kind;
using Schedule = WorkConstruct::Schedule;

TimeInSingles all_times(const Trace& trace) {
  const auto valid = validate(trace, "t");
  EXPECT_TRUE(valid.ok()) << valid.error().message();
  return time_in_singles(trace);
}

std::vector<std::int64_t> single_times(const Trace& trace) {
  return all_times(trace).alone_ns;
}

constexpr TeamTrace::Options reported{.waits = false, .kind = Kind::single};

TEST(SingleTime, LeavesOutTheTasksThatRanInIt) {
  TeamTrace team(1);
  team.loop(Schedule::unknown, {{100'000, 400'000}}, reported);
  team.task(0, 50'000, 150'000);
  team.task(0, 200'000, 230'000);
  EXPECT_THAT(single_times(team.trace()), ElementsAre(220'000, 0, 0));
}

TEST(SingleTime, SinglesWithABarrierBetweenThemAddUp) {
  for (const bool waits : {true, false}) {
    TeamTrace team(1);
    team.loop(Schedule::unknown, {{100'000, 200'000}}, reported);
    if (waits) team.barrier({210'000}, 220'000);
    team.loop(Schedule::unknown, {{300'000, 500'000}}, reported);
    EXPECT_THAT(single_times(team.trace()), ElementsAre(waits ? 300'000 : 0));
    EXPECT_THAT(all_times(team.trace()).ended_ns, ElementsAre(300'000)) << "alone or not";
    EXPECT_THAT(all_times(team.trace()).open_ns, ElementsAre(0));
  }
}

TEST(SingleTime, SingleWithoutAReportedEndIsOpen) {
  TeamTrace until_barrier(1);
  until_barrier.loop(Schedule::unknown, {{100'000, 200'000}}, {.waits = true, .kind = Kind::single});
  EXPECT_THAT(single_times(until_barrier.trace()), Each(0));
  EXPECT_THAT(all_times(until_barrier.trace()).ended_ns, Each(0));
  EXPECT_THAT(all_times(until_barrier.trace()).open_ns, ElementsAre(100'000));
  TeamTrace until_end(1);
  until_end.loop(Schedule::unknown, {{100'000, 1'000'000}}, reported);
  EXPECT_THAT(single_times(until_end.trace()), Each(0));
  EXPECT_THAT(all_times(until_end.trace()).open_ns, ElementsAre(900'000));
  until_end.loop(Schedule::unknown, {{600'000, 1'000'000}}, reported);
  EXPECT_THAT(all_times(until_end.trace()).open_ns, ElementsAre(900'000)) << "nothing counts twice";
}

TEST(SingleTime, EachThreadHasASeparateTime) {
  TeamTrace team(2);
  team.loop(Schedule::unknown, {{100'000, 200'000}, {110'000, 110'000}}, reported);
  EXPECT_THAT(single_times(team.trace()), ElementsAre(100'000, 0));
}

TEST(SingleTime, LoopsDoNotCount) {
  TeamTrace team(2);
  team.loop(Schedule::fixed, {{100'000, 200'000}, {100'000, 200'000}});
  EXPECT_THAT(single_times(team.trace()), Each(0));
}

TEST(LoopTime, LoopsAndSectionsCountWithoutTheirTasks) {
  TeamTrace team(1);
  team.loop(Schedule::fixed, {{100'000, 200'000}});
  team.task(0, 120'000, 150'000);
  EXPECT_THAT(time_in_loops_ns(team.trace()), ElementsAre(70'000, 0));
  TeamTrace sections(1);
  sections.loop(Schedule::unknown, {{300'000, 350'000}}, {.waits = false, .kind = Kind::sections});
  EXPECT_THAT(time_in_loops_ns(sections.trace()), ElementsAre(50'000));
  TeamTrace single(1);
  single.loop(Schedule::unknown, {{400'000, 500'000}}, reported);
  EXPECT_THAT(time_in_loops_ns(single.trace()), Each(0));
}

}  // namespace
}  // namespace gusset::traces
