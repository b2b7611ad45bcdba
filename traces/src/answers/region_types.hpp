#pragma once
#include <cstdint>
#include <map>

#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The parallel regions of one type. A region lasts from its creation to the end of its last part.
struct RegionType {
  std::uint64_t count = 0;
  std::int64_t median_elapsed_ns = 0;
  /// By all threads, while the thread that creates a region takes part in it. A region counts up to the
  /// median: a few that were held up do not make all of them costly.
  std::int64_t usually_lost_ns = 0;
  bool has_tasks = false;
};

/// When the first region began and the last one ended. Without regions that ran: the makespan, and 0.
struct RegionsTime {
  std::int64_t first_ns = 0;
  std::int64_t last_ns = 0;
};

/// `times` and `makespan_ns` must belong to the trace.
RegionsTime time_of_regions(const Trace& trace, const TaskTimes& times, std::int64_t makespan_ns);

/// All types with regions that ran. Empty if creations or parents were not recorded. `times` must belong to
/// the trace.
std::map<TypeId, RegionType> region_types(const Trace& trace, const TaskTimes& times);

}  // namespace gusset::traces
