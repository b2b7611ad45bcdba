#include "work_builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace gusset::ompt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using traces::unknown_iterations;
using traces::WorkChunks;
using traces::WorkConstruct;
using traces::WorkShare;

/// Two threads in one region, number 3. Thread t has task 5 + t. The region's call is at 0x100.
class WorkBuilderTest : public ::testing::Test {
 protected:
  WorkBuilderTest() {
    for (const std::size_t thread : {0U, 1U})
      take(thread, 0, EventKind::implicit_begin, region.word(), 0, 0, parts.at(thread));
  }

  void take(std::size_t thread, std::int64_t time_ns, EventKind kind, std::uint64_t first = 0,
            std::uint64_t second = 0, std::uint8_t detail = 0, Number created = {}) {
    builder.take(thread, make_event(time_ns, kind, first, second, detail), created);
  }
  void begin_loop(std::size_t thread, std::int64_t time_ns, WorkDetail detail, std::uint64_t iterations,
                  std::uint64_t chunk = 0, std::uint64_t address = 0x200) {
    take(thread, time_ns, EventKind::work_count, iterations, chunk);
    take(thread, time_ns, EventKind::work_begin, parts.at(thread).word(), address, detail.packed());
  }
  void reach_barrier(std::size_t thread, std::int64_t time_ns, std::uint64_t address = 0) {
    if (address != 0) take(thread, time_ns, EventKind::barrier_place, address);
    take(thread, time_ns, EventKind::wait_begin, parts.at(thread).word(), region.word(),
         static_cast<std::uint8_t>(WaitKind::barrier));
  }
  void leave_barrier(std::size_t thread, std::int64_t time_ns) {
    take(thread, time_ns, EventKind::wait_end, parts.at(thread).word());
  }
  std::vector<WorkConstruct> constructs() const {
    std::vector<std::string> names;
    for (const Call& call : builder.calls()) names.push_back("p" + std::to_string(call.return_address));
    return builder.constructs(names);
  }
  const traces::Worksharing& rows() { return builder.rows(); }

  const Number region{7, 0};
  const std::array<Number, 2> parts{Number{0, 1}, Number{1, 1}};
  WorkBuilder builder{[this](Number task) -> std::optional<TeamPart> {
    for (std::uint32_t thread = 0; thread < 2; ++thread) {
      if (parts.at(thread) == task) return TeamPart{traces::TaskId(5U + thread), region, 3, 0x100};
    }
    return {};
  }};
};

constexpr WorkDetail dynamic_loop{.schedule = WorkSchedule::dynamic};

TEST_F(WorkBuilderTest, ThreadsShareOneExecutionOfALoop) {
  take(0, 10, EventKind::work_range, 4, 2);
  begin_loop(0, 10, dynamic_loop, 100, 8);
  begin_loop(1, 12, dynamic_loop, 100, 8);
  take(0, 50, EventKind::work_end, 60, 8, 1);
  take(1, 60, EventKind::work_end, 40, 5, 1);
  EXPECT_THAT(constructs(), ElementsAre(WorkConstruct{"p512", WorkConstruct::Kind::loop,
                                                      WorkConstruct::Schedule::dynamic, 8, false}));
  EXPECT_THAT(rows().executions, ElementsAre(traces::WorkExecution{0, 3, 100, 4, 2}));
  EXPECT_THAT(rows().shares, ElementsAre(WorkShare{0, traces::TaskId(5), 10, 50, 60, 8},
                                         WorkShare{0, traces::TaskId(6), 12, 60, 40, 5}));
  EXPECT_THAT(rows().chunks, IsEmpty());
}

TEST_F(WorkBuilderTest, ChunksAddUpToTheirShare) {
  begin_loop(0, 10, dynamic_loop, 100);
  take(0, 40, EventKind::work_chunks, 30, 3);
  take(0, 70, EventKind::work_chunks, 20, 1);
  take(0, 80, EventKind::work_end, 50, 2, 1);
  EXPECT_THAT(rows().chunks, ElementsAre(WorkChunks{0, traces::TaskId(5), 40, 30, 3},
                                         WorkChunks{0, traces::TaskId(5), 70, 20, 1},
                                         WorkChunks{0, traces::TaskId(5), 80, 50, 2}));
  EXPECT_THAT(rows().shares, ElementsAre(WorkShare{0, traces::TaskId(5), 10, 80, 100, 6}));
}

