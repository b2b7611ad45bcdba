#include "gusset/traces/task_table.hpp"

#include <algorithm>

#include "exclusive_time.hpp"
#include "gus_reserve.hpp"

namespace gusset::traces {

TaskTimes task_times(const Trace& trace) {
  TaskTimes times;
  gus::fill(times.begin_ns, trace.tasks.size(), unknown_time);
  gus::fill(times.end_ns, trace.tasks.size(), unknown_time);
  gus::fill(times.duration_ns, trace.tasks.size(), std::int64_t{0});
  gus::fill(times.lane, trace.tasks.size(), LaneId());
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    const SpanColumns& spans = trace.lanes[lane].spans;
    const auto is_run = [&](std::size_t i) {
      return spans.kind[i] == SpanKind::run && !spans.task[i].is_none();
    };
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (!is_run(i)) continue;
      const std::size_t task = spans.task[i].value();
      times.end_ns[task] = std::max(times.end_ns[task], spans.end_ns[i]);  // unknown_time is the least of all
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

TaskDetails task_details(const Trace& trace, const TaskGraph& graph, const TaskTimes& times, TaskId task) {
  TaskDetails details;
  details.task = task;
  details.begin_ns = times.begin_ns[task.value()];
  details.end_ns = times.end_ns[task.value()];
  details.duration_ns = times.duration_ns[task.value()];
  details.lane = times.lane[task.value()];
  if (trace.recorded.submit) details.submit_ns = trace.tasks.submit_ns[task.value()];
  if (trace.recorded.ready) details.ready_ns = trace.tasks.ready_ns[task.value()];
  if (details.ready_ns != unknown_time && details.begin_ns != unknown_time) {
    details.ready_to_start_ns = details.begin_ns - details.ready_ns;
  }
  details.predecessors = graph.predecessors(task);
  details.successors = graph.successors(task);
  std::int64_t last_end_ns = unknown_time;
  for (const TaskId predecessor : details.predecessors) {
    const std::int64_t end_ns = times.end_ns[predecessor.value()];
    if (end_ns == unknown_time || end_ns <= last_end_ns) continue;
    last_end_ns = end_ns;
    details.last_predecessor = predecessor;
  }
  return details;
}

}  // namespace gusset::traces
