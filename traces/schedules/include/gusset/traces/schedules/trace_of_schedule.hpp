#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/schedules/find_schedule.hpp"

namespace gusset::schedules {

/// The schedule as a predicted trace: the tasks, handles, accesses and dependencies of `trace`, one node with
/// the schedule's workers, and one run span per task. `duration_ns` has the durations that the schedule was
/// found for. What a run alone can show (submission, messages, counters, processor time) is not recorded.
/// `source` is the trace's file name; it appears in the model. The same input gives the same bytes.
traces::Trace trace_of_schedule(const traces::Trace& trace, const FoundSchedule& found,
                                const std::vector<std::int64_t>& duration_ns, const std::string& source);

}  // namespace gusset::schedules
