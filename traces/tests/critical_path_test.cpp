// Longer than 400 lines: each known graph is next to its bound and chain, which were worked out by hand.
#include "gusset/traces/analysis/causes/critical_path.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <ostream>

#include "cholesky3.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {

void PrintTo(const ChainLink& link, std::ostream* out) {
  *out << kind_name(link.kind) << " of " << link.task.value() << " [" << link.begin_ns << ", " << link.end_ns
       << ")";
}
void PrintTo(TaskId task, std::ostream* out) {
  *out << task.value();
}

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::random_trace;
using testing::RandomTrace;
using ::testing::SizeIs;
using testing::trace_from_text;
using LinkKind = ChainLink::Kind;

CriticalBound bound_of(const Trace& trace) {
  const auto bound = critical_bound(trace, TaskGraph(trace));
  EXPECT_TRUE(bound.has_value());
  return bound.value_or(CriticalBound{});
}

std::vector<ChainLink> chain_of(const Trace& trace) {
  const auto chain = critical_chain(trace, TaskGraph(trace));
  EXPECT_TRUE(chain.has_value());
  return chain.value_or(CriticalChain{}).links;
}

ChainLink link(LinkKind kind, std::size_t task, std::int64_t begin, std::int64_t end) {
  return {kind, TaskId(task), begin, end};
}

// ---- The bound of known graphs.

TEST(CriticalBound, ChainIsItsSum) {
  const auto trace = trace_from_text("aabbb.c\na1: write x@0\nb1: write x@1\nc1: write x@2", 1);
  const CriticalBound bound = bound_of(*trace);
  EXPECT_EQ(bound.length_ns, 2 + 3 + 1);
  EXPECT_THAT(bound.tasks, ElementsAre(TaskId(0), TaskId(1), TaskId(2)));
}

TEST(CriticalBound, DiamondIsItsLongerSide) {
  const auto trace = trace_from_text(R"(
    aabbbbdd
    ..c
    a1: write x@0, write y@0
    b1: write x@1
    c1: write y@1
    d1: read x@2, read y@2
  )",
                                     1);
  const CriticalBound bound = bound_of(*trace);
  EXPECT_EQ(bound.length_ns, 2 + 4 + 2);
  EXPECT_THAT(bound.tasks, ElementsAre(TaskId(0), TaskId(1), TaskId(3)));
}

TEST(CriticalBound, ForkAndJoinIsTheLongestBranch) {
  const auto trace = trace_from_text(R"(
    ab|bb|bcc
    a1: write x@0
    b1: read x@1, write y1@0
    b2: read x@1, write y2@0
    b3: read x@1, write y3@0
    c1: read y1@1, read y2@1, read y3@1
  )",
                                     1);
  const CriticalBound bound = bound_of(*trace);
  EXPECT_EQ(bound.length_ns, 1 + 2 + 2);
  EXPECT_THAT(bound.tasks, ElementsAre(TaskId(0), TaskId(2), TaskId(4)));
}

TEST(CriticalBound, CholeskyWithUnitDurationsIsSeven) {
  // potrf, trsm, syrk, potrf, trsm, syrk, potrf: the adds to the last tile need not wait for each other.
  const CriticalBound bound = bound_of(*trace_from_text(testing::cholesky3, 1));
  EXPECT_EQ(bound.length_ns, 7);
  EXPECT_THAT(bound.tasks,
              ElementsAre(TaskId(0), TaskId(1), TaskId(4), TaskId(5), TaskId(6), TaskId(8), TaskId(9)));
}

TEST(CriticalBound, AddsToOneHandleAreTheirSum) {
  const auto trace = trace_from_text(R"(
    aa|aa|aaa.aa|a
    a1: add x@0
    a2: add x@0
    a3: add x@0
    a4: add x@0
    a5: add x@0
  )",
                                     1);
  const CriticalBound bound = bound_of(*trace);
  EXPECT_EQ(bound.length_ns, 2 + 2 + 3 + 2 + 1);
  EXPECT_THAT(bound.tasks, SizeIs(5));
}

