#include "gusset/traces/picture/timeline/level_of_detail.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <thread>

#include "lane_builder.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::LaneBuilder;
using testing::RandomLane;
using testing::Texels;
using testing::texels_of;

TEST(LevelOfDetail, IdleIsBlank) {
  const auto out = texels_of(LaneBuilder(1).run(100, 200).level_of_detail(), {0, 100.0}, 4);
  EXPECT_EQ(out[0], Texel{});
  EXPECT_NE(out[1], Texel{});
  EXPECT_EQ(out[2], Texel{});
  EXPECT_EQ(out[3], Texel{});
}

TEST(LevelOfDetail, EmptyLaneIsBlank) {
  EXPECT_EQ(texels_of(LaneBuilder(1).level_of_detail(), {-1, 10.0}, 3), Texels(3));
}

TEST(LevelOfDetail, LongTaskIsAFallingTriangle) {
  const auto out = texels_of(LaneBuilder(3).run(0, 1000, 2).level_of_detail(), {0, 250.0}, 5);
  EXPECT_EQ(out[0], (Texel{2, 223, true, 255}));
  EXPECT_EQ(out[1], (Texel{2, 159, true, 255}));
  EXPECT_EQ(out[2], (Texel{2, 96, true, 255}));
  EXPECT_EQ(out[3], (Texel{2, 32, true, 255}));
  EXPECT_EQ(out[4], Texel{});
}

TEST(LevelOfDetail, TasksOfAtLeastThreeColumnsAreTriangles) {
  EXPECT_TRUE(texels_of(LaneBuilder(1).run(0, 300).level_of_detail(), {0, 100.0}, 1)[0].triangle);
  EXPECT_EQ(texels_of(LaneBuilder(1).run(0, 299).level_of_detail(), {0, 100.0}, 1)[0],
            (Texel{0, 255, false, 255}));
}

TEST(LevelOfDetail, TriangleEndingInsideAColumnHasTheExactBusyShare) {
  const auto out = texels_of(LaneBuilder(1).run(0, 360).level_of_detail(), {0, 100.0}, 4);
  EXPECT_EQ(out[3], (Texel{0, 8, true, 153}));
}

TEST(LevelOfDetail, ShortTasksGiveABarOfTheBusyShareInTheMainColour) {
  const auto out =
      texels_of(LaneBuilder(3).run(10, 20, 2).run(20, 25, 1).run(60, 65, 1).run(70, 75, 0).level_of_detail(),
                {0, 100.0}, 1);
  EXPECT_EQ(out[0], (Texel{1, 64, false, 64}));  // 25 of 100 ns; a tie of types 1 and 2
}

Stack stack_of_column(const LevelOfDetail& lod, const ColumnGrid& grid,
                      std::size_t most_parts = Stack::max_parts) {
  std::vector<Texel> out(1);
  std::vector<Stack> stacks(1);
  lod.texels(0, grid, out, stacks, most_parts);
  return stacks.front();
}

TEST(LevelOfDetail, ShortTasksStackTheirTypesWithTheFirstOnTop) {
  const auto lod =
      LaneBuilder(3).run(10, 20, 2).run(20, 25, 1).run(60, 65, 1).run(70, 75, 0).level_of_detail();
  const Stack stack = stack_of_column(lod, {0, 100.0});
  ASSERT_EQ(stack.count, 3U);
  EXPECT_FALSE(stack.has_rest);
  EXPECT_EQ(stack.parts[0], (Stack::Part{2, 26})) << "10 of 100 ns";
  EXPECT_EQ(stack.parts[1], (Stack::Part{1, 51})) << "10 more";
  EXPECT_EQ(stack.parts[2], (Stack::Part{0, 64})) << "5 more: the busy share";
}

