#pragma once
#include "gusset/traces/model/trace.hpp"
#include "schedule/schedule_record.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Returns the trace of a finished schedule. The metadata have no date and no host, so the same simulation
/// gives the same bytes.
traces::Trace predicted_trace(const TaskStream& stream, const ScheduleRecord& record, unsigned nodes,
                              unsigned workers, std::uint64_t header_bytes, traces::Metadata metadata);

}  // namespace gusset::simulator
