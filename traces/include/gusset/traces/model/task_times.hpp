#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// When and where each task ran, derived from its run spans. Times in ns from the trace's start.
struct TaskTimes {
  std::vector<std::int64_t> begin_ns;  ///< first begin; unknown_time where it never ran
  std::vector<std::int64_t> end_ns;    ///< last end; unknown_time where it never ran
  std::vector<std::int64_t>
      duration_ns;           ///< exclusive of nested spans, from the trace's start on; 0 where it never ran
  std::vector<LaneId> lane;  ///< of its first span (ties: the upper lane); none where it never ran
};
/// Linear in spans.
TaskTimes task_times(const Trace& trace);

}  // namespace gusset::traces