TEST_F(WorkBuilderTest, TheNthConstructOfEachThreadIsTheSame) {
  begin_loop(0, 10, dynamic_loop, 9);
  take(0, 20, EventKind::work_end, 9, 1, 1);
  begin_loop(0, 21, {.schedule = WorkSchedule::guided}, 8, 0, 0x300);  // the first one has no barrier
  begin_loop(1, 30, dynamic_loop, 9, 0, 0x204);
  take(1, 31, EventKind::work_end, 0, 0, 1);
  begin_loop(1, 32, {.schedule = WorkSchedule::guided}, 8, 0, 0x300);
  EXPECT_THAT(rows().executions, SizeIs(2));
  EXPECT_THAT(rows().shares, ElementsAre(WorkShare{0, traces::TaskId(5), 10, 20, 9, 1},
                                         WorkShare{0, traces::TaskId(6), 30, 31, 0, 0}));
  builder.finish(100);
  EXPECT_THAT(rows().shares, SizeIs(4));
  EXPECT_EQ(rows().shares.back().execution, 1U);
  EXPECT_EQ(rows().shares.back().end_ns, 100);
  EXPECT_EQ(rows().shares.back().iterations, unknown_iterations);
}

TEST_F(WorkBuilderTest, ThePlaceAndScheduleOfACombinedRegionAreThoseOfItsCall) {
  take(0, 1, EventKind::region_work, region.word(), 16,
       WorkDetail{.schedule = WorkSchedule::guided}.packed());
  take(0, 1, EventKind::work_range, static_cast<std::uint64_t>(-5), 3);
  begin_loop(1, 10, {}, 50, 0, 0);
  EXPECT_THAT(constructs(), ElementsAre(WorkConstruct{"p256", WorkConstruct::Kind::loop,
                                                      WorkConstruct::Schedule::guided, 16, false}));
  EXPECT_THAT(rows().executions, ElementsAre(traces::WorkExecution{0, 3, 50, -5, 3}));
}

TEST_F(WorkBuilderTest, ASingleBelongsToTheInnermostPartWhateverTheRuntimeReports) {
  const auto single = WorkDetail{.kind = WorkKind::single_executor}.packed();
  take(0, 10, EventKind::work_begin, parts[0].word(), 0x200, single);
  take(0, 20, EventKind::implicit_begin, region.word(), 0, 0, parts[1]);  // a nested region
  take(0, 21, EventKind::work_begin, parts[0].word(), 0x300, single);
  take(0, 30, EventKind::work_end);
  take(0, 31, EventKind::implicit_end, parts[1].word());
  take(0, 40, EventKind::work_end);
  ASSERT_THAT(rows().shares, SizeIs(2));
  EXPECT_EQ(rows().shares[0].task, traces::TaskId(6));
  EXPECT_EQ(rows().shares[0].end_ns, 30);
  EXPECT_EQ(rows().shares[1].task, traces::TaskId(5));
  EXPECT_EQ(rows().shares[1].end_ns, 40);
}

TEST_F(WorkBuilderTest, AnEndThatTheRuntimeDoesNotReportIsTheNextBarrier) {
  take(0, 10, EventKind::work_begin, parts[0].word(), 0x200,
       WorkDetail{.kind = WorkKind::single_executor}.packed());
  take(1, 11, EventKind::work_begin, parts[1].word(), 0x200,
       WorkDetail{.kind = WorkKind::single_other}.packed());
  take(1, 11, EventKind::work_end);
  reach_barrier(1, 12);
  reach_barrier(0, 500);
  EXPECT_THAT(constructs(), SizeIs(1));
  EXPECT_EQ(constructs().front().kind, WorkConstruct::Kind::single);
  ASSERT_THAT(rows().shares, SizeIs(2));
  EXPECT_EQ(rows().shares[0].end_ns, 11);
  EXPECT_EQ(rows().shares[1].end_ns, 500);
}

