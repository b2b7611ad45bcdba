#include "region_times.hpp"

#include <algorithm>
#include <map>

#include "gusset/traces/analysis/time/task_table.hpp"

namespace gusset::traces {
namespace {

/// Sorts intervals and unites those that touch.
void unite(std::vector<TimeInterval>& intervals) {
  std::ranges::sort(intervals, {}, &TimeInterval::begin_ns);
  std::size_t kept = 0;
  for (const TimeInterval& interval : intervals) {
    if (kept > 0 && interval.begin_ns <= intervals[kept - 1].end_ns) {
      intervals[kept - 1].end_ns = std::max(intervals[kept - 1].end_ns, interval.end_ns);
    } else {
      intervals[kept++] = interval;
    }
  }
  intervals.resize(kept);
}

}  // namespace

std::vector<std::vector<TimeInterval>> region_times(const Trace& trace) {
  std::vector<std::vector<TimeInterval>> workers(trace.workers.size());
  const TaskTimes times = task_times(trace);
  const auto interval_of = [&](TaskId part) {
    const std::int64_t begin_ns = times.begin_ns[part.value()];
    const std::int64_t submit_ns = trace.recorded.submit ? trace.tasks.submit_ns[part.value()] : unknown_time;
    return TimeInterval{submit_ns == unknown_time ? begin_ns : std::min(begin_ns, submit_ns),
                        times.end_ns[part.value()]};
  };
  std::map<std::uint32_t, TimeInterval> regions;
  for (const JoinedTask& joined : trace.fork_join.joined) {
    const LaneId lane = times.lane[joined.task.value()];
    if (joined.region == JoinedTask::no_region || lane.is_none()) continue;
    const TimeInterval own = interval_of(joined.task);
    if (trace.metadata.origin != Origin::predicted) {
      workers[trace.lanes[lane.value()].worker.value()].push_back(own);
      continue;
    }
    TimeInterval& region = regions.try_emplace(joined.region, own).first->second;
    region = {std::min(region.begin_ns, own.begin_ns), std::max(region.end_ns, own.end_ns)};
  }
  if (!regions.empty()) {
    std::vector<TimeInterval> all;
    for (const auto& [number, region] : regions) all.push_back(region);
    workers.assign(workers.size(), all);
  }
  for (std::vector<TimeInterval>& intervals : workers) unite(intervals);
  return workers;
}

}  // namespace gusset::traces
