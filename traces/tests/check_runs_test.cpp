// Times, parents and spans: each test of a violation is next to a trace that obeys the model.
#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

#include "check_findings.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::findings_of;
using ::testing::IsEmpty;
using testing::trace_from_text;

TEST(Check, ExplicitDependenciesWaitForTheRun) {
  EXPECT_THAT(findings_of("aaabb\nb1: after a1"), IsEmpty());
  EXPECT_THAT(
      findings_of("aaa\n.bb\nb1: after a1"),
      ElementsAre("before_dependency: task 1 (b): expected a start at or after 3 ns, the end of task 0 "
                  "(a) that it depends on, found 1 ns"));
}

TEST(Check, SubmissionReadinessAndStartAreInOrder) {
  EXPECT_THAT(findings_of("..a\na1: [submit 1] [ready 2]"), IsEmpty());
  EXPECT_THAT(
      findings_of("..a\na1: [submit 1] [ready 3]"),
      ElementsAre(
          "before_ready: task 0 (a): expected a start at or after 3 ns, when it was ready, found 2 ns"));
  EXPECT_THAT(
      findings_of("..a\na1: [submit 2] [ready 1]"),
      ElementsAre(
          "before_submit: task 0 (a): expected readiness at or after 2 ns, its submission, found 1 ns"));
  EXPECT_THAT(
      findings_of("..a\na1: [submit 3]"),
      ElementsAre(
          "before_submit: task 0 (a): expected a start at or after 3 ns, its submission, found 2 ns"));
}

TEST(Check, UnknownTimesContradictNothing) {
  EXPECT_THAT(findings_of("aab\nb1: [submit 1]\na1: [ready 0]"), IsEmpty());
}

/// Tasks a and b, with b a child of a, and c, which awaits a.
Trace family(const std::string& rows) {
  auto trace = *trace_from_text(rows + "\na1: write x@0\nb1: write y@0\nc1: write x@1", 1);
  trace.recorded.parents = true;
  trace.tasks.parent.assign(trace.tasks.size(), TaskId());
  trace.tasks.parent[1] = TaskId(0);
  return trace;
}

TEST(Check, TaskCompletesWithItsChildren) {
  EXPECT_THAT(findings_of(family("aa...c\n..bbb")), IsEmpty());
  auto early = family("aa..c\n..bbb");
  EXPECT_THAT(findings_of(early),
              ElementsAre("before_predecessor: task 2 (c), x@1: expected a start at or after 5 "
                          "ns, the end of the last descendant of task 0 (a), found 4 ns"));
  early.metadata.origin = Origin::imported;
  EXPECT_THAT(findings_of(early), IsEmpty()) << "other runtimes need not wait for children";
}

TEST(Check, ChildrenStartAfterTheirParent) {
  auto trace = family("aa.c\n..b");
  std::swap(trace.lanes[0].spans.begin_ns[0], trace.lanes[1].spans.begin_ns[0]);
  std::swap(trace.lanes[0].spans.end_ns[0], trace.lanes[1].spans.end_ns[0]);
  EXPECT_THAT(
      findings_of(trace),
      ElementsAre("child_before_parent: task 1 (b): expected a start at or after 2 ns, when its parent, task "
                  "0 (a), began, found 0 ns"));
}

TEST(Check, TaskRunsOnce) {
  auto trace = *trace_from_text("aa.b", 1);
  trace.lanes[0].spans.task[1] = TaskId(0);
  EXPECT_THAT(
      findings_of(trace),
      ElementsAre(
          "ran_twice: task 0 (a): expected one run, found lane 0 at 0 to 2 ns and lane 0 at 3 to 4 ns"));
  trace.metadata.origin = Origin::imported;
  EXPECT_THAT(findings_of(trace), IsEmpty()) << "it may have been suspended";
  trace.lanes.push_back(trace.lanes[0]);
  trace.workers.push_back({NodeId(0), "other"});
  trace.lanes[1].worker = WorkerId(1);
  trace.lanes[1].spans = {};
  trace.lanes[1].spans.push_back(1, 3, TaskId(0), SpanKind::run);
  EXPECT_THAT(findings_of(trace),
              ElementsAre("ran_twice: task 0 (a): expected runs that do not overlap, found lane 0 at 0 "
                          "to 2 ns and lane 1 at 1 to 3 ns"));
}

TEST(Check, SpansOfOneWorkerDoNotCross) {
  EXPECT_THAT(findings_of("n0/w0: aaaa...cc\nn0/w0: .bb..."), IsEmpty());
  EXPECT_THAT(findings_of("n0/w0: aaaa\nn0/w1: ..bbbb"), IsEmpty());
  EXPECT_THAT(
      findings_of("n0/w0: aaaa\nn0/w0: ..bbbb"),
      ElementsAre(
          "spans_cross: worker 0 (w0): expected spans that nest or do not overlap, found lane 0 at 0 to 4 ns "
          "and lane 1 at 2 to 6 ns"));
}

TEST(Check, DependencyCycleIsFoundOnce) {
  Trace trace = *trace_from_text("abcd\n", 1);
  trace.recorded.dependencies = true;
  trace.dependencies = {{TaskId(0), TaskId(1)}, {TaskId(1), TaskId(2)}, {TaskId(2), TaskId(3)}};
  EXPECT_THAT(findings_of(trace), IsEmpty());
  trace.dependencies.push_back({TaskId(2), TaskId(1)});
  EXPECT_THAT(
      findings_of(trace),
      ElementsAre("before_dependency: task 1 (b): expected a start at or after 3 ns, the end of task 2 "
                  "(c) that it depends on, found 1 ns",
                  "cycle: task 1 (b): expected dependencies without a cycle, found a cycle of 2 tasks, "
                  "through task 2 (c)"));
}

}  // namespace
}  // namespace gusset::traces
