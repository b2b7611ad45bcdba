#pragma once
#include "gusset/traces/model/trace.hpp"
#include "schedule/schedule_record.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// The trace of a schedule that has run to its end. Its metadata have no date and no host, so that the same
/// simulation gives the same bytes.
traces::Trace predicted_trace(const TaskStream& stream, const ScheduleRecord& record, unsigned nodes,
                              unsigned workers, std::uint64_t header_bytes, traces::Metadata metadata);

}  // namespace gusset::simulator
