// The bound of known graphs, worked out by hand.
#include <gmock/gmock.h>

#include "cholesky3.hpp"
#include "critical_path_calls.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using testing::bound_of;
using testing::chain_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::trace_from_text;

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

}  // namespace
}  // namespace gusset::traces
