#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gusset/traces/analysis/graph/schedule_problem.hpp"
#include "gusset/traces/schedules/find_schedule.hpp"

namespace gusset::schedules::testing {

/// Searches with a number of evaluations.
FoundSchedule search(const traces::ScheduleProblem& problem, unsigned threads, std::uint64_t evaluations,
                     std::uint64_t seed = 1);

/// What is wrong with a schedule: a task too early, two tasks at once on a worker or in a group, a wrong
/// makespan. Empty if nothing is.
std::string fault_of(const traces::ScheduleProblem& problem, const FoundSchedule& found);

}  // namespace gusset::schedules::testing