TEST(CriticalBound, DelayedAddsRunInTheBestOrder) {
  // While b runs (5), a1 and a2 run (1 + 2); then a3 (2) and c (1).
  const auto late = trace_from_text(R"(
    bbbbb
    a|aa..aac
    b1: write y@0
    a1: add x@0
    a2: add x@0
    a3: add x@0, read y@1
    c1: read x@3
  )",
                                    1);
  EXPECT_EQ(bound_of(*late).length_ns, 5 + 2 + 1);
  EXPECT_THAT(bound_of(*late).tasks, ElementsAre(TaskId(0), TaskId(3), TaskId(4)));
  // b (4) is now shorter than a1 and a2 together (3 + 2), so all three adds determine the bound.
  const auto early = trace_from_text(R"(
    bbbb
    aaa|aa.aac
    b1: write y@0
    a1: add x@0
    a2: add x@0
    a3: add x@0, read y@1
    c1: read x@3
  )",
                                     1);
  EXPECT_EQ(bound_of(*early).length_ns, 3 + 2 + 2 + 1);
  EXPECT_THAT(bound_of(*early).tasks, ElementsAre(TaskId(1), TaskId(2), TaskId(3), TaskId(4)));
}

TEST(CriticalBound, GroupCountsFromTheLateTaskOn) {
  // After b (3), a2 (2) and a3 (2) must still run: 3 + 2 + 2. a1 (1) fits before.
  const auto trace = trace_from_text(R"(
    bbb.....
    a..aa|aa
    b1: write y@0
    a1: add x@0
    a2: add x@0, read y@1
    a3: add x@0, read y@1
  )",
                                     1);
  EXPECT_EQ(bound_of(*trace).length_ns, 3 + 2 + 2);
  EXPECT_THAT(bound_of(*trace).tasks, ElementsAre(TaskId(0), TaskId(2), TaskId(3)));
}

TEST(CriticalBound, RemoteReadsDelayNoOne) {
  const auto trace = trace_from_text(R"(
    n0/w0: accc
    n1/w0: .bbbbb
    x: 8 bytes on n0
    a1: write x@0
    b1: read x@1
    c1: write x@2
  )",
                                     1);
  EXPECT_EQ(bound_of(*trace).length_ns, 1 + 5);
}

TEST(CriticalBound, ExplicitDependenciesCount) {
  const auto trace = trace_from_text("aabbbcd\nc1: after a1\nd1: after c1, b1", 1);
  EXPECT_EQ(bound_of(*trace).length_ns, 4);
  EXPECT_THAT(bound_of(*trace).tasks, SizeIs(3));
}

TEST(CriticalBound, UnknownAndCyclicGraphsHaveNone) {
  const auto unknown = trace_from_text("ab");
  EXPECT_EQ(critical_bound(*unknown, TaskGraph(*unknown)), std::nullopt);
  EXPECT_EQ(critical_chain(*unknown, TaskGraph(*unknown)), std::nullopt);
  const auto cyclic = trace_from_text("ab\na1: after b1\nb1: after a1");
  EXPECT_EQ(critical_bound(*cyclic, TaskGraph(*cyclic)), std::nullopt);
  EXPECT_EQ(critical_chain(*cyclic, TaskGraph(*cyclic)), std::nullopt);
}

TEST(CriticalBound, TasksThatNeverRanTakeZero) {
  auto trace = *trace_from_text(testing::cholesky3);
  trace.lanes[0].spans = {};
  EXPECT_EQ(bound_of(trace).length_ns, 0);
  EXPECT_THAT(bound_of(trace).tasks, IsEmpty());
  EXPECT_THAT(chain_of(trace), IsEmpty());
  Trace empty;
  empty.recorded.dependencies = true;
  EXPECT_EQ(bound_of(empty).length_ns, 0);
  EXPECT_THAT(chain_of(empty), IsEmpty());
}

// ---- The chain of known schedules.

