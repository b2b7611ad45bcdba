#pragma once
#include <string>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "schedule/schedule_record.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// What a predicted trace says of itself.
struct PredictedOrigin {
  std::string program;
  std::vector<std::string> command;
  std::string model_json;
  std::vector<std::string> notes;
};

/// The trace of a schedule that has run to its end: no date and no host, so the same simulation gives the
/// same bytes.
traces::Trace predicted_trace(const TaskStream& stream, const ScheduleRecord& record, unsigned nodes,
                              unsigned workers, std::uint64_t header_bytes, PredictedOrigin origin);

}  // namespace gusset::simulator
