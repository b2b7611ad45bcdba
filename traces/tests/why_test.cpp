#include "gusset/traces/analysis/causes/why.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "gusset/traces/analysis/time/task_table.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::IsEmpty;
using testing::random_trace;
using testing::RandomTrace;
using testing::trace_from_text;
using Cause = WhyStep::Cause;

std::vector<WhyStep> why_of(const Trace& trace, std::size_t task, std::size_t depth = 100) {
  return why(trace, TaskGraph(trace), TaskId(task), depth);
}

TEST(Why, NamesTheLastPredecessorAndItsVersion) {
  const auto trace = trace_from_text(R"(
    aaaa..cc
    bb......
    a1: write x@0 [submit 0] [ready 0]
    b1: write y@0 [submit 0] [ready 0]
    c1: read x@1, read y@1 [submit 0] [ready 5]
  )",
                                     1);
  const auto steps = why_of(*trace, 2);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].cause, Cause::predecessor);
  EXPECT_EQ(steps[0].by, TaskId(0));
  EXPECT_EQ(steps[0].handle, HandleId(0));
  EXPECT_EQ(steps[0].version, 1u);
  EXPECT_EQ(steps[0].cause_ns, 4);
  EXPECT_EQ(steps[0].ready_ns, 5);
  ASSERT_EQ(steps[0].waits.size(), 2u);
  EXPECT_EQ(steps[0].waits[0], (ChainLink{ChainLink::Kind::release, TaskId(2), 4, 5}));
  EXPECT_EQ(steps[0].waits[1], (ChainLink{ChainLink::Kind::ready_wait, TaskId(2), 5, 6}));
  EXPECT_EQ(steps[1].task, TaskId(0));
}

TEST(Why, ClaimsNoReadinessWithoutReadyTimesOrDependencies) {
  const auto trace = trace_from_text("aaa.bb", 1);
  ASSERT_FALSE(trace->recorded.accesses || trace->recorded.dependencies || trace->recorded.ready);
  const auto steps = why_of(*trace, 1, 1);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].cause, Cause::worker);
  EXPECT_EQ(steps[0].by, TaskId(0));
  ASSERT_EQ(steps[0].waits.size(), 1u);
  EXPECT_EQ(steps[0].waits[0], (ChainLink{ChainLink::Kind::unknown, TaskId(1), 3, 4}));
}

TEST(Why, NamesTheMessageAndItsProducer) {
  const auto trace = trace_from_text(R"(
    n0/w0: aaa.....
    n1/w0: ......bb
    x: 8 bytes on n0
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 0] [ready 5]
    message x@1 n0->n1 3 5
  )",
                                     1);
  const auto steps = why_of(*trace, 1);
  ASSERT_GE(steps.size(), 1u);
  EXPECT_EQ(steps[0].cause, Cause::message);
  EXPECT_EQ(steps[0].message, std::size_t{0});
  EXPECT_EQ(steps[0].by, TaskId(0));
  EXPECT_EQ(steps[0].cause_ns, 5);
}

TEST(Why, NamesPeersSubmissionsAndBusyWorkers) {
  const auto peers = trace_from_text("aa|a\na1: add x@0\na2: add x@0\n", 1);
  EXPECT_EQ(why_of(*peers, 1).at(0).cause, Cause::peer);
  EXPECT_EQ(why_of(*peers, 1).at(0).by, TaskId(0));
  const auto late = trace_from_text("...a\na1: write x@0 [submit 2] [ready 2]\n", 1);
  EXPECT_EQ(why_of(*late, 0).at(0).cause, Cause::submission);
  EXPECT_EQ(why_of(*late, 0).at(0).cause_ns, 2);
  const auto busy = trace_from_text("aab\na1: write x@0\nb1: write y@0\n", 1);
  EXPECT_EQ(why_of(*busy, 1).at(0).cause, Cause::worker);
  EXPECT_EQ(why_of(*busy, 1).at(0).by, TaskId(0));
  const auto first = trace_from_text("..a\na1: write x@0\n", 1);
  EXPECT_EQ(why_of(*first, 0).at(0).cause, Cause::nothing);
  EXPECT_EQ(why_of(*first, 0).at(0).cause_ns, unknown_time);
}

TEST(Why, GoesBackToTheRequestedDepth) {
  const auto trace = trace_from_text("abcd\na1: write x@0\nb1: write x@1\nc1: write x@2\nd1: write x@3\n", 1);
  EXPECT_EQ(why_of(*trace, 3, 1).size(), 1u);
  EXPECT_EQ(why_of(*trace, 3, 3).size(), 3u);
  EXPECT_EQ(why_of(*trace, 3).size(), 4u);
  EXPECT_THAT(why_of(*trace, 3, 0), IsEmpty());
}

TEST(Why, TaskThatNeverRanHasNoSteps) {
  Trace trace = *trace_from_text("aa\n", 1);
  trace.lanes[0].spans = {};
  EXPECT_THAT(why_of(trace, 0), IsEmpty());
  EXPECT_THAT(why_of(trace, 7), IsEmpty());
}

TEST(Why, NamesTheWorkerWithoutDependencies) {
  EXPECT_EQ(why_of(*trace_from_text("aab\n", 1), 1).at(0).cause, Cause::worker);
}

TEST(Why, NamesTheLastEventOnRandomTraces) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTrace options;
    options.seed = seed;
    options.nodes = 1;
    options.adds = seed % 2 == 0;
    const auto trace = random_trace(options);
    const TaskGraph graph(*trace);
    const TaskTimes times = task_times(*trace);
    for (std::size_t t = 0; t < trace->tasks.size(); t += 7) {
      const auto steps = why(*trace, graph, TaskId(t), 5);
      ASSERT_FALSE(steps.empty());
      EXPECT_EQ(steps[0].task, TaskId(t));
      EXPECT_EQ(steps[0].begin_ns, times.begin_ns[t]);
      std::int64_t last_ns = unknown_time;
      for (const TaskId before : graph.predecessors(TaskId(t))) {
        last_ns = std::max(last_ns, times.end_ns[before.value()]);
      }
      if (steps[0].cause == Cause::predecessor) {
        EXPECT_EQ(steps[0].cause_ns, last_ns);
      } else if (steps[0].cause != Cause::nothing) {
        EXPECT_GE(steps[0].cause_ns, last_ns);
      }
      std::int64_t at_ns = steps[0].waits.empty() ? steps[0].begin_ns : steps[0].waits.front().begin_ns;
      for (const ChainLink& link : steps[0].waits) {
        EXPECT_EQ(link.begin_ns, at_ns);
        at_ns = link.end_ns;
      }
      EXPECT_EQ(at_ns, steps[0].begin_ns);
    }
  }
}

TEST(Why, CausesHaveNames) {
  EXPECT_EQ(cause_name(Cause::predecessor), "predecessor");
  EXPECT_EQ(cause_name(Cause::message), "message");
  EXPECT_EQ(cause_name(Cause::peer), "peer");
  EXPECT_EQ(cause_name(Cause::submission), "submission");
  EXPECT_EQ(cause_name(Cause::worker), "worker");
  EXPECT_EQ(cause_name(Cause::nothing), "nothing");
}

}  // namespace
}  // namespace gusset::traces
