#include "gusset/traces/analysis/time/statistics.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <random>

#include "gusset/traces/analysis/time/task_table.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::trace_from_text;

TEST(Statistics, BusyAndIdleSumToTheMakespan) {
  const auto trace = trace_from_text(R"(
    aa.bb|b...
    .ccc
  )");
  const Statistics s = compute_statistics(*trace);
  EXPECT_EQ(s.tasks, 4u);
  EXPECT_EQ(s.makespan_ns, 6000);
  EXPECT_EQ(s.busy_ns, 8000);
  EXPECT_EQ(s.idle_ns, 4000);
  EXPECT_DOUBLE_EQ(s.busy_share, 8.0 / 12.0);
  EXPECT_DOUBLE_EQ(s.mean_parallelism, 8.0 / 6.0);
  ASSERT_EQ(s.workers.size(), 2u);
  EXPECT_EQ(s.workers[0].tasks, 3u);
  EXPECT_EQ(s.workers[0].busy_ns, 5000);
  EXPECT_EQ(s.workers[0].idle_ns, 1000);
  EXPECT_DOUBLE_EQ(s.workers[1].busy_share, 0.5);
}

TEST(Statistics, TypesAreSortedByBusyTime) {
  const auto trace = trace_from_text("a|aaaa|aa|aaa.bb.ccccc.ccccc.ccccc", 10);
  const Statistics s = compute_statistics(*trace);
  ASSERT_EQ(s.types.size(), 3u);
  EXPECT_EQ(s.types[0].type, TypeId(2));
  EXPECT_EQ(s.types[0].busy_ns, 150);
  EXPECT_DOUBLE_EQ(s.types[0].share, 150.0 / 270.0);
  const TypeStatistics& a = s.types[1];
  EXPECT_EQ(a.type, TypeId(0));
  EXPECT_EQ(a.tasks, 4u);
  EXPECT_EQ(a.min_ns, 10);
  EXPECT_EQ(a.median_ns, 25);
  EXPECT_EQ(a.mean_ns, 25);
  EXPECT_EQ(a.max_ns, 40);
  EXPECT_EQ(s.types[2].median_ns, 20);
}

TEST(Statistics, RangeCountsOnlyItsTime) {
  const auto trace = trace_from_text(R"(
    aaaa..bbbb
    ...ccc
  )",
                                     1);
  const Statistics s = compute_statistics(*trace, 2, 7);
  EXPECT_EQ(s.makespan_ns, 5);
  EXPECT_EQ(s.tasks, 3u);
  EXPECT_EQ(s.workers[0].busy_ns, 3);
  EXPECT_EQ(s.workers[0].idle_ns, 2);
  EXPECT_EQ(s.workers[1].busy_ns, 3);
  EXPECT_EQ(s.types[0].type, TypeId(2));
  EXPECT_EQ(s.types[1].max_ns, 2);
  EXPECT_EQ(compute_statistics(*trace, 4, 6).tasks, 1u);
}

TEST(Statistics, RangeIsClippedToTheTrace) {
  const auto trace = trace_from_text("aaaa", 1);
  EXPECT_EQ(compute_statistics(*trace, -5, 100).makespan_ns, 4);
  EXPECT_DOUBLE_EQ(compute_statistics(*trace, -5, 100).busy_share, 1.0);
  EXPECT_EQ(compute_statistics(*trace, 50, 100).makespan_ns, 0);
  EXPECT_EQ(compute_statistics(*trace, 3, 1).makespan_ns, 0);
  EXPECT_EQ(compute_statistics(*trace, 3, 1).busy_ns, 0);
}

TEST(Statistics, AdjacentRangesSumToTheWhole) {
  testing::RandomTrace options;
  options.nodes = 2;
  const auto trace = testing::random_trace(options);
  const Statistics whole = compute_statistics(*trace);
  std::int64_t busy_ns = 0;
  std::int64_t idle_ns = 0;
  for (std::int64_t begin = 0; begin < whole.makespan_ns; begin += 37) {
    const Statistics part = compute_statistics(*trace, begin, begin + 37);
    busy_ns += part.busy_ns;
    idle_ns += part.idle_ns;
  }
  EXPECT_EQ(busy_ns, whole.busy_ns);
  EXPECT_EQ(idle_ns, whole.idle_ns);
}

TEST(Statistics, OnlyInnermostRunSpansAreBusy) {
  auto trace = *trace_from_text("aaaaaaaaaa..\n|..........b", 1);
  SpanColumns& spans = trace.lanes[0].spans;
  spans.push_back(2, 8, TaskId(), SpanKind::wait);
  spans.push_back(3, 5, TaskId(1), SpanKind::run);
  const Statistics s = compute_statistics(trace);
  EXPECT_EQ(s.makespan_ns, 11);
  EXPECT_EQ(s.workers[0].busy_ns, 4 + 2);
  EXPECT_EQ(s.workers[0].idle_ns, 4 + 1);
  EXPECT_EQ(s.workers[0].tasks, 2u);
  EXPECT_EQ(s.types[0].busy_ns, 4);
  EXPECT_EQ(s.types[1].busy_ns, 2 + 1);
}