TEST(LevelOfDetail, StackOfMoreTypesThanItHasPartsSumsUpTheLeastBusy) {
  LaneBuilder lane(8);
  for (std::uint32_t type = 0; type < 8; ++type)
    lane.run(100 * type, 100 * type + (type % 2 == 0 ? 50 : 10), type);
  const Stack stack = stack_of_column(lane.level_of_detail(), {0, 1000.0});
  ASSERT_EQ(stack.count, Stack::max_parts);
  EXPECT_TRUE(stack.has_rest);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(stack.parts[i].category, 6 - 2 * i) << "the busiest types, from the foot";
  EXPECT_EQ(stack.parts[3].top, 51) << "200 of 1000 ns";
  EXPECT_EQ(stack.parts[4].top, 61) << "240 of 1000 ns";
  const Stack low = stack_of_column(lane.level_of_detail(), {0, 1000.0}, 2);
  ASSERT_EQ(low.count, 2U);
  EXPECT_TRUE(low.has_rest);
  EXPECT_EQ(low.parts[0].top, 13) << "one of the busiest types: 50 of 1000 ns";
  EXPECT_EQ(low.parts[1].top, 61);
}

TEST(LevelOfDetail, TriangleIsAStackOfOnePart) {
  EXPECT_EQ(stack_of_column(LaneBuilder(2).run(0, 1000, 1).level_of_detail(), {0, 100.0}).count, 1U);
  EXPECT_EQ(stack_of_column(LaneBuilder(2).run(500, 1000, 1).level_of_detail(), {0, 100.0}).count, 0U);
}

TEST(LevelOfDetail, RowsTogetherStackTheirMeanShares) {
  const auto trace = testing::trace_from_text("aaaabbbb\naa..bb..\n........", 100);
  const LevelOfDetail lod(trace);
  const std::vector<std::size_t> rows{0, 1};
  std::vector<Texel> out(2);
  std::vector<Stack> stacks(2);
  lod.texels_together(rows, 2, {0, 400.0}, out, stacks);
  EXPECT_EQ(out[0], (Texel{0, 192, false, 192}));
  EXPECT_EQ(stacks[0].count, 1U);
  lod.texels_together(rows, 2, {0, 800.0}, out, stacks);
  EXPECT_EQ(out[0].busy, 192U) << "12 of 16";
  ASSERT_EQ(stacks[0].count, 2U);
  EXPECT_EQ(stacks[0].parts[0], (Stack::Part{1, 96}));
  EXPECT_EQ(stacks[0].parts[1], (Stack::Part{0, 192}));
  EXPECT_EQ(out[1], Texel{});
  EXPECT_EQ(stacks[1], Stack{});
}

TEST(LevelOfDetail, TaskMuchShorterThanAColumnIsVisible) {
  EXPECT_EQ(texels_of(LaneBuilder(1).run(500, 501).level_of_detail(), {0, 1e6}, 1)[0],
            (Texel{0, 1, false, 1}));
}

TEST(LevelOfDetail, ZeroLengthTaskIsVisible) {
  const auto lod = LaneBuilder(4).run(500, 500, 3).run(500, 500, 1).level_of_detail();
  const auto out = texels_of(lod, {0, 100.0}, 7);
  EXPECT_EQ(out[5], (Texel{3, 1, false, 1}));
  EXPECT_EQ(out[4], Texel{});
  EXPECT_EQ(out[6], Texel{});
  EXPECT_EQ(texels_of(lod, {50000, 0.01}, 1)[0], (Texel{3, 1, false, 1}));
  EXPECT_EQ(lod.span_at(0, 500), std::nullopt);
}

TEST(LevelOfDetail, NestedTaskReplacesItsParent) {
  const auto lod = LaneBuilder(2).run(0, 1000, 0).run(400, 700, 1).level_of_detail();
  const auto out = texels_of(lod, {0, 100.0}, 10);
  EXPECT_EQ(out[3], (Texel{0, 166, true, 255}));
  EXPECT_EQ(out[4], (Texel{1, 212, true, 255}));
  EXPECT_EQ(out[7], (Texel{0, 64, true, 255}));
  EXPECT_EQ(lod.span_at(0, 399), 0U);
  EXPECT_EQ(lod.span_at(0, 400), 1U);
  EXPECT_EQ(lod.span_at(0, 700), 0U);
  EXPECT_THAT(lod.busy_ns(0, 0, 1000), ElementsAre(700, 300));
}

