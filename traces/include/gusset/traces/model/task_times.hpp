#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// When and where each task ran, derived from its run spans. Times are in ns from the trace's start.
struct TaskTimes {
  std::vector<std::int64_t> begin_ns;  ///< first start; unknown_time if the task never ran
  std::vector<std::int64_t> end_ns;    ///< last end; unknown_time if the task never ran
  /// Excludes nested spans and time before the trace's start. 0 if the task never ran.
  std::vector<std::int64_t> duration_ns;
  std::vector<LaneId> lane;  ///< lane of the first span (ties: the upper lane); none if the task never ran
};
/// Linear in spans.
TaskTimes task_times(const Trace& trace);
/// When the last task ended; 0 if none ran.
std::int64_t last_end_ns(const TaskTimes& times);

}  // namespace gusset::traces
