#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "gusset/traces/analysis/graph/schedule_problem.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// Reads tests/graphs/NAME: a line per task, "duration_ns handle predecessors…" with the number of
/// predecessors before them.
ScheduleProblem graph_file(const std::string& name);

/// Graham's anomaly: nine tasks that a list schedule runs in 12 on three workers.
ScheduleProblem graham();

/// The problem of a trace that ran, with the tasks' own durations.
ScheduleProblem problem_of_trace(const Trace& trace);

/// A random problem of n tasks with durations from 0 to 9 and some groups.
ScheduleProblem random_problem(std::size_t tasks, std::uint64_t seed);

}  // namespace gusset::traces::testing
