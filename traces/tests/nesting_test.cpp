#include "gusset/traces/model/nesting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "gusset/traces/picture/timeline/parent_outlines.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct NestedSpan {
  std::int64_t begin_ns;
  std::int64_t end_ns;
  std::optional<std::size_t> task;
  SpanKind kind = SpanKind::run;
};

std::shared_ptr<const Trace> nested_trace_of(const std::vector<std::vector<NestedSpan>>& lanes) {
  auto trace = std::make_shared<Trace>();
  trace->types = {"a", "b", "c"};
  trace->nodes.resize(1);
  for (const std::vector<NestedSpan>& lane : lanes) {
    trace->workers.push_back({NodeId(0), "w"});
    trace->lanes.push_back({WorkerId(trace->lanes.size()), {}});
    for (const NestedSpan& run : lane) {
      const TaskId task = run.task ? TaskId(*run.task) : TaskId();
      while (run.task && trace->tasks.size() <= *run.task)
        trace->tasks.type.emplace_back(trace->tasks.size() % trace->types.size());
      trace->lanes.back().spans.push_back(run.begin_ns, run.end_ns, task, run.kind);
    }
  }
  return trace;
}

/// Spans that nest to any depth. Several tasks resume, some runs have no task, and some spans have length 0.
class NestedLane {
 public:
  explicit NestedLane(std::uint64_t seed) : random_(seed) {}

  std::shared_ptr<const Trace> trace() {
    for (std::int64_t now_ns = 0; runs_.size() < 300;) now_ns = add(now_ns + below(50), 1 + below(4000), 0);
    return nested_trace_of({runs_, {{0, 10, 0}, {20, 30, 1}}});
  }

 private:
  std::int64_t below(std::int64_t bound) { return static_cast<std::int64_t>(random_()) % bound; }
  std::int64_t add(std::int64_t begin_ns, std::int64_t length_ns, int depth) {
    const std::int64_t end_ns = begin_ns + length_ns;
    const auto what = below(10);
    if (what == 0) {
      runs_.push_back({begin_ns, end_ns, std::nullopt, SpanKind::wait});
    } else if (what == 1) {
      runs_.push_back({begin_ns, end_ns, std::nullopt});
    } else {
      runs_.push_back({begin_ns, end_ns, static_cast<std::size_t>(below(12))});
    }
    if (depth > 6 || length_ns == 0) return end_ns;
    for (std::int64_t now_ns = begin_ns + below(length_ns); now_ns < end_ns;)
      now_ns = add(now_ns, std::min(end_ns - now_ns, below(length_ns)), depth + 1) + below(3) + 1;
    return end_ns;
  }

  std::mt19937 random_;
  std::vector<NestedSpan> runs_;
};

// A slow implementation of the rule: compares every span with every other one.

/// The spans around a span, outermost first. Spans with equal start and end are in lane order.
std::vector<std::size_t> runs_around(const SpanColumns& spans, std::size_t span) {
  std::vector<std::size_t> around;
  for (std::size_t i = 0; i < span; ++i) {
    const bool is_around = spans.kind[i] == SpanKind::run && spans.end_ns[i] > spans.begin_ns[span];
    if (is_around) around.push_back(i);
  }
  return around;
}

std::size_t depth_by_brute_force(const SpanColumns& spans, std::size_t span) {
  std::vector<std::size_t> chain = runs_around(spans, span);
  if (spans.begin_ns[span] == spans.end_ns[span])  // an empty span is not inside a span with the same start
    std::erase_if(chain, [&](std::size_t run) { return spans.begin_ns[run] == spans.begin_ns[span]; });
  chain.push_back(span);
  std::size_t depth = 0;
  for (std::size_t i = 1; i < chain.size(); ++i) {
    const TaskId task = spans.task[chain[i]];
    if (task.is_none() || task != spans.task[chain[i - 1]]) ++depth;
  }
  return std::min(depth, Nesting::max_depths - 1);
}

TEST(Nesting, DisjointRunsWaitsAndSubmissionsDoNotNest) {
  const auto trace = nested_trace_of({{{0, 10, 0}, {10, 20, 1}, {12, 15, 1, SpanKind::wait}, {20, 30, 2}},
                                      {{0, 50, 3}, {5, 9, std::nullopt, SpanKind::submit}}});
  const Nesting nesting(*trace);
  EXPECT_EQ(nesting.depths(), 1U);
  EXPECT_EQ(nesting.depths(LaneId(0)), 1U);
  EXPECT_EQ(nesting.depth(LaneId(0), 1), 0U);
  EXPECT_THAT(nesting.runs(LaneId(0), 0), IsEmpty());
  EXPECT_FALSE(nesting.run_around(trace->lanes[0].spans, LaneId(0), 0, 5));
  EXPECT_TRUE(sub_row_details(trace, nesting).empty());
  EXPECT_EQ(Nesting().depths(LaneId(7)), 1U) << "without a trace";
}