TEST(CriticalChain, FollowsAChainOfTasks) {
  const auto trace = trace_from_text("aabbb\na1: write x@0\nb1: write x@1", 1);
  EXPECT_THAT(chain_of(*trace), ElementsAre(link(LinkKind::run, 0, 0, 2), link(LinkKind::run, 1, 2, 5)));
}

TEST(CriticalChain, DiamondFollowsTheSideThatEndedLast) {
  const auto trace = trace_from_text(R"(
    aabbbdd
    ..cccc.
    a1: write x@0, write y@0
    b1: write x@1
    c1: write y@1
    d1: read x@2
  )",
                                     1);
  EXPECT_THAT(chain_of(*trace), ElementsAre(link(LinkKind::run, 0, 0, 2), link(LinkKind::run, 1, 2, 5),
                                            link(LinkKind::run, 3, 5, 7)));
  const auto longer = trace_from_text(R"(
    aabbb.dd
    ..cccc.
    a1: write x@0, write y@0
    b1: write x@1
    c1: write y@1
    d1: read x@2, read y@2
  )",
                                      1);
  EXPECT_THAT(chain_of(*longer), ElementsAre(link(LinkKind::run, 0, 0, 2), link(LinkKind::run, 2, 2, 6),
                                             link(LinkKind::run, 3, 6, 8)));
}

TEST(CriticalChain, CholeskyOnOneWorkerIsEveryTask) {
  const auto links = chain_of(*trace_from_text(testing::cholesky3, 1));
  ASSERT_THAT(links, SizeIs(10));
  for (std::size_t i = 0; i < links.size(); ++i) {
    EXPECT_EQ(links[i],
              link(LinkKind::run, i, static_cast<std::int64_t>(i), static_cast<std::int64_t>(i) + 1));
  }
}

TEST(CriticalChain, AddsFollowEachOther) {
  const auto trace = trace_from_text(R"(
    aa..aaa..a
    ..aa...aa.
    a1: add x@0
    a2: add x@0
    a3: add x@0
    a4: add x@0
    a5: add x@0
  )",
                                     1);
  EXPECT_THAT(chain_of(*trace), ElementsAre(link(LinkKind::run, 0, 0, 2), link(LinkKind::run, 1, 2, 4),
                                            link(LinkKind::run, 2, 4, 7), link(LinkKind::run, 3, 7, 9),
                                            link(LinkKind::run, 4, 9, 10)));
}

TEST(CriticalChain, ReadyTaskWaitsForAWorker) {
  const auto trace = trace_from_text(R"(
    aaa....
    .b..ccc
    a1: write x@0
    c1: read x@1
  )",
                                     1);
  EXPECT_THAT(chain_of(*trace), ElementsAre(link(LinkKind::run, 0, 0, 3), link(LinkKind::ready_wait, 2, 3, 4),
                                            link(LinkKind::run, 2, 4, 7)));
}

TEST(CriticalChain, FollowsTheWorkersPreviousTaskIfItEndedLast) {
  const auto trace = trace_from_text(R"(
    aaaabb
    ccc...
    c1: write x@0
    b1: read x@1
  )",
                                     1);
  EXPECT_THAT(chain_of(*trace), ElementsAre(link(LinkKind::run, 0, 0, 4), link(LinkKind::run, 2, 4, 6)));
}

TEST(CriticalChain, WorkerThatWasIdleBeforeReadinessIsNoCause) {
  const auto trace = trace_from_text(R"(
    aaa......
    bbbb...cc
    a1: write x@0 [ready 0]
    c1: read x@1 [ready 6]
  )",
                                     1);
  EXPECT_THAT(chain_of(*trace),
              ElementsAre(link(LinkKind::run, 0, 0, 3), link(LinkKind::release, 2, 3, 6),
                          link(LinkKind::ready_wait, 2, 6, 7), link(LinkKind::run, 2, 7, 9)));
}

TEST(CriticalChain, WaitsForSubmission) {
  const auto trace = trace_from_text("...aa\na1: write x@0 [submit 2]", 1);
  EXPECT_THAT(chain_of(*trace),
              ElementsAre(link(LinkKind::submit_wait, 0, 0, 2), link(LinkKind::ready_wait, 0, 2, 3),
                          link(LinkKind::run, 0, 3, 5)));
}

