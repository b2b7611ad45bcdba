#include "answers/created_tasks.hpp"

#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

/// How many of the tasks ran inside the task that created them, while that task was not waiting.
std::uint64_t run_at_once(const Trace& trace, const std::vector<bool>& is_created) {
  std::vector<bool> has_begun(trace.tasks.size(), false);
  std::uint64_t at_once = 0;
  for (const Lane& lane : trace.lanes) {
    const SpanColumns& spans = lane.spans;
    std::vector<std::size_t> open;  // the spans around this one
    for (std::size_t i = 0; i < spans.size(); ++i) {
      while (!open.empty() && spans.end_ns[open.back()] <= spans.begin_ns[i]) open.pop_back();
      const TaskId task = spans.task[i];
      if (spans.kind[i] == SpanKind::run && !task.is_none() && is_created[task.value()] &&
          !has_begun[task.value()]) {
        has_begun[task.value()] = true;
        const TaskId parent = trace.tasks.parent[task.value()];
        const bool is_inside = !parent.is_none() && !open.empty() &&
                               spans.kind[open.back()] == SpanKind::run && spans.task[open.back()] == parent;
        at_once += is_inside ? 1 : 0;
      }
      open.push_back(i);
    }
  }
  return at_once;
}

}  // namespace

CreatedTasks created_tasks(const Trace& trace, const std::vector<bool>& is_part, const TaskTimes& times) {
  std::vector<bool> is_serial(trace.types.size());
  for (std::size_t type = 0; type < is_serial.size(); ++type)
    is_serial[type] = is_serial_type(trace, TypeId(type));
  std::vector<bool> is_created(trace.tasks.size(), false);
  CreatedTasks created;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.lane[task].is_none() || is_part[task] || is_serial[trace.tasks.type[task].value()]) continue;
    is_created[task] = true;
    ++created.count;
    created.busy_ns += times.duration_ns[task];
    const TaskId parent = trace.recorded.parents ? trace.tasks.parent[task] : TaskId();
    if (!parent.is_none() && !is_part[parent.value()] && !is_serial[trace.tasks.type[parent.value()].value()])
      ++created.by_tasks;
    if (created.longest.is_none() || times.duration_ns[task] > times.duration_ns[created.longest.value()])
      created.longest = TaskId(task);
  }
  if (trace.recorded.fork_join && trace.recorded.parents) created.at_once = run_at_once(trace, is_created);
  return created;
}

}  // namespace gusset::traces