TEST(Statistics, WaitingAndStealingAreKindsOfIdleTime) {
  auto trace = *trace_from_text("aaaa......\n..........", 1);
  SpanColumns& first = trace.lanes[0].spans;
  first.push_back(4, 6, TaskId(), SpanKind::steal);
  first.push_back(6, 9, TaskId(), SpanKind::wait);
  first.push_back(7, 8, TaskId(), SpanKind::steal);
  trace.lanes[1].spans.push_back(0, 10, TaskId(), SpanKind::wait);
  const Statistics s = compute_statistics(trace);
  EXPECT_EQ(s.workers[0].busy_ns, 4);
  EXPECT_EQ(s.workers[0].idle_ns, 6);
  EXPECT_EQ(s.workers[0].wait_ns, 2);
  EXPECT_EQ(s.workers[0].steal_ns, 3);
  EXPECT_EQ(s.workers[0].submit_ns, std::nullopt) << "no span of that kind";
  EXPECT_EQ(s.workers[1].busy_ns, 0);
  EXPECT_EQ(s.workers[1].wait_ns, 10);
  EXPECT_EQ(s.workers[1].steal_ns, 0);
  EXPECT_EQ(s.tasks, 1u);
  const Statistics part = compute_statistics(trace, 5, 8);
  EXPECT_EQ(part.workers[0].wait_ns, 1);
  EXPECT_EQ(part.workers[0].steal_ns, 2);
  EXPECT_EQ(part.workers[0].idle_ns, 3);
}

TEST(Statistics, SubmittingIsBusyOnlyWithinARun) {
  auto trace = *trace_from_text("aaaaaa....bb", 1);
  const Statistics without = compute_statistics(trace);
  SpanColumns& spans = trace.lanes[0].spans;
  spans = {};
  spans.push_back(0, 6, TaskId(0), SpanKind::run);
  spans.push_back(1, 3, TaskId(), SpanKind::submit);
  spans.push_back(3, 3, TaskId(), SpanKind::submit);
  spans.push_back(7, 8, TaskId(), SpanKind::submit);
  spans.push_back(10, 12, TaskId(1), SpanKind::run);
  const Statistics s = compute_statistics(trace);
  EXPECT_EQ(s.workers[0].busy_ns, 8);
  EXPECT_EQ(s.workers[0].busy_ns, without.workers[0].busy_ns) << "recording more adds no idle time";
  EXPECT_EQ(s.workers[0].idle_ns, without.workers[0].idle_ns);
  EXPECT_EQ(s.workers[0].submit_ns, 3);
  EXPECT_EQ(s.workers[0].wait_ns, std::nullopt);
  EXPECT_EQ(task_times(trace).duration_ns, (std::vector<std::int64_t>{6, 2}));
}

TEST(Statistics, RunNestedInASubmissionIsBusy) {
  auto trace = *trace_from_text("aaa", 1);
  SpanColumns& spans = trace.lanes[0].spans;
  spans = {};
  spans.push_back(0, 10, TaskId(), SpanKind::submit);  // the window is full: the thread runs a task
  spans.push_back(4, 7, TaskId(0), SpanKind::run);
  const Statistics s = compute_statistics(trace);
  EXPECT_EQ(s.workers[0].busy_ns, 3);
  EXPECT_EQ(s.workers[0].submit_ns, 7);
}

TEST(Statistics, ParentFilledByItsChildRan) {
  auto trace = *trace_from_text("ab", 4);
  trace.lanes[0].spans = {};
  trace.lanes[0].spans.push_back(0, 4, TaskId(0), SpanKind::run);
  trace.lanes[0].spans.push_back(0, 4, TaskId(1), SpanKind::run);
  const Statistics s = compute_statistics(trace);
  EXPECT_EQ(s.tasks, 2u);
  EXPECT_EQ(s.busy_ns, 4);
  EXPECT_EQ(s.types[0].type, TypeId(1));
  EXPECT_EQ(s.types[1].tasks, 1u);
  EXPECT_EQ(s.types[1].busy_ns, 0);
}

TEST(Statistics, OverlappingLanesOfOneWorkerCountOnce) {
  const auto trace = trace_from_text(R"(
    n0/w0: aaaa....
    n0/w0: ..bbbb..
    n0/w1: ccccccccc
  )",
                                     1);
  const Statistics s = compute_statistics(*trace);
  EXPECT_EQ(s.workers[0].busy_ns, 6);
  EXPECT_EQ(s.workers[0].idle_ns, 3);
  EXPECT_EQ(s.busy_ns, 15);
  EXPECT_DOUBLE_EQ(s.busy_share, 15.0 / 18.0);
}

