#include "gusset/traces/schedules/task_durations.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "text_trace.hpp"

namespace gusset::schedules {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using traces::testing::trace_from_text;

TEST(TaskDurations, AreTheTracesOwn) {
  const auto durations = TaskDurations::of(*trace_from_text("aab|aaaa"), 1.0, "t.gus");
  ASSERT_TRUE(durations);
  EXPECT_THAT(durations->exact_ns(), ElementsAre(2000, 1000, 4000));
  EXPECT_THAT(durations->typical_ns(), ElementsAre(3000, 1000, 3000));
  EXPECT_TRUE(durations->are_recorded());
  EXPECT_TRUE(durations->vary());
}

TEST(TaskDurations, DrawsTakeTimesOfSimilarTasks) {
  const auto durations = TaskDurations::of(*trace_from_text("aab|aaaa"), 1.0, "t.gus");
  bool has_swapped = false;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::vector<std::int64_t> drawn = durations->draw_ns(seed);
    EXPECT_THAT(drawn, ElementsAre(AnyOf(2000, 4000), 1000, AnyOf(2000, 4000)));
    EXPECT_EQ(durations->draw_ns(seed), drawn);
    has_swapped = has_swapped || drawn[0] == 4000;
  }
  EXPECT_TRUE(has_swapped);
}

TEST(TaskDurations, TasksWithOtherWorkAreNotSimilar) {
  traces::Trace trace = *trace_from_text("aa|aaaa");
  trace.recorded.work = true;
  trace.tasks.work = {1.0, 2.0};
  const auto durations = TaskDurations::of(trace, 1.0, "t.gus");
  EXPECT_FALSE(durations->vary());
  EXPECT_THAT(durations->typical_ns(), ElementsAre(2000, 4000));
}

TEST(TaskDurations, TypicalOnesIgnoreTheExtremeTenths) {
  // Ten tasks, of which the longest and the shortest do not count.
  const auto durations =
      TaskDurations::of(*trace_from_text("a|aa|aa|aa|aa|aa|aa|aa|aa|aaaaaaaaaaaaaaaaaaaa"), 1.0, "t.gus");
  ASSERT_EQ(durations->exact_ns().size(), 10u);
  EXPECT_EQ(durations->typical_ns().front(), 2000);
}

TEST(TaskDurations, OfAGraphAreItsWork) {
  traces::Trace trace = *trace_from_text("aab");
  trace.lanes[0].spans = {};
  const auto equal = TaskDurations::of(trace, 1e-3, "t.gus");
  ASSERT_TRUE(equal);
  EXPECT_TRUE(equal->have_assumed_work());
  EXPECT_THAT(equal->exact_ns(), ElementsAre(1'000'000, 1'000'000));
  EXPECT_EQ(equal->unknown(), 0u);
  trace.recorded.work = true;
  trace.tasks.work = {1.0, 0.0};
  const auto durations = TaskDurations::of(trace, 1e-3, "t.gus");
  ASSERT_TRUE(durations);
  EXPECT_THAT(durations->exact_ns(), ElementsAre(1'000'000, 0));
  EXPECT_FALSE(durations->are_recorded());
  EXPECT_FALSE(durations->have_assumed_work());
  EXPECT_EQ(durations->unknown(), 1u);
}

TEST(TaskDurations, AreRefusedIfTheirSumIsTooLarge) {
  traces::Trace trace = *trace_from_text("aab");
  trace.lanes[0].spans = {};
  trace.recorded.work = true;
  trace.tasks.work = {1e300, 1e300};
  EXPECT_EQ(TaskDurations::of(trace, 1e-3, "t.gus").error().message(),
            "t.gus: expected tasks that together take at most 2^60 ns (36.5 years), found more");
  trace.tasks.work = {1e300, 0.0};
  EXPECT_TRUE(TaskDurations::of(trace, 1e-3, "t.gus"));
}

}  // namespace
}  // namespace gusset::schedules