TEST(CriticalChain, SubmissionAfterAWaitFollowsTheAwaitedTask) {
  auto trace = *trace_from_text(R"(
    aaaa.........
    bb.....cc
    .......
    a1: write x@0 [submit 0]
    b1: write y@0 [submit 0]
    c1: write z@0 [submit 6]
  )",
                                1);
  trace.lanes[2].spans.push_back(1, 5, TaskId(), SpanKind::wait);
  EXPECT_THAT(chain_of(trace),
              ElementsAre(link(LinkKind::run, 0, 0, 4), link(LinkKind::submit_wait, 2, 4, 6),
                          link(LinkKind::ready_wait, 2, 6, 7), link(LinkKind::run, 2, 7, 9)));
}

TEST(CriticalChain, IdleWorkersWaitsDoNotDelaySubmissions) {
  auto trace = *trace_from_text(R"(
    aaaa.........
    bb.....cc
    .......
    a1: write x@0 [submit 0]
    b1: write y@0 [submit 0]
    c1: write z@0 [submit 6]
  )",
                                1);
  trace.lanes[1].spans = {};
  trace.lanes[1].spans.push_back(0, 2, TaskId(1), SpanKind::run);
  trace.lanes[1].spans.push_back(2, 5, TaskId(), SpanKind::wait);  // waits for work
  trace.lanes[1].spans.push_back(7, 9, TaskId(2), SpanKind::run);
  trace.lanes[2].spans.push_back(0, 0, TaskId(), SpanKind::submit);
  trace.lanes[2].spans.push_back(6, 6, TaskId(), SpanKind::submit);
  const auto after_a_long_computation =
      ElementsAre(link(LinkKind::submit_wait, 2, 0, 6), link(LinkKind::ready_wait, 2, 6, 7),
                  link(LinkKind::run, 2, 7, 9));
  EXPECT_THAT(chain_of(trace), after_a_long_computation);
  trace.lanes[2].spans = {};
  trace.lanes[2].spans.push_back(0, 0, TaskId(), SpanKind::submit);
  trace.lanes[2].spans.push_back(1, 5, TaskId(), SpanKind::wait);
  trace.lanes[2].spans.push_back(6, 6, TaskId(), SpanKind::submit);
  EXPECT_THAT(chain_of(trace),
              ElementsAre(link(LinkKind::run, 0, 0, 4), link(LinkKind::submit_wait, 2, 4, 6),
                          link(LinkKind::ready_wait, 2, 6, 7), link(LinkKind::run, 2, 7, 9)));
}

TEST(CriticalChain, SubmittingParentIsRunning) {
  auto trace = *trace_from_text("aaaa\n...bb\na1: write x@0 [submit 0]\nb1: write y@0 [submit 3]", 1);
  trace.recorded.parents = true;
  trace.tasks.parent = {TaskId(), TaskId(0)};
  trace.lanes[0].spans.push_back(1, 3, TaskId(), SpanKind::submit);
  EXPECT_THAT(chain_of(trace), ElementsAre(link(LinkKind::run, 0, 0, 3), link(LinkKind::run, 1, 3, 5)));
}

TEST(CriticalChain, TaskSubmittedByItsParentFollowsTheParentsRun) {
  auto trace = *trace_from_text("aaaa\n...bb\na1: write x@0 [submit 0]\nb1: write y@0 [submit 2]", 1);
  trace.recorded.parents = true;
  trace.tasks.parent = {TaskId(), TaskId(0)};
  EXPECT_THAT(chain_of(trace), ElementsAre(link(LinkKind::run, 0, 0, 2), link(LinkKind::ready_wait, 1, 2, 3),
                                           link(LinkKind::run, 1, 3, 5)));
}