TEST(Nesting, DepthCountsTheEnclosingTasks) {
  const auto trace = nested_trace_of({{{0, 100, 0}, {10, 90, 1}, {20, 30, 2}, {40, 50, 2}, {100, 110, 3}}});
  const Nesting nesting(*trace);
  EXPECT_EQ(nesting.depths(), 3U);
  EXPECT_THAT(nesting.runs(LaneId(0), 0), ElementsAre(0, 4));
  EXPECT_THAT(nesting.runs(LaneId(0), 1), ElementsAre(1));
  EXPECT_THAT(nesting.runs(LaneId(0), 2), ElementsAre(2, 3));
  const TaskTimes times = task_times(*trace);
  EXPECT_EQ(nesting.depth(*trace, times, TaskId(1)), 1U);
  EXPECT_EQ(nesting.depth(*trace, times, TaskId(2)), 2U);
  EXPECT_EQ(nesting.depth(*trace, times, TaskId(3)), 0U) << "starts when the first task ends";
}

TEST(Nesting, ZeroLengthRunAtTheStartOfAnotherIsNotNested) {
  // In the order of spans: by start time, the longest first.
  const Nesting apart(*nested_trace_of({{{0, 100, 0}, {100, 200, 1}, {100, 100, 2}, {200, 300, 1}}}));
  EXPECT_EQ(apart.depths(), 1U);
  const Nesting within(*nested_trace_of({{{0, 100, 0}, {100, 200, 1}, {150, 150, 2}}}));
  EXPECT_EQ(within.depths(), 2U);
  const Nesting deeper(*nested_trace_of({{{0, 100, 0}, {50, 80, 1}, {50, 50, 2}}}));
  EXPECT_EQ(deeper.depth(LaneId(0), 2), 1U);
}

TEST(Nesting, NestedRunOfTheSameTaskHasTheSameDepth) {
  const auto trace = nested_trace_of({{{0, 100, 0}, {10, 90, 0}, {20, 30, 1}}});
  const Nesting nesting(*trace);
  EXPECT_EQ(nesting.depths(), 2U);
  EXPECT_EQ(nesting.depth(LaneId(0), 1), 0U);
  EXPECT_EQ(nesting.depth(LaneId(0), 2), 1U);
}

TEST(Nesting, DeeperRunsShareTheLastDepth) {
  std::vector<NestedSpan> runs;
  for (std::size_t i = 0; i < 10; ++i)
    runs.push_back({static_cast<std::int64_t>(i), 100 - static_cast<std::int64_t>(i), i});
  const auto trace = nested_trace_of({runs});
  const Nesting nesting(*trace);
  EXPECT_EQ(nesting.depths(), Nesting::max_depths);
  EXPECT_EQ(nesting.depth(LaneId(0), 2), 2U);
  for (std::size_t i = 3; i < 10; ++i) EXPECT_EQ(nesting.depth(LaneId(0), i), 3U);
  EXPECT_EQ(nesting.run_around(trace->lanes[0].spans, LaneId(0), 3, 50), 9U) << "the innermost";
  EXPECT_EQ(nesting.run_around(trace->lanes[0].spans, LaneId(0), 3, 94), 5U);
}

TEST(Nesting, TaskThatNeverRanHasDepthZero) {
  const auto other = nested_trace_of({{{0, 100, 0}, {10, 20, 2}}});
  const Nesting nesting(*other);
  EXPECT_EQ(nesting.depth(*other, task_times(*other), TaskId(1)), 0U);
}

/// Task 0 is the program outside regions, and task 1 is its part of a region. The other tasks run in that
/// part.
Trace region_trace(const std::vector<NestedSpan>& lane) {
  Trace trace = *nested_trace_of({lane});
  trace.recorded.parents = true;
  trace.tasks.parent.assign(trace.tasks.size(), TaskId(1));
  trace.tasks.parent[0] = TaskId();
  trace.tasks.parent[1] = TaskId(0);
  trace.fork_join.joined = {{TaskId(1), 0}};
  return trace;
}

TEST(Nesting, PartsOfRegionsShareTheDepthOfWhatRunsInThem) {
  const Trace trace = region_trace({{0, 100, 0}, {10, 90, 1}, {20, 40, 2}, {50, 80, 3}, {55, 60, 4}});
  EXPECT_THAT(fork_join_parts(trace), ElementsAre(true, true, false, false, false));
  const Nesting nesting(trace);
  EXPECT_EQ(nesting.depths(), 2u);
  std::vector<std::size_t> depths;
  for (std::size_t span = 0; span < 5; ++span) depths.push_back(nesting.depth(LaneId(0), span));
  EXPECT_THAT(depths, ElementsAre(0u, 0u, 0u, 0u, 1u));
  EXPECT_EQ(nesting.run_around(trace.lanes[0].spans, LaneId(0), 0, 30), 2u) << "the innermost";
  EXPECT_EQ(nesting.run_around(trace.lanes[0].spans, LaneId(0), 0, 45), 1u);
}

TEST(Nesting, TasksThatOnlyRegionsEncloseDoNotNest) {
  const Trace trace = region_trace({{0, 100, 0}, {10, 90, 1}, {20, 40, 2}, {50, 80, 3}});
  EXPECT_EQ(Nesting(trace).depths(), 1u);
  EXPECT_EQ(picture::ParentOutlines(trace, nullptr).size(), 2u) << "the program and its part of the region";
  Trace without = trace;
  without.fork_join = {};
  EXPECT_TRUE(fork_join_parts(without).empty());
  EXPECT_EQ(Nesting(without).depths(), 3u);
}

