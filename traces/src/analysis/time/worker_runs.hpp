#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "gusset/traces/model/processor_time.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// A stretch of a worker in the run of a task.
struct WorkerRun {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  TaskId task;

  std::int64_t within_ns(const ProcessorUse& use) const {
    return std::max<std::int64_t>(0, std::min(end_ns, use.end_ns) - std::max(begin_ns, use.begin_ns));
  }
};

/// A worker's stretches in tasks, in order of time, clipped to [0, makespan). `lanes` are the worker's. Where
/// runs of several lanes overlap, the one that began first counts.
std::vector<WorkerRun> worker_runs(const Trace& trace, const std::vector<LaneId>& lanes,
                                   std::int64_t makespan_ns);

}  // namespace gusset::traces