TEST(CriticalChain, FollowsTheMessageThatCarriedTheData) {
  const auto trace = trace_from_text(R"(
    n0/w0: aaa....
    n1/w0: ccc...bb
    x: 8 bytes on n0
    a1: write x@0 [ready 0]
    b1: read x@1 [ready 5]
    message x@1 n0->n1 3 5
  )",
                                     1);
  EXPECT_THAT(chain_of(*trace),
              ElementsAre(link(LinkKind::run, 0, 0, 3), link(LinkKind::message, 2, 3, 5),
                          link(LinkKind::ready_wait, 2, 5, 6), link(LinkKind::run, 2, 6, 8)));
}

TEST(CriticalChain, ReadyTimesRevealUnrecordedMessages) {
  const auto trace = trace_from_text(R"(
    n0/w0: aaa....
    n1/w0: ......bb
    x: 8 bytes on n0
    a1: write x@0 [ready 0]
    b1: read x@1 [ready 5]
  )",
                                     1);
  EXPECT_THAT(chain_of(*trace),
              ElementsAre(link(LinkKind::run, 0, 0, 3), link(LinkKind::message, 1, 3, 5),
                          link(LinkKind::ready_wait, 1, 5, 6), link(LinkKind::run, 1, 6, 8)));
  const auto neither = trace_from_text(R"(
    n0/w0: aaa....
    n1/w0: ......bb
    x: 8 bytes on n0
    a1: write x@0
    b1: read x@1
  )",
                                       1);
  EXPECT_THAT(chain_of(*neither), ElementsAre(link(LinkKind::run, 0, 0, 3), link(LinkKind::unknown, 1, 3, 6),
                                              link(LinkKind::run, 1, 6, 8)));
}

TEST(CriticalChain, MessageOfUnwrittenDataStartsTheChain) {
  const auto trace = trace_from_text(R"(
    n0/w0: a....
    n1/w0: ...bb
    x: 8 bytes on n0
    b1: read x@0
    message x@0 n0->n1 1 3
  )",
                                     1);
  EXPECT_THAT(chain_of(*trace), ElementsAre(link(LinkKind::unknown, 1, 0, 1),
                                            link(LinkKind::message, 1, 1, 3), link(LinkKind::run, 1, 3, 5)));
}

TEST(CriticalChain, PassesThroughNestedTasks) {
  auto trace = *trace_from_text("aaaaaaaaaa\n..........b", 1);
  trace.recorded.dependencies = true;
  trace.dependencies = {{TaskId(0), TaskId(1)}};
  trace.lanes[0].spans.push_back(3, 6, TaskId(2), SpanKind::run);
  trace.tasks.type.emplace_back(1u);
  EXPECT_THAT(chain_of(trace), ElementsAre(link(LinkKind::run, 0, 0, 3), link(LinkKind::run, 2, 3, 6),
                                           link(LinkKind::run, 0, 6, 10), link(LinkKind::run, 1, 10, 11)));
}

TEST(CriticalChain, ResumedTaskFollowsItsEarlierRun) {
  auto trace = *trace_from_text("aaa..\n.....", 1);
  trace.recorded.dependencies = true;
  trace.lanes[1].spans.push_back(5, 8, TaskId(0), SpanKind::run);
  EXPECT_THAT(chain_of(trace), ElementsAre(link(LinkKind::run, 0, 0, 3), link(LinkKind::unknown, 0, 3, 5),
                                           link(LinkKind::run, 0, 5, 8)));
}

TEST(CriticalChain, UnexplainedTimeIsUnknown) {
  auto trace = *trace_from_text("..aa", 1);
  trace.recorded.dependencies = true;
  trace.lanes[0].spans.push_back(5, 7, TaskId(), SpanKind::wait);
  EXPECT_THAT(chain_of(trace), ElementsAre(link(LinkKind::unknown, 0, 0, 2), link(LinkKind::run, 0, 2, 4),
                                           ChainLink{LinkKind::unknown, TaskId(), 4, 7}));
  trace.lanes[0].spans = {};
  trace.lanes[0].spans.push_back(0, 3, TaskId(), SpanKind::wait);
  EXPECT_THAT(chain_of(trace), ElementsAre(ChainLink{LinkKind::unknown, TaskId(), 0, 3}));
}