TEST(Nesting, EqualsBruteForce) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto trace = NestedLane(seed).trace();
    const SpanColumns& spans = trace->lanes[0].spans;
    const Nesting nesting(*trace);
    EXPECT_EQ(nesting.depths(), Nesting::max_depths);
    EXPECT_EQ(nesting.depths(LaneId(1)), 1U) << "lanes are independent";
    std::vector<std::vector<std::uint32_t>> runs(Nesting::max_depths);
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans.kind[i] != SpanKind::run) continue;
      const std::size_t depth = depth_by_brute_force(spans, i);
      ASSERT_EQ(nesting.depth(LaneId(0), i), depth) << "span " << i;
      runs[depth].push_back(static_cast<std::uint32_t>(i));
    }
    for (std::size_t depth = 0; depth < runs.size(); ++depth) {
      const auto found = nesting.runs(LaneId(0), depth);
      EXPECT_TRUE(std::equal(found.begin(), found.end(), runs[depth].begin(), runs[depth].end()));
      for (std::int64_t time_ns = -5; time_ns < spans.end_ns[0] + 100; time_ns += 7) {
        std::optional<std::size_t> around;
        for (const std::size_t run : runs[depth]) {
          if (spans.begin_ns[run] <= time_ns && time_ns < spans.end_ns[run]) around = run;
        }
        ASSERT_EQ(nesting.run_around(spans, LaneId(0), depth, time_ns), around) << time_ns;
      }
    }
  }
}

TEST(SubRowDetails, BusyTimesOfAllDepthsSumToTheTotal) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto trace = NestedLane(seed).trace();
    const Nesting nesting(*trace);
    const LevelOfDetail whole(trace);
    const std::vector<LevelOfDetail> parts = sub_row_details(trace, nesting);
    ASSERT_EQ(parts.size(), Nesting::max_depths);
    const std::int64_t end_ns =
        *std::max_element(trace->lanes[0].spans.end_ns.begin(), trace->lanes[0].spans.end_ns.end());
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    for (int i = 0; i < 200; ++i) {
      const auto from_ns = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(end_ns));
      const auto to_ns = from_ns + static_cast<std::int64_t>(random() % 3000);
      std::vector<std::int64_t> sums(whole.categories(), 0);
      for (const LevelOfDetail& part : parts) {
        ASSERT_EQ(part.categories(), whole.categories());
        part.add_busy_ns(0, from_ns, to_ns, sums);
      }
      ASSERT_EQ(sums, whole.busy_ns(0, from_ns, to_ns));
    }
    std::vector<std::int64_t> none(whole.categories(), 0);
    for (const LevelOfDetail& part : parts) part.add_busy_ns(1, 0, 100, none);
    EXPECT_EQ(std::accumulate(none.begin(), none.end(), std::int64_t{0}), 0) << "a lane without sub-rows";
  }
}

TEST(SubRowDetails, SharesOfAllDepthsSumToTheTotalInEachColumn) {
  const auto trace = NestedLane(5).trace();
  const LevelOfDetail whole(trace);
  const std::vector<LevelOfDetail> parts = sub_row_details(trace, Nesting(*trace));
  const auto end_ns = static_cast<double>(trace->lanes[0].spans.end_ns.back());
  for (const double columns : {100.0, 1000.0, 20'000.0}) {
    const ColumnGrid grid{-3, end_ns / columns};
    std::vector<Texel> row(1100);
    whole.texels(0, grid, row);
    std::vector<int> sums(row.size(), 0);
    std::vector<int> parts_seen(row.size(), 0);
    for (const LevelOfDetail& part : parts) {
      std::vector<Texel> texels(row.size());
      part.texels(0, grid, texels);
      for (std::size_t i = 0; i < row.size(); ++i) {
        sums[i] += texels[i].busy;
        parts_seen[i] += texels[i].height > 0 ? 1 : 0;
      }
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
      ASSERT_EQ(parts_seen[i] > 0, row[i].height > 0) << columns << " columns, " << i;
      // Rounding shifts each depth by up to half a step, and a depth that hardly ran counts as a whole step.
      ASSERT_NEAR(sums[i], row[i].busy, 1 + parts_seen[i]) << columns << " columns, " << i;
    }
  }
}

TEST(SubRowDetails, OnlyShownTasksCount) {
  const auto trace = nested_trace_of({{{0, 100, 0}, {10, 20, 1}, {30, 40, 2}}});
  const TaskSet shown{true, false, true};
  const auto parts = sub_row_details(trace, Nesting(*trace), 1, nullptr, &shown);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].span_at(0, 5), 0U);
  EXPECT_FALSE(parts[0].span_at(0, 15)) << "suspended";
  EXPECT_FALSE(parts[1].span_at(0, 15)) << "not shown";
  EXPECT_EQ(parts[1].span_at(0, 35), 2U);
}

}  // namespace
}  // namespace gusset::traces