TEST_F(WorkBuilderTest, WorkBetweenBarriersWithoutAConstructIsInferred) {
  reach_barrier(0, 10'000, 0x400);
  reach_barrier(1, 30'000, 0x400);
  EXPECT_THAT(rows().shares, IsEmpty());  // more threads may come
  leave_barrier(1, 30'100);
  leave_barrier(0, 30'200);
  EXPECT_THAT(rows().shares, ElementsAre(WorkShare{0, traces::TaskId(5), 0, 10'000, unknown_iterations, 0},
                                         WorkShare{0, traces::TaskId(6), 0, 30'000, unknown_iterations, 0}));
  reach_barrier(0, 60'200);
  reach_barrier(1, 70'100);
  leave_barrier(0, 70'200);
  ASSERT_THAT(rows().shares, SizeIs(4));
  EXPECT_EQ(rows().shares[2], (WorkShare{1, traces::TaskId(5), 30'200, 60'200, unknown_iterations, 0}));
  ASSERT_THAT(constructs(), SizeIs(2));
  EXPECT_EQ(constructs()[0].kind, WorkConstruct::Kind::inferred);
  EXPECT_EQ(constructs()[0].place, "p1024");
  EXPECT_EQ(constructs()[1].place, "p256");  // the region's own last barrier
}

TEST_F(WorkBuilderTest, NothingIsInferredFromShortWorkOrAConstructOrATask) {
  reach_barrier(0, 4'000);
  reach_barrier(1, 5'000);
  leave_barrier(0, 5'100);
  leave_barrier(1, 5'100);
  begin_loop(0, 6'000, dynamic_loop, 1);
  take(0, 50'000, EventKind::work_end, 1, 1, 1);
  begin_loop(1, 6'000, dynamic_loop, 1);
  take(1, 6'100, EventKind::work_end, 0, 0, 1);
  reach_barrier(0, 50'000);
  reach_barrier(1, 50'000);
  leave_barrier(0, 50'100);
  leave_barrier(1, 50'100);
  const Number task{0, 9};
  take(0, 50'200, EventKind::switched, parts[0].word(), task.word(), status_switch);
  take(0, 90'000, EventKind::switched, task.word(), parts[0].word(), status_complete);
  reach_barrier(0, 90'000);
  reach_barrier(1, 50'200);
  leave_barrier(0, 90'100);
  EXPECT_THAT(rows().executions, SizeIs(1));
}

TEST_F(WorkBuilderTest, LoopsOutsideOfRegionsAndStrayEventsAreIgnored) {
  take(0, 1, EventKind::work_end, 5, 5, 1);
  take(0, 2, EventKind::work_chunks, 5, 5);
  take(0, 3, EventKind::work_begin, Number(4, 4).word(), 0x200, dynamic_loop.packed());
  take(0, 4, EventKind::work_end, 5, 5, 1);
  take(0, 5, EventKind::wait_end, Number(4, 4).word());
  builder.finish(10);
  EXPECT_THAT(rows().executions, IsEmpty());
  EXPECT_THAT(rows().shares, IsEmpty());
  EXPECT_THAT(rows().chunks, IsEmpty());
}

TEST_F(WorkBuilderTest, NothingIsInferredAfterTheBarrierOfAReduction) {
  for (const bool is_reduction : {false, true}) {
    const auto begin_ns = is_reduction ? 1'000'000 : 0;
    for (const std::size_t thread : {0U, 1U}) begin_loop(thread, begin_ns + 1, dynamic_loop, 2);
    for (const std::size_t thread : {0U, 1U}) {
      take(thread, begin_ns + 10, EventKind::wait_begin, parts.at(thread).word(), region.word(),
           static_cast<std::uint8_t>(is_reduction ? WaitKind::reduction : WaitKind::barrier));
    }
    for (const std::size_t thread : {0U, 1U}) leave_barrier(thread, begin_ns + 20);
    for (const std::size_t thread : {0U, 1U}) reach_barrier(thread, begin_ns + 100'000);
    for (const std::size_t thread : {0U, 1U}) leave_barrier(thread, begin_ns + 100'010);
    // The loop, and without a reduction one more.
    EXPECT_THAT(rows().executions, SizeIs(is_reduction ? 3 : 2));
  }
}

}  // namespace
}  // namespace gusset::ompt
