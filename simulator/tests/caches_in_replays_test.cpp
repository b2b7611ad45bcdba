#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "gusset/simulator/predict/replay.hpp"
#include "two_sockets.hpp"

namespace gusset::simulator {
namespace {

using testing::bound_s;
using testing::heat_of_figure_2;
using testing::sum_of;
using testing::two_sockets;

ReplayInputs replay_with_caches(const SimulationInputs& simulation) {
  ReplayInputs inputs;
  inputs.platform = simulation.platform;
  inputs.threads = simulation.platform->cores;
  inputs.caches = true;
  return inputs;
}

TEST(CachesInReplays, ReplayOfTheSameScheduleTakesTheSameTime) {
  const SimulationResult original = heat_of_figure_2({0, 2, 1, 3});
  // The tasks form a chain, so their times add up on any workers. On one worker, the rows stay in its L2.
  ReplayInputs inputs = replay_with_caches(two_sockets(512 << 10, 6 << 20));
  inputs.threads = 1;
  const auto alone = replay(*original.trace, inputs);
  ASSERT_TRUE(alone) << alone.error().message();
  EXPECT_EQ(alone->statistics.caches->l3_bytes, 800u);
  EXPECT_NEAR(*alone->statistics.makespan_s, *original.statistics.makespan_s - 480e-9, 1e-15);
  EXPECT_EQ(sum_of(alone->trace, traces::l3_missing_bytes), 800.0);
  EXPECT_LE(bound_s(alone->statistics), *alone->statistics.makespan_s);

  const auto unchanged = replay(alone->trace, inputs);
  ASSERT_TRUE(unchanged) << unchanged.error().message();
  EXPECT_EQ(*unchanged->statistics.makespan_s, *alone->statistics.makespan_s);
}

// The recorded tasks took 1 ns per byte; the assumed price would be 1000 ns per byte.
TEST(CachesInReplays, AssumedPricesDoNotExceedRecordedTimes) {
  const SimulationResult original = heat_of_figure_2({0, 1, 2, 3});
  ReplayInputs inputs = replay_with_caches(two_sockets(512 << 10, 6 << 20));
  inputs.threads = 1;
  inputs.platform->memory_bandwidth_bytes_per_s = 4e6;
  const auto slow = replay(*original.trace, inputs);
  ASSERT_TRUE(slow) << slow.error().message();
  EXPECT_LE(*slow->statistics.makespan_s, *original.statistics.makespan_s + 1e-15);
  EXPECT_NE(slow->statistics.assumptions.back().find("but less for tasks of type 'update'"),
            std::string::npos);
}

TEST(CachesInReplays, ReplayNeedsAPlatformAndBytes) {
  const SimulationResult original = heat_of_figure_2({0, 1, 2, 3});
  ReplayInputs inputs = replay_with_caches(two_sockets(1000, 4000));
  inputs.platform.reset();
  inputs.threads = 4;
  EXPECT_EQ(replay(*original.trace, inputs).error().message(),
            "platform: expected a platform that states caches of level 2 or 3, found no caches");
  inputs = replay_with_caches(two_sockets(1000, 4000));
  traces::Trace without = *original.trace;
  std::ranges::fill(without.handles.size_bytes, 0);
  EXPECT_EQ(replay(without, inputs).error().message(),
            "trace: expected tasks that state the bytes of their data, for the cache model, found none");
}

}  // namespace
}  // namespace gusset::simulator
