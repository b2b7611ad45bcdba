#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "model/run_segments.hpp"

namespace gusset::traces {

/// What happens in a task at one time. Marks at equal times are in the order of their kinds.
struct StrandMark {
  enum class Kind : std::uint8_t { release, group_begin, create, wait, acquire };
  TaskId task;
  std::int64_t time_ns = 0;
  Kind kind = Kind::create;
  std::uint32_t what = 0;  ///< release, acquire: a lock; create: a task; wait: an index into the waits
};

/// The marks of all tasks, sorted by task and time.
std::vector<StrandMark> strand_marks(const Trace& trace);

/// The indices of all segments of tasks, sorted by task and time.
std::vector<std::size_t> segments_by_task(const RunSegments& segments);

}  // namespace gusset::traces
