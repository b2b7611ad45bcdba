#include "gusset/traces/model/task_times.hpp"

#include <algorithm>

#include "exclusive_time.hpp"
#include "gusset/base/columns.hpp"

namespace gusset::traces {

TaskTimes task_times(const Trace& trace) {
  TaskTimes times;
  columns::fill(times.begin_ns, trace.tasks.size(), unknown_time);
  columns::fill(times.end_ns, trace.tasks.size(), unknown_time);
  columns::fill(times.duration_ns, trace.tasks.size(), std::int64_t{0});
  columns::fill(times.lane, trace.tasks.size(), LaneId());
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    const SpanColumns& spans = trace.lanes[lane].spans;
    const auto is_run = [&](std::size_t i) {
      return spans.kind[i] == SpanKind::run && !spans.task[i].is_none();
    };
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (!is_run(i)) continue;
      const std::size_t task = spans.task[i].value();
      times.end_ns[task] = std::max(times.end_ns[task], spans.end_ns[i]);  // unknown_time is the minimum
      if (!times.lane[task].is_none() && times.begin_ns[task] <= spans.begin_ns[i]) continue;
      times.begin_ns[task] = spans.begin_ns[i];
      times.lane[task] = LaneId(lane);
    }
    for_each_exclusive(spans, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
      if (!is_run(i)) return;
      times.duration_ns[spans.task[i].value()] +=
          std::max<std::int64_t>(end, 0) - std::max<std::int64_t>(begin, 0);
    });
  }
  return times;
}

std::int64_t last_end_ns(const TaskTimes& times) {
  std::int64_t last_ns = 0;
  for (const std::int64_t end_ns : times.end_ns) {
    if (end_ns != unknown_time) last_ns = std::max(last_ns, end_ns);
  }
  return last_ns;
}

}  // namespace gusset::traces
