#include "gusset/traces/analysis/compare/parting.hpp"

#include <gtest/gtest.h>

#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::trace_from_text;

std::optional<Parting> part(const Trace& run, const Trace& other) {
  const Comparison comparison = compare(run, other);
  return parting(task_times(run), task_times(other), comparison.match, comparison.makespan_b_ns);
}

TEST(Parting, ARunAtItsPredictionsPaceDoesNotPart) {
  const auto trace = trace_from_text("aabbccdd", 100);
  const auto found = part(*trace, *trace);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->parts);
  EXPECT_EQ(found->tolerance_ns, 8);
  EXPECT_EQ(found->end_lag_ns, 0);
}

TEST(Parting, ItIsWhereTheRunFallsBehindForGood) {
  // b begins late, and so does everything after it.
  const auto found = part(*trace_from_text("aa...bbccdd", 100), *trace_from_text("aabbccdd", 100));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->parts);
  EXPECT_EQ(found->task, TaskId(1));
  EXPECT_EQ(found->twin, TaskId(1));
  EXPECT_EQ(found->begun, 1U);
  EXPECT_EQ(found->begin_ns, 500);
  EXPECT_EQ(found->expected_ns, 200);
  EXPECT_EQ(found->end_lag_ns, 300);
}

TEST(Parting, WhatTheRunMakesUpForDoesNotCount) {
  // b is late, but c and d are on time.
  const auto found = part(*trace_from_text("aa.b.ccdd", 100), *trace_from_text("aab..ccdd", 100));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->parts);
}

TEST(Parting, AnotherOrderIsNoDelay) {
  const auto found = part(*trace_from_text("aaccbbdd", 100), *trace_from_text("aabbccdd", 100));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->parts);
}

TEST(Parting, ARunMayBeAhead) {
  const auto found = part(*trace_from_text("aabbccdd", 100), *trace_from_text("aabb...ccdd", 100));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->parts);
  EXPECT_EQ(found->task, TaskId(2));
  EXPECT_EQ(found->end_lag_ns, -300);
}

TEST(Parting, WithinAHundredthTheyAreTogether) {
  const auto close = part(*trace_from_text("aa.bb", 1), *trace_from_text(std::string(2, 'a') + "bb", 1));
  ASSERT_TRUE(close);
  EXPECT_EQ(close->tolerance_ns, 1) << "at least a nanosecond";
  EXPECT_FALSE(close->parts);
}

TEST(Parting, WithoutACommonTaskThereIsNothingToSay) {
  EXPECT_FALSE(part(*trace_from_text("aa", 1), *trace_from_text("bb", 1)));
  EXPECT_FALSE(part(Trace{}, Trace{}));
}

// By brute force over all k.
TEST(Parting, EveryLagAfterItIsBeyondTheToleranceAndTheOneBeforeIsNot) {
  int parted = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto run = testing::random_trace({.seed = seed});
    const auto other = testing::random_trace({.seed = seed + 500});
    const Comparison comparison = compare(*run, *other);
    const TaskTimes times = task_times(*run);
    const TaskTimes expected = task_times(*other);
    const auto found = parting(times, expected, comparison.match, comparison.makespan_b_ns);
    ASSERT_TRUE(found) << seed;
    std::vector<std::int64_t> begins;
    std::vector<std::int64_t> others;
    for (std::size_t task = 0; task < comparison.match.size(); ++task) {
      const TaskId twin = comparison.match[task];
      if (twin.is_none() || times.begin_ns[task] == unknown_time ||
          expected.begin_ns[twin.value()] == unknown_time)
        continue;
      begins.push_back(times.begin_ns[task]);
      others.push_back(expected.begin_ns[twin.value()]);
    }
    std::sort(begins.begin(), begins.end());
    std::sort(others.begin(), others.end());
    const std::size_t from = found->parts ? found->begun : begins.size();
    for (std::size_t k = from; k < begins.size(); ++k) {
      EXPECT_GT(std::abs(begins[k] - others[k]), found->tolerance_ns) << seed;
      EXPECT_EQ(begins[k] > others[k], found->end_lag_ns > 0) << seed;
    }
    if (!found->parts) {
      EXPECT_LE(std::abs(found->end_lag_ns), found->tolerance_ns) << seed;
      continue;
    }
    ++parted;
    EXPECT_EQ(found->begin_ns, begins[from]);
    EXPECT_EQ(found->expected_ns, others[from]);
    EXPECT_EQ(found->end_lag_ns, begins.back() - others.back());
    if (from > 0) {
      const std::int64_t lag = (begins[from - 1] - others[from - 1]) * (found->end_lag_ns > 0 ? 1 : -1);
      EXPECT_LE(lag, found->tolerance_ns) << seed;
    }
  }
  EXPECT_GT(parted, 10);
}

}  // namespace
}  // namespace gusset::traces
