#include "suspensions.hpp"

#include <algorithm>
#include <tuple>

namespace gusset::traces {
namespace {

struct TaskRun {
  TaskId task;
  std::int64_t begin_ns;
  std::int64_t end_ns;
};

template <class Visit>
void for_each_run_of_a_task(const Trace& trace, Visit visit) {
  for (const Lane& lane : trace.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.kind[i] != SpanKind::run || lane.spans.task[i].is_none()) continue;
      visit(TaskRun{lane.spans.task[i], lane.spans.begin_ns[i], lane.spans.end_ns[i]});
    }
  }
}

std::vector<TaskRun> runs_of_repeated_tasks(const Trace& trace) {
  std::vector<bool> seen(trace.tasks.size());
  std::vector<bool> several(trace.tasks.size());
  bool any = false;
  for_each_run_of_a_task(trace, [&](const TaskRun& run) {
    if (seen[run.task.value()]) any = several[run.task.value()] = true;
    seen[run.task.value()] = true;
  });
  std::vector<TaskRun> runs;
  if (!any) return runs;
  for_each_run_of_a_task(trace, [&](const TaskRun& run) {
    if (several[run.task.value()]) runs.push_back(run);
  });
  return runs;
}

}  // namespace

Suspensions suspensions_of(const Trace& trace) {
  std::vector<TaskRun> runs = runs_of_repeated_tasks(trace);
  std::sort(runs.begin(), runs.end(), [](const TaskRun& a, const TaskRun& b) {
    return std::tuple(a.task.value(), a.begin_ns, a.end_ns) <
           std::tuple(b.task.value(), b.begin_ns, b.end_ns);
  });
  Suspensions suspensions;
  std::int64_t last_end_ns = unknown_time;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool is_first = i == 0 || runs[i - 1].task != runs[i].task;
    if (!is_first && last_end_ns <= runs[i].begin_ns) {
      suspensions.begin_ns.push_back(last_end_ns);
      suspensions.end_ns.push_back(runs[i].begin_ns);
    }
    last_end_ns = is_first ? runs[i].end_ns : std::max(last_end_ns, runs[i].end_ns);
  }
  std::sort(suspensions.begin_ns.begin(), suspensions.begin_ns.end());
  std::sort(suspensions.end_ns.begin(), suspensions.end_ns.end());
  return suspensions;
}

}  // namespace gusset::traces