TEST(LevelOfDetail, WaitingInsideATaskIsIdle) {
  const auto lod = LaneBuilder(1).run(0, 1000).other(400, 600, SpanKind::wait).level_of_detail();
  const auto out = texels_of(lod, {0, 100.0}, 10);
  EXPECT_EQ(out[4], Texel{});
  EXPECT_EQ(out[5], Texel{});
  EXPECT_TRUE(out[6].triangle);
  EXPECT_EQ(lod.span_at(0, 500), std::nullopt);
  EXPECT_THAT(lod.busy_ns(0, 350, 650), ElementsAre(100));
}

TEST(LevelOfDetail, SubmittingInsideATaskIsBusy) {
  const auto with = LaneBuilder(1).run(0, 1000).other(400, 600, SpanKind::submit).level_of_detail();
  const auto without = LaneBuilder(1).run(0, 1000).level_of_detail();
  EXPECT_EQ(texels_of(with, {0, 100.0}, 10), texels_of(without, {0, 100.0}, 10));
  EXPECT_EQ(with.span_at(0, 500), 0U);
  EXPECT_THAT(with.busy_ns(0, 350, 650), ElementsAre(300));
  EXPECT_EQ(with.pieces(0, 0, 1000, 1, 1), without.pieces(0, 0, 1000, 1, 1));
}

TEST(LevelOfDetail, WaitsAndStealsBetweenRunsAreBlank) {
  const auto with = LaneBuilder(1)
                        .other(0, 100, SpanKind::wait)
                        .run(100, 300)
                        .other(300, 400, SpanKind::steal)
                        .other(400, 500, SpanKind::wait)
                        .run(500, 600)
                        .level_of_detail();
  const auto without = LaneBuilder(1).run(100, 300).run(500, 600).level_of_detail();
  EXPECT_EQ(texels_of(with, {0, 50.0}, 14), texels_of(without, {0, 50.0}, 14));
  EXPECT_EQ(texels_of(with, {0, 50.0}, 2), Texels(2));
  EXPECT_EQ(with.categories(), 1U) << "waits and steals without a task need no colour";
}

TEST(LevelOfDetail, OtherSpanKindsAreIdle) {
  const auto lod =
      LaneBuilder(1).other(0, 100, SpanKind::submit).other(100, 200, SpanKind::steal).level_of_detail();
  EXPECT_EQ(texels_of(lod, {0, 50.0}, 4), Texels(4));
}

TEST(LevelOfDetail, RunsWithoutATaskHaveASeparateCategory) {
  const auto lod = LaneBuilder(2).run_without_task(0, 100).run(100, 200, 1).level_of_detail();
  EXPECT_EQ(lod.categories(), 3U);
  EXPECT_EQ(texels_of(lod, {0, 10.0}, 1)[0].category, 2);
  EXPECT_THAT(lod.busy_ns(0, 0, 200), ElementsAre(0, 100, 100));
  EXPECT_EQ(LaneBuilder(2).run(0, 1).level_of_detail().categories(), 2U);
}

TEST(LevelOfDetail, PanningByWholeColumnsKeepsColumns) {
  const auto lod = LevelOfDetail(RandomLane({.spans = 400}, 5).trace());
  const auto all = texels_of(lod, {-10, 333.3}, 200);
  for (std::int64_t pan = 0; pan < 150; pan += 7) {
    const auto part = texels_of(lod, {-10 + pan, 333.3}, 50);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), all.begin() + pan)) << pan;
  }
}

