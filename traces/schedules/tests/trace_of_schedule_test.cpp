#include "gusset/traces/schedules/trace_of_schedule.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/model/validate.hpp"
#include "schedule_case.hpp"
#include "schedule_problems.hpp"
#include "text_trace.hpp"

namespace gusset::schedules {
namespace {

TEST(TraceOfSchedule, HasTheTasksWhereTheScheduleRunsThem) {
  const auto trace = traces::testing::trace_from_text(
      "aabbccc\n"
      "a1: write x@0\n"
      "b1: read x@1, write y@0\n"
      "c1: read x@1, write z@0");
  const traces::ScheduleProblem problem = traces::testing::problem_of_trace(*trace);
  const FoundSchedule found = testing::search(problem, 2, 10);
  const traces::Trace best = trace_of_schedule(*trace, found, problem.duration_ns, "t.gus");
  ASSERT_TRUE(traces::validate(best, "best")) << traces::validate(best, "best").error().message();
  EXPECT_EQ(traces::check(best).total, 0u);
  EXPECT_EQ(best.metadata.origin, traces::Origin::predicted);
  EXPECT_EQ(best.workers.size(), 2u);
  EXPECT_EQ(traces::compute_statistics(best).makespan_ns, 5000);
  const auto model = nlohmann::json::parse(best.metadata.model);
  EXPECT_EQ(model.at("kind"), "schedule");
  EXPECT_DOUBLE_EQ(model.at("found_s").get<double>(), 5e-6);
  EXPECT_EQ(traces::testing::problem_of_trace(best), problem);
}

TEST(TraceOfSchedule, IsValidForRandomSchedulesWithEmptyTasks) {
  const auto trace = traces::testing::trace_from_text("a|a|a|a|a|a\na1: write x@0\na2: write x@1");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    traces::ScheduleProblem problem = traces::testing::problem_of_trace(*trace);
    for (std::size_t task = 0; task < problem.size(); ++task)
      problem.duration_ns[task] = static_cast<std::int64_t>((seed * 7 + task * 5) % 4);
    const FoundSchedule found = testing::search(problem, 2, 20, seed);
    const auto valid = traces::validate(trace_of_schedule(*trace, found, problem.duration_ns, "t"), "best");
    EXPECT_TRUE(valid) << valid.error().message();
  }
}

}  // namespace
}  // namespace gusset::schedules
