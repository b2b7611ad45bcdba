#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "example_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::MatchesRegex;

const Example shallow_water{SHALLOW_WATER_BINARY};

TEST(ShallowWater, SteadyWindPersistsWithAnyBlocksAndThreads) {
  struct Run {
    std::string blocks, threads;
  };
  std::string first;
  for (const auto& [blocks, threads] :
       {Run{"1", "2"}, Run{"7", "1"}, Run{"7", "2"}, Run{"7", "4"}, Run{"60", "4"}}) {
    const auto result = shallow_water.run({"--points", "500", "--blocks", blocks, "--steps", "12"},
                                          {{"GUSSET_THREADS", threads}});
    EXPECT_EQ(result.exit_status, 0) << blocks << " blocks, " << threads << " threads: " << result.errors;
    EXPECT_THAT(result.output, MatchesRegex("after 12 steps the steady wind has changed by [0-9.e-]+, its "
                                            "depth by [0-9.e-]+, below [0-9.e-]+\n"));
    // Stencils don't depend on blocks, so neither do the results, up to rounding, if tasks read enough
    // blocks.
    if (first.empty()) first = result.output;
    EXPECT_EQ(result.output, first) << blocks << " blocks, " << threads << " threads";
  }
}

TEST(ShallowWater, StepsAreAnnotated) {
  const auto trace = shallow_water.record({"--points", "400", "--blocks", "6", "--steps", "4"}, "2");
  EXPECT_EQ(trace->tasks.size(), 2u * 4u * 6u * 4u + 4u);
  EXPECT_EQ(distinct_values(*trace, "step"), 4u);
}

TEST(ShallowWater, SubmitsStepsOnlyAFewAhead) {
  const auto trace =
      shallow_water.record({"--points", "400", "--blocks", "6", "--steps", "9", "--ahead", "2"}, "2");
  std::int64_t last_end_ns[9] = {};
  std::int64_t first_submit_ns[9];
  std::fill_n(first_submit_ns, 9, std::numeric_limits<std::int64_t>::max());
  const auto found = std::find_if(trace->attributes.begin(), trace->attributes.end(),
                                  [](const traces::Attribute& each) { return each.name == "step"; });
  ASSERT_NE(found, trace->attributes.end());
  const traces::Attribute& step = *found;
  const auto& steps = std::get<std::vector<std::int64_t>>(step.values);
  for (const traces::Lane& lane : trace->lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.task[i].is_none()) continue;
      // The task that submits a step may exist earlier than the step's tasks.
      if (trace->types[trace->tasks.type[lane.spans.task[i].value()].value()] == "step") continue;
      const auto at = std::find(step.tasks.begin(), step.tasks.end(), lane.spans.task[i]);
      if (at == step.tasks.end()) continue;
      const auto of = static_cast<std::size_t>(steps[static_cast<std::size_t>(at - step.tasks.begin())]);
      last_end_ns[of] = std::max(last_end_ns[of], lane.spans.end_ns[i]);
      first_submit_ns[of] = std::min(first_submit_ns[of], trace->tasks.submit_ns[lane.spans.task[i].value()]);
    }
  }
  for (std::size_t of = 2; of < 9; ++of) EXPECT_LE(last_end_ns[of - 2], first_submit_ns[of]) << "step " << of;
}

TEST(ShallowWater, InvalidArgumentsFailWithOneLine) {
  const auto result = shallow_water.run({"--points", "400", "--blocks", "401"});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.errors, "shallow_water: --blocks: expected at most --points (400), found \"401\"\n");
  EXPECT_EQ(shallow_water.run({"--points", "30"}).errors,
            "shallow_water: --points: expected a whole number from 400 to 10000000, found \"30\"\n");
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(ShallowWater, BlocksSendOnlyToNeighbours) {
  const auto on = [](const char* grid) {
    return shallow_water.simulate({"--points", "96000", "--blocks", "96", "--steps", "2"}, ":2:1:1e-6:1e9",
                                  grid);
  };
  const auto alone = on("1x1"), many = on("8x1");
  EXPECT_EQ(alone["totals"]["level1_tasks"], 2 * 4 * 96 * 2 + 2) << "each step is submitted by a task";
  EXPECT_EQ(many["totals"]["level1_tasks"], 2 * 4 * 96 * 2 + 2 * 8) << "on each node";
  EXPECT_EQ(alone["totals"]["messages"], 0);
  // All-to-all messages would send each block to seven other nodes in each of four stages.
  const auto messages = many["totals"]["messages"].get<int>();
  EXPECT_GT(messages, 2 * 4 * 7);
  EXPECT_LT(messages, 2 * 4 * 96 * 7 / 3);
  EXPECT_EQ(many["totals"]["payload_bytes"], messages * 1000 * 4 * 8);
}
#endif

}  // namespace
}  // namespace gusset::testing
