#include "costs/processor_losses.hpp"

#include <gtest/gtest.h>

namespace gusset::simulator {
namespace {

using traces::SpanKind;
using traces::TaskId;
using traces::Trace;

/// A worker that ran three tasks: 0 to 1 ms, 1 to 9 ms and 12 to 13 ms.
Trace three_tasks() {
  Trace trace;
  trace.types = {"t"};
  trace.nodes = {{"node 0"}};
  trace.workers = {{traces::NodeId(0), "worker 0"}};
  trace.lanes = {{traces::WorkerId(0), {}}};
  trace.tasks.type.assign(3, traces::TypeId(0));
  trace.lanes[0].spans.push_back(0, 1'000'000, TaskId(0), SpanKind::run);
  trace.lanes[0].spans.push_back(1'000'000, 9'000'000, TaskId(1), SpanKind::run);
  trace.lanes[0].spans.push_back(9'000'000, 12'000'000, TaskId(), SpanKind::wait);
  trace.lanes[0].spans.push_back(12'000'000, 13'000'000, TaskId(2), SpanKind::run);
  return trace;
}

void add_use(Trace& trace, std::int64_t begin_ns, std::int64_t end_ns, std::int64_t processor_ns,
             std::uint32_t waits = 0, std::int64_t delay_ns = traces::unknown_time,
             std::uint32_t preemptions = 1) {
  trace.processor_time.uses.push_back(
      {traces::WorkerId(0), begin_ns, end_ns, processor_ns, waits, preemptions, delay_ns});
}

TEST(ProcessorLosses, UnknownWithoutProcessorTime) {
  EXPECT_FALSE(ProcessorLosses(three_tasks()).is_known());
}

TEST(ProcessorLosses, LongestTaskOfAnIntervalWasInterrupted) {
  Trace trace = three_tasks();
  add_use(trace, 0, 9'000'000, 2'000'000, 0, traces::unknown_time, 2);
  const ProcessorLosses losses(trace);
  ASSERT_TRUE(losses.is_known());
  EXPECT_EQ(losses.of(TaskId(0)), 0);
  EXPECT_EQ(losses.of(TaskId(1)), 7'000'000);
  EXPECT_EQ(losses.lengths_ns(), (std::vector<std::int64_t>{3'500'000, 3'500'000}));
}

TEST(ProcessorLosses, LossesInWaitsDoNotCount) {
  Trace trace = three_tasks();
  add_use(trace, 9'000'000, 13'000'000, 1'500'000);
  const ProcessorLosses losses(trace);
  EXPECT_EQ(losses.of(TaskId(2)), 0);
  EXPECT_TRUE(losses.lengths_ns().empty());
}

TEST(ProcessorLosses, WorkersThatAreWokenForATaskMayHaveNoProcessor) {
  Trace trace = three_tasks();
  add_use(trace, 9'000'000, 12'000'000, 100'000, 1, 800'000);
  const ProcessorLosses losses(trace);
  EXPECT_EQ(losses.lengths_ns(), (std::vector<std::int64_t>{800'000}));
  EXPECT_EQ(losses.of(TaskId(1)) + losses.of(TaskId(2)), 0);
}

TEST(ProcessorLosses, LossesBetweenTasksBelongToTheWorker) {
  Trace trace = three_tasks();
  trace.lanes[0].spans.kind[2] = SpanKind::submit;
  add_use(trace, 9'000'000, 12'500'000, 1'000'000);
  add_use(trace, 12'500'000, 20'000'000, 500'000);  // the time after the last task counts, too
  const ProcessorLosses losses(trace);
  EXPECT_EQ(losses.of(TaskId(2)), 0);
  EXPECT_EQ(losses.lengths_ns(), (std::vector<std::int64_t>{2'500'000, 7'000'000}));
}

TEST(ProcessorLosses, SeveralInterruptionsDivideTheLoss) {
  Trace trace = three_tasks();
  add_use(trace, 1'000'000, 9'000'000, 7'000'000, 0, traces::unknown_time, 3);
  EXPECT_EQ(ProcessorLosses(trace).lengths_ns(), (std::vector<std::int64_t>{333'333, 333'333, 333'334}));
}

TEST(ProcessorLosses, OnlyTheDelayCountsIfTheTaskAlsoWaited) {
  Trace trace = three_tasks();
  add_use(trace, 1'000'000, 9'000'000, 2'000'000, 1, 500'000);
  EXPECT_EQ(ProcessorLosses(trace).of(TaskId(1)), 500'000);
  trace.processor_time.uses[0].delay_ns = traces::unknown_time;
  EXPECT_EQ(ProcessorLosses(trace).of(TaskId(1)), 0);
}

TEST(ProcessorLosses, DifferencesOfClocksAreNoLosses) {
  Trace trace = three_tasks();
  add_use(trace, 1'000'000, 9'000'000, 7'985'000);
  EXPECT_EQ(ProcessorLosses(trace).of(TaskId(1)), 0);
  trace.processor_time.uses[0].delay_ns = 11'000;  // the system counts short delays exactly
  EXPECT_EQ(ProcessorLosses(trace).of(TaskId(1)), 11'000);
  trace.processor_time.uses[0].waits = 1;  // but a thread that wakes up is delayed, too
  EXPECT_EQ(ProcessorLosses(trace).of(TaskId(1)), 0);
}

}  // namespace
}  // namespace gusset::simulator
