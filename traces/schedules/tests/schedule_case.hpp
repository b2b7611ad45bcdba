#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/schedules/find_schedule.hpp"
#include "gusset/traces/schedules/schedule_problem.hpp"

namespace gusset::schedules::testing {

/// Reads tests/graphs/NAME: a line per task, "duration_ns handle predecessors…" with the number of
/// predecessors before them.
ScheduleProblem graph_file(const std::string& name);

/// Graham's anomaly: nine tasks that a list schedule runs in 12 on three workers.
ScheduleProblem graham();

/// The problem of a trace that ran, with the tasks' own durations.
ScheduleProblem problem_of_trace(const traces::Trace& trace);

/// A random problem of n tasks with durations from 0 to 9 and some groups.
ScheduleProblem random_problem(std::size_t tasks, std::uint64_t seed);

/// Searches with a number of evaluations.
FoundSchedule search(const ScheduleProblem& problem, unsigned threads, std::uint64_t evaluations,
                     std::uint64_t seed = 1);

/// What is wrong with a schedule: a task too early, two tasks at once on a worker or in a group, a wrong
/// makespan. Empty if nothing is.
std::string fault_of(const ScheduleProblem& problem, const FoundSchedule& found);

}  // namespace gusset::schedules::testing