TEST(Statistics, NodesCountWorkersAndMessages) {
  const auto trace = trace_from_text(R"(
    n0/w0: aaa.....
    n1/w0: .....bb.
    n1/w1: ......c.
    x: 800 bytes on n0
    message x@1 n0->n1 3 5
    message x@2 n0->n1 4 9
  )",
                                     1);
  const Statistics s = compute_statistics(*trace);
  ASSERT_EQ(s.nodes.size(), 2u);
  EXPECT_EQ(s.nodes[1].workers, 2u);
  EXPECT_EQ(s.nodes[1].tasks, 2u);
  EXPECT_EQ(s.nodes[1].busy_ns, 3);
  EXPECT_DOUBLE_EQ(s.nodes[1].busy_share, 3.0 / 14.0);
  EXPECT_EQ(s.nodes[0].messages_sent, 2u);
  EXPECT_EQ(s.nodes[0].payload_bytes_sent, 1600u);
  EXPECT_EQ(s.nodes[1].messages_received, 2u);
  EXPECT_EQ(s.nodes[1].payload_bytes_received, 1600u);
  EXPECT_EQ(compute_statistics(*trace, 4, 6).nodes[1].messages_received, 1u);
  EXPECT_EQ(compute_statistics(*trace, 4, 6).nodes[0].messages_sent, 1u);
}

TEST(Statistics, EmptyTraceIsAllZeros) {
  const Statistics nothing = compute_statistics(Trace{});
  EXPECT_EQ(nothing.makespan_ns, 0);
  EXPECT_EQ(nothing.busy_share, 0.0);
  EXPECT_EQ(nothing.mean_parallelism, 0.0);
  auto trace = *trace_from_text("ab");
  trace.lanes[0].spans = {};
  const Statistics unrun = compute_statistics(trace);
  EXPECT_EQ(unrun.tasks, 0u);
  EXPECT_EQ(unrun.types.size(), 2u);
  EXPECT_EQ(unrun.types[0].median_ns, 0);
  trace.lanes[0].spans.push_back(0, 0, TaskId(0), SpanKind::run);
  EXPECT_EQ(compute_statistics(trace).tasks, 1u);
  EXPECT_EQ(compute_statistics(trace).busy_share, 0.0);
}

TEST(Statistics, RunSpansWithoutATaskHaveNoType) {
  auto trace = *trace_from_text("aa", 1);
  trace.lanes[0].spans.push_back(2, 5, TaskId(), SpanKind::run);
  const Statistics s = compute_statistics(trace);
  EXPECT_EQ(s.busy_ns, 5);
  EXPECT_EQ(s.tasks, 1u);
  EXPECT_EQ(s.types[0].busy_ns, 2);
  EXPECT_DOUBLE_EQ(s.types[0].share, 1.0);
}

/// Adds random nested spans in [begin, end), longer ones first on ties.
void nest(std::mt19937& random_bits, std::int64_t begin, std::int64_t end, int depth, Trace& trace) {
  const auto random = [&] { return static_cast<std::int64_t>(random_bits()); };
  std::int64_t at = begin;
  while (at < end) {
    const std::int64_t from = at + random() % 5;
    const std::int64_t to = std::min<std::int64_t>(end, from + random() % 30);
    if (from >= end) return;
    TaskId task;
    if (random() % 5 != 0) {
      task = TaskId(trace.tasks.size());
      trace.tasks.type.emplace_back(random_bits() % 2);
    }
    trace.lanes[0].spans.push_back(from, to, task, random() % 4 == 0 ? SpanKind::wait : SpanKind::run);
    if (depth > 0) nest(random_bits, from, to, depth - 1, trace);
    at = to;
    if (from == to) ++at;
  }
}

TEST(Statistics, AgreesWithBruteForceOnRandomNestings) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Trace trace = *trace_from_text("a");
    trace.tasks = {};
    trace.types = {"one", "two"};
    trace.lanes[0].spans = {};
    nest(random, 0, 200, 3, trace);
    const SpanColumns& spans = trace.lanes[0].spans;
    std::vector<std::int64_t> duration_ns(trace.tasks.size(), 0);
    std::int64_t busy_ns = 0;
    const Statistics s = compute_statistics(trace);
    for (std::int64_t t = 0; t < s.makespan_ns; ++t) {
      std::size_t innermost = spans.size();
      for (std::size_t i = 0; i < spans.size(); ++i) {
        if (spans.begin_ns[i] <= t && t < spans.end_ns[i]) innermost = i;
      }
      if (innermost == spans.size() || spans.kind[innermost] != SpanKind::run) continue;
      ++busy_ns;
      if (!spans.task[innermost].is_none()) ++duration_ns[spans.task[innermost].value()];
    }
    EXPECT_EQ(s.busy_ns, busy_ns);
    EXPECT_EQ(s.idle_ns, s.makespan_ns - busy_ns);
    EXPECT_EQ(task_times(trace).duration_ns, duration_ns);
  }
}

}  // namespace
}  // namespace gusset::traces
