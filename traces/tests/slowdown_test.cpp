#include "gusset/traces/analysis/time/slowdown.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "fork_join_program.hpp"

namespace gusset::traces {
namespace {

using testing::ForkJoinProgram;

/// First, two threads run `beside` pairs of tasks side by side; each task takes 1000 ns. Then one thread runs
/// `alone` tasks one after the other, which take `alone_ns` ± `spread_ns` in turn, and the first one
/// `first_ns` longer.
Trace program(int beside, int alone, std::int64_t alone_ns, std::int64_t spread_ns = 0,
              std::int64_t first_ns = 0) {
  ForkJoinProgram made(2);
  std::int64_t now_ns = 0;
  Trace trace;
  const auto run = [&](std::size_t lane, std::int64_t begin_ns, std::int64_t end_ns) {
    made.run(lane, made.task("work"), begin_ns, end_ns);
  };
  for (int pair = 0; pair < beside; ++pair, now_ns += 1000) {
    run(0, now_ns, now_ns + 1000);
    run(1, now_ns, now_ns + 1000);
  }
  for (int task = 0; task < alone; ++task) {
    const std::int64_t length_ns =
        alone_ns + (task % 2 == 0 ? spread_ns : -spread_ns) + (task == 0 ? first_ns : 0);
    run(0, now_ns, now_ns + length_ns);
    now_ns += length_ns;
  }
  trace = made.trace();
  trace.types = {"work"};
  for (TypeId& type : trace.tasks.type) type = TypeId(0);
  return trace;
}

TEST(Slowdown, TasksBesideOthersAreComparedWithThoseAlone) {
  const Slowdown found = slowdown_beside_others(program(50, 10, 800));
  ASSERT_TRUE(found.factor);
  EXPECT_NEAR(*found.factor, 1.25, 1e-9);
  EXPECT_NEAR(found.uncertainty, 0.0, 1e-6);
  EXPECT_DOUBLE_EQ(found.others, 1.0);
  EXPECT_NEAR(found.beside_share, 100.0 / 108.0, 1e-9);
}

TEST(Slowdown, TasksOfDifferentSizesMakeItUncertain) {
  const Slowdown found = slowdown_beside_others(program(50, 10, 1000, 300));
  ASSERT_TRUE(found.factor);
  EXPECT_NEAR(*found.factor, 1.0, 1e-9);
  // The standard error of ten tasks that differ by ±30 % is 10 %, and Student's factor is 2.6.
  EXPECT_NEAR(found.uncertainty, 0.26, 1e-3);
}

/// Of the tasks that ran alone, most take as long as beside others, but the run's first one takes longer.
TEST(Slowdown, MeansThatMediansContradictAreUncertain) {
  const Slowdown found = slowdown_beside_others(program(50, 10, 1000, 0, 50'000));
  ASSERT_TRUE(found.factor);
  EXPECT_LT(*found.factor, 0.2);
  EXPECT_GT(found.uncertainty, std::abs(*found.factor - 1.0));
}

TEST(Slowdown, IsUnknownIfHardlyAnyTaskRanAlone) {
  EXPECT_FALSE(slowdown_beside_others(program(50, 3, 1000)).factor);
  EXPECT_FALSE(slowdown_beside_others(program(2, 50, 1000)).factor);
  EXPECT_FALSE(slowdown_beside_others(Trace()).factor);
  EXPECT_EQ(slowdown_beside_others(program(0, 50, 1000)).beside_share, 0.0);
}

TEST(Slowdown, RecordingOfOneThreadShowsTheTimeAlone) {
  // Ten tasks of 500 ns take 1000 ns each beside others; the 2 µs that ran alone take as long.
  const Trace two = program(5, 2, 1000);
  const Slowdown found = slowdown_against(two, program(0, 14, 500));
  ASSERT_TRUE(found.factor);
  EXPECT_NEAR(*found.factor, 2.0, 1e-9);
  EXPECT_FALSE(slowdown_against(two, program(0, 2, 1000)).factor) << "less work than ran alone";
}

}  // namespace
}  // namespace gusset::traces
