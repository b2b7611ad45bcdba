#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "fork_join_program.hpp"
#include "gusset/traces/answers/info_answer.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

/// Two tasks, one created by the other.
Trace two_tasks() {
  testing::ForkJoinProgram program(1);
  const TaskId creator = program.task("creator");
  program.run(0, creator, 0, 900);
  program.run(0, program.task("created", creator, 100), 200, 400);
  return program.trace();
}

std::string advice(const TraceTotals& totals) {
  return info_answer(totals, "t.gus").verdict.findings.at(1).sentence;
}

TEST(InfoAnswer, OnlyForkJoinTracesHaveABoundLimit) {
  Trace trace = two_tasks();
  EXPECT_EQ(bound_limit(trace, 2, 2), std::nullopt);
  EXPECT_EQ(bound_limit(trace, 3, 2), 2U);
  EXPECT_EQ(bound_limit(trace, max_tasks_with_bound), std::nullopt);
  EXPECT_EQ(bound_limit(trace, max_tasks_with_bound + 1), max_tasks_with_bound);
  trace.recorded.fork_join = false;
  EXPECT_EQ(bound_limit(trace, 3, 2), std::nullopt);
}

TEST(InfoAnswer, SaysThatTheBoundOfALargeTraceIsNotComputed) {
  const Trace trace = two_tasks();
  const Statistics statistics = compute_statistics(trace);
  const TraceTotals totals{trace, statistics, std::nullopt, bound_limit(trace, trace.tasks.size(), 1)};
  EXPECT_THAT(advice(totals),
              EndsWith(" The critical path's bound is not computed for traces of more than 1 task; "
                       "gusset critical-path computes it, but needs much time and memory."));
  EXPECT_THAT(totals_sentence(totals),
              EndsWith(", critical-path bound not computed for traces of more than 1 task"));
  const std::string json = info_json(totals, "t.gus");
  EXPECT_THAT(json, HasSubstr("\"critical_path_bound_s\": null"));
  EXPECT_THAT(json, HasSubstr("\"critical_path_bound_limit_tasks\": 1"));
}

TEST(InfoAnswer, BoundWithoutALimit) {
  const Trace trace = two_tasks();
  const Statistics statistics = compute_statistics(trace);
  const TraceTotals totals{trace, statistics, 900};
  EXPECT_THAT(advice(totals), HasSubstr("the critical path is 900 ns, 100.0 % of the makespan"));
  EXPECT_THAT(info_json(totals, "t.gus"), HasSubstr("\"critical_path_bound_limit_tasks\": null"));
}

TEST(InfoAnswer, CyclicDependenciesAreNotCalledUnrecorded) {
  const auto trace = testing::trace_from_text("ab\na1: after b1\nb1: after a1\n");
  const Statistics statistics = compute_statistics(*trace);
  EXPECT_THAT(advice({*trace, statistics, std::nullopt}),
              EndsWith(" The dependencies are cyclic, so there is no critical path."));
}

TEST(InfoAnswer, SaysThatDependenciesWereNotRecorded) {
  const auto trace = testing::trace_from_text("ab\n");
  const Statistics statistics = compute_statistics(*trace);
  EXPECT_THAT(advice({*trace, statistics, std::nullopt}), HasSubstr(" Dependencies were not recorded, "));
}

// More nodes than processors: neither more workers nor another task graph helps.
TEST(InfoAnswer, RunWithoutProcessorsGetsNoOtherAdvice) {
  Trace trace = *testing::trace_from_text("n0/w0: aa........\nn1/w0: .......bbb\n", 1'000'000);
  const Statistics statistics = compute_statistics(trace);
  trace.recorded.processor_time = true;
  trace.processor_time.uses = {{WorkerId(1u), 0, 7'000'000, 1'000'000, 0, 1, 6'000'000}};
  EXPECT_EQ(
      advice({trace, statistics, 5'000'000}),
      "b took 60.0 % of the busy time. Threads had no processor for at least 30.0 % of their time: measure "
      "again with a processor of its own for each thread.");
}

}  // namespace
}  // namespace gusset::traces
