#pragma once
#include <cstdint>
#include <span>

#include "gusset/traces/analysis/graph/schedule_problem.hpp"
#include "gusset/traces/schedules/find_schedule.hpp"

namespace gusset::schedules {

/// How long the schedule's lists take with other durations (ns, one per task): each worker runs its list in
/// order, each task waits for its predecessors, and the tasks of a group run in the schedule's order. Each
/// task takes `overhead_ns` more. Returns the makespan in ns.
std::int64_t strict_makespan_ns(const traces::ScheduleProblem& problem, const TaskSchedule& schedule,
                                std::span<const std::int64_t> duration_ns, std::int64_t overhead_ns);

/// How long SWITCHES' static schedule takes [Diavastos, Trancoso: "SWITCHES: a lightweight runtime for
/// dataflow execution of tasks on many-cores", 2017]: task number t belongs to worker t mod threads; each
/// worker cycles through its list and runs the next task that is ready. Each task takes `overhead_ns` more.
/// Returns the makespan in ns.
std::int64_t round_robin_makespan_ns(const traces::ScheduleProblem& problem, unsigned threads,
                                     std::span<const std::int64_t> duration_ns, std::int64_t overhead_ns);

}  // namespace gusset::schedules