TEST(CriticalChain, PredecessorsThatEndLateCountUpToTheStart) {
  const auto trace = trace_from_text("aaaa\n...bb\na1: write x@0\nb1: read x@1", 1);
  EXPECT_THAT(chain_of(*trace), ElementsAre(link(LinkKind::run, 0, 0, 3), link(LinkKind::run, 1, 3, 5)));
}

TEST(CriticalChain, ZeroLengthTasksDoNotLoop) {
  // a waits only for d, but comes after c on its lane at the same time; c waits for a.
  auto trace = *trace_from_text("ac\nddd", 1);
  const TaskId a(0), d(1), c(2);
  trace.recorded.dependencies = true;
  trace.dependencies = {{a, c}, {d, a}};
  trace.lanes[0].spans = {};
  trace.lanes[0].spans.push_back(5, 5, c, SpanKind::run);
  trace.lanes[0].spans.push_back(5, 5, a, SpanKind::run);
  EXPECT_THAT(chain_of(trace),
              ElementsAre(link(LinkKind::run, 1, 0, 3), link(LinkKind::ready_wait, 0, 3, 5)));
}

TEST(CriticalPath, RandomTracesSatisfyTheInvariants) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(seed);
    RandomTrace options;
    options.seed = seed;
    options.tasks = 20 + seed;
    options.handles = 1 + seed % 11;
    options.nodes = 1 + seed % 3;
    options.adds = seed % 4 != 0;
    const auto trace = random_trace(options);
    const TaskGraph graph(*trace);
    const TaskTimes times = task_times(*trace);
    const std::int64_t makespan_ns = compute_statistics(*trace).makespan_ns;

    const CriticalBound bound = bound_of(*trace);
    EXPECT_LE(bound.length_ns, makespan_ns);
    std::int64_t sum_ns = 0;
    for (const TaskId task : bound.tasks) sum_ns += times.duration_ns[task.value()];
    EXPECT_EQ(sum_ns, bound.length_ns);
    std::vector<std::int64_t> finish_ns(trace->tasks.size(), 0);  // random traces submit predecessors first
    for (std::size_t t = 0; t < finish_ns.size(); ++t) {
      for (const TaskId before : graph.predecessors(TaskId(t))) {
        finish_ns[t] = std::max(finish_ns[t], finish_ns[before.value()]);
      }
      finish_ns[t] += times.duration_ns[t];
    }
    const std::int64_t without_groups_ns = *std::max_element(finish_ns.begin(), finish_ns.end());
    EXPECT_GE(bound.length_ns, without_groups_ns);
    if (!options.adds) {
      EXPECT_EQ(bound.length_ns, without_groups_ns);
    }

    const auto links = chain_of(*trace);
    std::int64_t at_ns = 0;
    for (const ChainLink& l : links) {
      EXPECT_EQ(l.begin_ns, at_ns);
      EXPECT_LT(l.begin_ns, l.end_ns);
      EXPECT_NE(l.kind, LinkKind::unknown);
      if (l.kind == LinkKind::run) {
        EXPECT_LE(times.begin_ns[l.task.value()], l.begin_ns);
        EXPECT_GE(times.end_ns[l.task.value()], l.end_ns);
      }
      at_ns = l.end_ns;
    }
    EXPECT_EQ(at_ns, makespan_ns);
  }
}

TEST(CriticalPath, KindsHaveNames) {
  EXPECT_EQ(kind_name(LinkKind::run), "run");
  EXPECT_EQ(kind_name(LinkKind::message), "message");
  EXPECT_EQ(kind_name(LinkKind::ready_wait), "ready_wait");
  EXPECT_EQ(kind_name(LinkKind::submit_wait), "submit_wait");
  EXPECT_EQ(kind_name(LinkKind::release), "release");
  EXPECT_EQ(kind_name(LinkKind::unknown), "unknown");
}

}  // namespace
}  // namespace gusset::traces