TEST(LevelOfDetail, TimesOutsideTheTraceAreBlank) {
  const auto lod = LaneBuilder(1).run(0, 100).level_of_detail();
  for (const std::int64_t first :
       {std::int64_t{-5}, std::int64_t{101}, std::int64_t{1} << 40, std::int64_t{1} << 62,
        -(std::int64_t{1} << 62), std::numeric_limits<std::int64_t>::max(),
        std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_EQ(texels_of(lod, {first, 1.0}, 5), Texels(5)) << first;
    EXPECT_EQ(texels_of(lod, {first < 0 ? first : first / 100 + 101, 1e300}, 5), Texels(5)) << first;
  }
  EXPECT_EQ(lod.span_at(0, std::numeric_limits<std::int64_t>::min()), std::nullopt);
  EXPECT_EQ(lod.span_at(0, std::numeric_limits<std::int64_t>::max()), std::nullopt);
}

TEST(LevelOfDetail, TimesUpTo2To62DoNotOverflow) {
  const std::int64_t end_ns = std::int64_t{1} << 62;
  const auto lod = LaneBuilder(2).run(0, end_ns / 2, 0).run(end_ns / 2, end_ns, 1).level_of_detail();
  EXPECT_THAT(
      lod.busy_ns(0, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()),
      ElementsAre(end_ns / 2, end_ns / 2));
  const auto out = texels_of(lod, {0, 0x1p60}, 5);
  EXPECT_EQ(out[0], (Texel{0, 255, false, 255}));
  EXPECT_EQ(out[3], (Texel{1, 255, false, 255}));
  EXPECT_EQ(out[4], Texel{});
  EXPECT_EQ(texels_of(lod, {0, 0x1p63}, 1)[0], (Texel{0, 255, false, 255}));
}

TEST(LevelOfDetail, BusyTimeOfAnEmptyOrReversedIntervalIsZero) {
  const auto lod = LaneBuilder(1).run(0, 100).level_of_detail();
  EXPECT_THAT(lod.busy_ns(0, 50, 50), ElementsAre(0));
  EXPECT_THAT(lod.busy_ns(0, 60, 50), ElementsAre(0));
  EXPECT_THAT(lod.busy_ns(0, -100, 50), ElementsAre(50));
}

TEST(LevelOfDetail, BusyTimeIsAddedToSums) {
  const auto lod = LaneBuilder(2).run(0, 100, 1).level_of_detail();
  std::vector<std::int64_t> sums{5, 7, 9};
  lod.add_busy_ns(0, 0, 30, sums);
  EXPECT_THAT(sums, ElementsAre(5, 37, 9));
}

TEST(LevelOfDetail, EveryLaneIsARowForAnyThreadCount) {
  Trace trace = *RandomLane({.spans = 200}, 1).trace();
  for (std::uint64_t seed = 2; seed < 20; ++seed) {
    Lane lane = RandomLane({.spans = 200}, seed).trace()->lanes[0];
    trace.lanes.push_back(std::move(lane));
  }
  trace.lanes.emplace_back();
  const auto shared = std::make_shared<const Trace>(std::move(trace));
  const LevelOfDetail one(shared, 1);
  const LevelOfDetail four(shared, 4);
  ASSERT_EQ(four.rows(), 20U);
  EXPECT_EQ(&four.trace(), shared.get());
  for (std::size_t row = 0; row < four.rows(); ++row) {
    Texels a(300), b(300);
    one.texels(row, {0, 997.0}, a);
    four.texels(row, {0, 997.0}, b);
    EXPECT_EQ(a, b);
  }
}

TEST(LevelOfDetail, TexelsAreThreadSafe) {
  const LevelOfDetail lod(RandomLane({.spans = 2000}, 3).trace());
  const Texels expected = texels_of(lod, {0, 1000.0}, 500);
  std::vector<Texels> out(4, Texels(500));
  {
    std::vector<std::jthread> threads;
    for (Texels& texels : out) threads.emplace_back([&] { lod.texels(0, {0, 1000.0}, texels); });
  }
  for (const Texels& texels : out) EXPECT_EQ(texels, expected);
}

TEST(LevelOfDetail, LaneWithoutNestingIsNotCopied) {
  const std::size_t spans = 20000;
  LaneBuilder flat(4);
  for (std::size_t i = 0; i < spans; ++i) {
    const auto begin_ns = static_cast<std::int64_t>(10 * i);
    flat.run(begin_ns, begin_ns + 8, i % 4);
  }
  EXPECT_LT(flat.level_of_detail().memory_bytes(), spans * 4);
  flat.other(10 * std::int64_t{spans}, 10 * std::int64_t{spans} + 5, SpanKind::wait);
  EXPECT_GT(flat.level_of_detail().memory_bytes(), spans * 20);
}

}  // namespace
}  // namespace gusset::traces
