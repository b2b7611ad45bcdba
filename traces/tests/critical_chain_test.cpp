// The critical chains of known schedules, worked out by hand.
#include <gmock/gmock.h>

#include "cholesky3.hpp"
#include "critical_path_calls.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::chain_of;
using ::testing::ElementsAre;
using testing::link;
using testing::LinkKind;
using ::testing::SizeIs;
using testing::trace_from_text;

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

TEST(CriticalChain, ContainsEveryTaskOfCholeskyOnOneWorker) {
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

TEST(CriticalChain, WorkerIdleBeforeTheTaskIsReadyIsNotTheCause) {
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
  trace.lanes[1].spans.push_back(2, 5, TaskId(), SpanKind::wait);  // a wait for work
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

TEST(CriticalChain, ParentsSubmissionsCountAsRunning) {
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

TEST(CriticalChain, UnrecordedMessagesAreUnknown) {
  const auto trace = trace_from_text(R"(
    n0/w0: aaa....
    n1/w0: ......bb
    x: 8 bytes on n0
    a1: write x@0 [ready 0]
    b1: read x@1 [ready 5]
  )",
                                     1);
  EXPECT_THAT(chain_of(*trace),
              ElementsAre(link(LinkKind::run, 0, 0, 3), link(LinkKind::unknown, 1, 3, 5),
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

}  // namespace
}  // namespace gusset::traces
