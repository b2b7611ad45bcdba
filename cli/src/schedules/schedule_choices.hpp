#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/analysis/graph/schedule_problem.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/schedules/schedule_answer.hpp"
#include "gusset/traces/schedules/task_durations.hpp"

namespace gusset::cli {

/// Compares a found schedule with its alternatives: with the trace's own durations and, if similar tasks took
/// different times, in 20 to 200 runs with drawn durations. The default policy, upward ranks as priorities,
/// and the found schedule as a guide are replayed. The strict schedule and round robin take a few nanoseconds
/// per task, if the trace's runtime takes time between tasks. Sets the report's choices and draws, and adds
/// assumptions. `problem` has the durations of the plan. Calls `goes_on` before each run with the choice's
/// name, how many of its runs are over and how many there are. Once `goes_on` returns false, the report has
/// no choices and says that the comparison was stopped. Throws Failure.
void add_choices(
    schedules::ScheduleReport& report, const traces::Trace& trace, const traces::ScheduleProblem& problem,
    const schedules::TaskDurations& durations, const simulator::ReplayInputs& inputs,
    const std::function<bool(const std::string& name, std::size_t run, std::size_t runs)>& goes_on = {});

}  // namespace gusset::cli
