#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/schedules/find_schedule.hpp"

namespace gusset::schedules {

/// Assigns workers to tasks that begin in this order at these times. Of the free workers, each task gets the
/// one that ran most of its predecessors (ties: the lowest number). At no time may more tasks run than there
/// are threads.
TaskSchedule worker_lists(const traces::ScheduleProblem& problem, unsigned threads,
                          const std::vector<std::uint32_t>& order, const std::vector<std::int64_t>& begin_ns);

}  // namespace gusset::schedules
