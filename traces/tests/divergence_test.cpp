#include "gusset/traces/analysis/compare/divergence.hpp"

#include <gtest/gtest.h>

#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::trace_from_text;

std::optional<Divergence> divergence_of(const Trace& run, const Trace& other) {
  const Comparison comparison = compare(run, other);
  return divergence(task_times(run), task_times(other), comparison.match, comparison.makespan_b_ns);
}

TEST(Divergence, EqualRunsDoNotDiverge) {
  const auto trace = trace_from_text("aabbccdd", 100);
  const auto found = divergence_of(*trace, *trace);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->diverges);
  EXPECT_EQ(found->tolerance_ns, 8);
  EXPECT_EQ(found->end_lag_ns, 0);
}

TEST(Divergence, IsWhereTheRunFallsBehindForGood) {
  // b is late, and so is everything after it.
  const auto found = divergence_of(*trace_from_text("aa...bbccdd", 100), *trace_from_text("aabbccdd", 100));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->diverges);
  EXPECT_EQ(found->task, TaskId(1));
  EXPECT_EQ(found->other_task, TaskId(1));
  EXPECT_EQ(found->ended, 1U);
  EXPECT_EQ(found->end_ns, 700);
  EXPECT_EQ(found->expected_ns, 400);
  EXPECT_EQ(found->end_lag_ns, 300);
}

TEST(Divergence, RecoveredDelayDoesNotCount) {
  // b is late, but c and d are on time.
  const auto found = divergence_of(*trace_from_text("aa.b.ccdd", 100), *trace_from_text("aab..ccdd", 100));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->diverges);
}

TEST(Divergence, ReorderedTasksAreNoDelay) {
  const auto found = divergence_of(*trace_from_text("aaccbbdd", 100), *trace_from_text("aabbccdd", 100));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->diverges);
}

TEST(Divergence, RunThatEndsEarlierIsNotBehind) {
  // a begins last in the first run, and b in the second: what counts is when they end.
  const auto found =
      divergence_of(*trace_from_text("bbbb.\n...aa", 100), *trace_from_text("aa......\n.bbbbbbb", 100));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->diverges);
  EXPECT_EQ(found->end_lag_ns, -300);
}

TEST(Divergence, RunMayBeAhead) {
  const auto found = divergence_of(*trace_from_text("aabbccdd", 100), *trace_from_text("aabb...ccdd", 100));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->diverges);
  EXPECT_EQ(found->task, TaskId(2));
  EXPECT_EQ(found->end_lag_ns, -300);
}

TEST(Divergence, LagWithinToleranceIsNoDivergence) {
  const auto close = divergence_of(*trace_from_text("aa.bb", 1), *trace_from_text("aabb", 1));
  ASSERT_TRUE(close);
  EXPECT_EQ(close->tolerance_ns, 1) << "at least a nanosecond";
  EXPECT_FALSE(close->diverges);
}

TEST(Divergence, RunsWithoutACommonTaskHaveNone) {
  EXPECT_FALSE(divergence_of(*trace_from_text("aa", 1), *trace_from_text("bb", 1)));
  EXPECT_FALSE(divergence_of(Trace{}, Trace{}));
}

// By brute force over all k.
TEST(Divergence, LagsExceedTheToleranceFromTheDivergenceOn) {
  int diverged = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto run = testing::random_trace({.seed = seed});
    const auto other = testing::random_trace({.seed = seed + 500});
    const Comparison comparison = compare(*run, *other);
    const TaskTimes times = task_times(*run);
    const TaskTimes expected = task_times(*other);
    const auto found = divergence(times, expected, comparison.match, comparison.makespan_b_ns);
    ASSERT_TRUE(found) << seed;
    std::vector<std::int64_t> ends;
    std::vector<std::int64_t> others;
    for (std::size_t task = 0; task < comparison.match.size(); ++task) {
      const TaskId match = comparison.match[task];
      if (match.is_none() || times.end_ns[task] == unknown_time ||
          expected.end_ns[match.value()] == unknown_time)
        continue;
      ends.push_back(times.end_ns[task]);
      others.push_back(expected.end_ns[match.value()]);
    }
    std::sort(ends.begin(), ends.end());
    std::sort(others.begin(), others.end());
    const std::size_t from = found->diverges ? found->ended : ends.size();
    for (std::size_t k = from; k < ends.size(); ++k) {
      EXPECT_GT(std::abs(ends[k] - others[k]), found->tolerance_ns) << seed;
      EXPECT_EQ(ends[k] > others[k], found->end_lag_ns > 0) << seed;
    }
    if (!found->diverges) {
      EXPECT_LE(std::abs(found->end_lag_ns), found->tolerance_ns) << seed;
      continue;
    }
    ++diverged;
    EXPECT_EQ(found->end_ns, ends[from]);
    EXPECT_EQ(found->expected_ns, others[from]);
    EXPECT_EQ(found->end_lag_ns, ends.back() - others.back());
    if (from > 0) {
      const std::int64_t lag = (ends[from - 1] - others[from - 1]) * (found->end_lag_ns > 0 ? 1 : -1);
      EXPECT_LE(lag, found->tolerance_ns) << seed;
    }
  }
  EXPECT_GT(diverged, 10);
}

}  // namespace
}  // namespace gusset::traces
