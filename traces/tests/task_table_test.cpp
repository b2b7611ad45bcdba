#include "gusset/traces/analysis/time/task_table.hpp"

#include <gmock/gmock.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::trace_from_text;

TEST(TaskTimes, DurationExcludesNestedTasks) {
  auto trace = *trace_from_text("aaaa..bb\n.cc", 1);
  trace.lanes[0].spans.push_back(9, 12, TaskId(0), SpanKind::run);
  trace.lanes[0].spans.push_back(10, 11, TaskId(1), SpanKind::run);
  const TaskTimes times = task_times(trace);
  EXPECT_THAT(times.begin_ns, ElementsAre(0, 1, 6));
  EXPECT_THAT(times.end_ns, ElementsAre(12, 11, 8));
  EXPECT_THAT(times.duration_ns, ElementsAre(4 + 2, 2 + 1, 2));
  EXPECT_THAT(times.lane, ElementsAre(LaneId(0), LaneId(1), LaneId(0)));
}

TEST(TaskTimes, TaskThatNeverRanHasNoTimes) {
  auto trace = *trace_from_text("ab", 1);
  trace.lanes[0].spans = {};
  trace.lanes[0].spans.push_back(0, 3, TaskId(1), SpanKind::wait);
  const TaskTimes times = task_times(trace);
  EXPECT_THAT(times.begin_ns, ElementsAre(unknown_time, unknown_time));
  EXPECT_THAT(times.end_ns, ElementsAre(unknown_time, unknown_time));
  EXPECT_THAT(times.duration_ns, ElementsAre(0, 0));
  EXPECT_TRUE(times.lane[1].is_none());
  EXPECT_THAT(task_times(Trace{}).begin_ns, IsEmpty());
}

TEST(TaskDetails, HaveReadyToStartAndTheLastPredecessor) {
  const auto trace = trace_from_text(R"(
    aaaa...cc
    bbb......d
    a1: write x@0 [submit 0] [ready 0]
    b1: write y@0 [submit 0] [ready 0]
    c1: read x@1, read y@1 [submit 1] [ready 4]
    d1: write x@2 [submit 2] [ready 9]
  )",
                                     10);
  const TaskDetails details = task_details(*trace, TaskGraph(*trace), task_times(*trace), TaskId(2));
  EXPECT_EQ(details.task, TaskId(2));
  EXPECT_EQ(details.begin_ns, 70);
  EXPECT_EQ(details.end_ns, 90);
  EXPECT_EQ(details.duration_ns, 20);
  EXPECT_EQ(details.lane, LaneId(0));
  EXPECT_EQ(details.submit_ns, 10);
  EXPECT_EQ(details.ready_ns, 40);
  EXPECT_EQ(details.ready_to_start_ns, 30);
  EXPECT_THAT(details.predecessors, ElementsAre(TaskId(0), TaskId(1)));
  EXPECT_THAT(details.successors, ElementsAre(TaskId(3)));
  EXPECT_EQ(details.last_predecessor, TaskId(0));
}

TEST(TaskDetails, MessageReceiptDecidesTheLastPredecessor) {
  const auto trace = trace_from_text(R"(
    n0/w0: aaa........
    n1/w0: .bbbb....cc
    x: 8 bytes on n0
    y: 8 bytes on n1
    a1: write x@0
    b1: write y@0
    c1: read x@1, read y@1
    message x@1 n0->n1 3 8
  )",
                                     1);
  const auto details_of = [](const Trace& of) {
    return task_details(of, TaskGraph(of), task_times(of), TaskId(2));
  };
  EXPECT_EQ(details_of(*trace).last_predecessor, TaskId(0)) << "b ended later, but a's data came last";
  EXPECT_TRUE(details_of(*trace).came_by_message);
  Trace early = *trace;
  early.messages[0].receive_ns = 4;
  EXPECT_EQ(details_of(early).last_predecessor, TaskId(1));
  EXPECT_FALSE(details_of(early).came_by_message);
  early.messages.clear();
  EXPECT_EQ(details_of(early).last_predecessor, TaskId(1));
}

TEST(TaskDetails, UnrecordedTimesAreUnknown) {
  auto trace = *trace_from_text("a");
  trace.lanes[0].spans = {};
  const TaskDetails details = task_details(trace, TaskGraph(trace), task_times(trace), TaskId(0));
  EXPECT_EQ(details.begin_ns, unknown_time);
  EXPECT_EQ(details.submit_ns, unknown_time);
  EXPECT_EQ(details.ready_ns, unknown_time);
  EXPECT_EQ(details.ready_to_start_ns, std::nullopt);
  EXPECT_TRUE(details.lane.is_none());
  EXPECT_TRUE(details.last_predecessor.is_none());
}

TEST(TaskDetails, PredecessorsThatNeverRanAreNeverLast) {
  auto trace = *trace_from_text("ab", 1);
  trace.recorded.dependencies = true;
  trace.dependencies = {{TaskId(0), TaskId(1)}};
  trace.lanes[0].spans = {};
  trace.lanes[0].spans.push_back(1, 2, TaskId(1), SpanKind::run);
  const TaskDetails details = task_details(trace, TaskGraph(trace), task_times(trace), TaskId(1));
  EXPECT_THAT(details.predecessors, ElementsAre(TaskId(0)));
  EXPECT_TRUE(details.last_predecessor.is_none());
}

}  // namespace
}  // namespace gusset::traces
