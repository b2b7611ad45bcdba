#include "gusset/traces/schedules/schedule_file.hpp"

#include <gmock/gmock.h>

#include <utility>

#include "schedule_case.hpp"
#include "schedule_problems.hpp"
#include "text_trace.hpp"

namespace gusset::schedules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using traces::TaskId;
using traces::testing::trace_from_text;

constexpr const char* diamond =
    "abcd\n"
    "a1: write x@0\n"
    "b1: add x@1\n"
    "c1: add x@1\n"
    "d1: read x@3, write y@0";

ScheduleFile file_of(const traces::Trace& trace) {
  return schedule_file(trace, testing::search(traces::testing::problem_of_trace(trace), 2, 10));
}

TEST(ScheduleOfTrace, NamesTasksByWrittenVersion) {
  const ScheduleFile file = file_of(*trace_from_text(diamond));
  EXPECT_EQ(file.rule, MatchRule::written_version);
  EXPECT_EQ(file.workers[0][0], (ScheduledTask{"a", "x", 0, 0, 0}));
  EXPECT_EQ(file.workers[0][1], (ScheduledTask{"b", "x", 1, 0, 1000}));
  EXPECT_THAT(schedule_file_text(file),
              HasSubstr(R"(      {"type":"b","place":"x","version":1,"begin_ns":1000})"));
}

TEST(ScheduleOfTrace, NamesTasksByTypeAndOrderWithoutAccesses) {
  const ScheduleFile file = file_of(*trace_from_text("a|ab\nb1: after a1, a2"));
  EXPECT_EQ(file.rule, MatchRule::parent_and_order);
  EXPECT_EQ(file.workers[1][0], (ScheduledTask{"a", "", 0, 1, 0}));
}

TEST(ScheduleOfTrace, FindsTheTasksOfAnotherRun) {
  const ScheduleFile file = file_of(*trace_from_text(diamond));
  const auto other = trace_from_text(
      "a.c..b.de\n"
      "a1: write x@0\n"
      "b1: add x@1\n"
      "c1: add x@1\n"
      "d1: read x@3, write y@0\n"
      "e1: write z@0");
  const auto resolved = resolve(file, *other, traces::TaskGraph(*other), "S.json");
  ASSERT_TRUE(resolved) << resolved.error().message();
  EXPECT_EQ(resolved->unknown_tasks, 1u);
  EXPECT_EQ(resolved->unused, 0u);
  EXPECT_THAT(resolved->worker, ElementsAre(0, 0, 0, 0, ResolvedSchedule::unknown));
  EXPECT_THAT(resolved->lists[0], ElementsAre(TaskId(0), TaskId(2), TaskId(1), TaskId(3)));
  EXPECT_THAT(resolved->rank, ElementsAre(0, 2, 1, 3, 0));
}

TEST(ScheduleOfTrace, IsRefusedForAnotherProgram) {
  ScheduleFile file = file_of(*trace_from_text(diamond));
  file.program = "cholesky";
  traces::Trace other = *trace_from_text("p\np1: write q@0");
  other.metadata.program = "lu";
  EXPECT_EQ(resolve(file, other, traces::TaskGraph(other), "S.json").error().message(),
            "S.json: expected a schedule of \"lu\", found one of \"cholesky\"");
  const auto unknown = trace_from_text("ab");
  EXPECT_FALSE(resolve(file, *unknown, traces::TaskGraph(*unknown), "S.json"));
}

TEST(ScheduleOfTrace, IsRefusedIfItsListsContradictTheDependencies) {
  const auto trace = trace_from_text(diamond);
  ScheduleFile file = file_of(*trace);
  std::swap(file.workers[0][0], file.workers[0][1]);
  EXPECT_EQ(
      resolve(file, *trace, traces::TaskGraph(*trace), "S.json").error().message(),
      "S.json: expected workers' lists that the dependencies allow, found lists that wait for each other");
}

}  // namespace
}  // namespace gusset::schedules
