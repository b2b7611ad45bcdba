#include "gusset/traces/analysis/graph/schedule_problem.hpp"

#include <gmock/gmock.h>

#include "schedule_problems.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::trace_from_text;

Result<ScheduleProblem> problem(const Trace& trace) {
  return problem_of(trace, TaskGraph(trace), std::vector<std::int64_t>(trace.tasks.size(), 1), "t.gus");
}

TEST(MakeProblem, DropsImpliedEdgesAndDuplicates) {
  const auto chain = make_problem({1, 2, 3}, {{0, 1}, {1, 2}, {0, 2}, {0, 1}});
  ASSERT_TRUE(chain);
  EXPECT_THAT(chain->successors.of(0), ElementsAre(1));
  EXPECT_THAT(chain->predecessors.of(2), ElementsAre(1));
  EXPECT_THAT(chain->order, ElementsAre(0, 1, 2));
}

TEST(MakeProblem, DropsGroupsOfOneTask) {
  const auto three = make_problem({1, 1, 1}, {}, {{0}, {2, 1}, {}});
  ASSERT_TRUE(three);
  ASSERT_EQ(three->groups.size(), 1u);
  EXPECT_THAT(three->groups.of(0), ElementsAre(2, 1));
  EXPECT_THAT(three->groups_of.of(0), IsEmpty());
  EXPECT_THAT(three->groups_of.of(1), ElementsAre(0));
}

TEST(MakeProblem, RefusesACycle) {
  EXPECT_FALSE(make_problem({1, 1}, {{0, 1}, {1, 0}}));
}

TEST(UpwardRanks, AreTheLongestPathsToTheEnd) {
  EXPECT_THAT(upward_ranks(testing::graham()), ElementsAre(12, 2, 2, 6, 4, 4, 4, 4, 9));
}

TEST(UpwardRanks, CountFollowersThatExcludeEachOtherOneByOne) {
  // Tasks 1 and 2 follow task 0; task 3 follows task 2, so task 2 goes first.
  const auto problem = make_problem({1, 5, 5, 3}, {{0, 1}, {0, 2}, {2, 3}}, {{1, 2}});
  EXPECT_THAT(upward_ranks(*problem), ElementsAre(11, 5, 8, 3));
}

TEST(ReversedProblem, HasTheSamePathsBackwards) {
  const ScheduleProblem graham = testing::graham();
  EXPECT_THAT(upward_ranks(reversed(graham)), ElementsAre(3, 2, 2, 2, 6, 6, 6, 6, 12));
  EXPECT_EQ(reversed(reversed(graham)), graham);
}

TEST(ProblemOfATrace, OrdersVersionsAndGroupsAdds) {
  const auto trace = trace_from_text(
      "a.b.c.d\n"
      "a1: write x@0\n"
      "b1: add x@1\n"
      "c1: add x@1\n"
      "d1: read x@3");
  const auto found = problem(*trace);
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_THAT(found->predecessors.of(1), ElementsAre(0));
  EXPECT_THAT(found->predecessors.of(2), ElementsAre(0));
  EXPECT_THAT(found->predecessors.of(3), ElementsAre(1, 2));
  ASSERT_EQ(found->groups.size(), 1u);
  EXPECT_THAT(found->groups.of(0), ElementsAre(1, 2));
}

TEST(ProblemOfATrace, LetsAddsOverlapIfSomeAddsToTheirHandleDid) {
  const std::string accesses =
      "\na1: add x@0\nb1: add x@0\nc1: read x@2\nd1: add x@3\ne1: add x@3\nf1: add y@0\ng1: add y@0";
  const auto apart = problem(*trace_from_text("aa..c.d.f\n..bb...e.g" + accesses));
  ASSERT_TRUE(apart) << apart.error().message();
  EXPECT_EQ(apart->groups.size(), 3u);
  const auto overlapping = problem(*trace_from_text("aa..c.d.f\n.bb....e.g" + accesses));
  ASSERT_TRUE(overlapping) << overlapping.error().message();
  ASSERT_EQ(overlapping->groups.size(), 1u);
  EXPECT_THAT(overlapping->groups.of(0), ElementsAre(5, 6)) << "the adds to y";
}

TEST(ProblemOfATrace, RefusesATraceWithoutOrder) {
  const auto found = problem(*trace_from_text("ab"));
  ASSERT_FALSE(found);
  EXPECT_EQ(
      found.error().message(),
      "t.gus: expected recorded accesses or dependencies, which say what a schedule must respect, found "
      "neither");
}

TEST(ProblemOfATrace, RefusesSeveralNodesSubtasksAndOpenMp) {
  const auto nodes = trace_from_text("n0/w0: a\nn1/w0: .b\nb1: after a1");
  EXPECT_EQ(problem(*nodes).error().found, "2 nodes");
  Trace trace = *trace_from_text("ab\nb1: after a1");
  trace.metadata.runtime = openmp_runtime;
  EXPECT_THAT(problem(trace).error().found, HasSubstr("OpenMP"));
  trace.metadata.runtime.clear();
  EXPECT_TRUE(problem(trace));
  trace.recorded.parents = true;
  trace.tasks.parent = {TaskId(), TaskId(0)};
  EXPECT_EQ(problem(trace).error().found, "1 subtask");
}

TEST(ProblemOfATrace, RefusesNoTasksAndCycles) {
  EXPECT_EQ(problem(Trace()).error().expected, "tasks to schedule");
  Trace trace = *trace_from_text("ab\nb1: after a1");
  trace.dependencies.push_back({TaskId(1), TaskId(0)});
  EXPECT_EQ(problem(trace).error().message(),
            "t.gus: expected dependencies without a cycle, found one that blocks 2 tasks");
}

}  // namespace
}  // namespace gusset::traces
