#include "answers/lack_of_processors.hpp"

#include "analysis/time/preemptions.hpp"
#include "analysis/time/ratio.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {

double share_without_processor(const Trace& trace, std::int64_t makespan_ns) {
  return ratio(preempted_ns(trace), makespan_ns * static_cast<std::int64_t>(trace.workers.size()));
}

bool lacks_processors(const Trace& trace, std::int64_t makespan_ns) {
  return share_without_processor(trace, makespan_ns) > max_preempted_share;
}

std::string without_processor_text(const Trace& trace, std::int64_t makespan_ns) {
  return "had no processor for " + percent_text(share_without_processor(trace, makespan_ns)) +
         " of their time";
}

std::int64_t without_processor_ns(const Trace& trace, const std::function<bool(TaskId)>& is_chosen) {
  if (!trace.recorded.processor_time) return 0;
  const Preemptions preemptions(trace);
  std::int64_t sum_ns = 0;
  for (const Lane& lane : trace.lanes) {
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin_ns, std::int64_t end_ns) {
      const TaskId task = lane.spans.task[i];
      if (lane.spans.kind[i] != SpanKind::run || task.is_none() || !is_chosen(task)) return;
      sum_ns += preemptions.within_ns(lane.worker, begin_ns, end_ns);
    });
  }
  return sum_ns;
}

std::int64_t without_processor_ns(const Trace& trace, const std::vector<TaskId>& chosen) {
  std::vector<bool> is_chosen(trace.tasks.size(), false);
  for (const TaskId task : chosen) is_chosen[task.value()] = true;
  return without_processor_ns(trace, [&](TaskId task) { return is_chosen[task.value()]; });
}

std::optional<double> most_gain_of_processors(const Trace& trace, const std::optional<CriticalBound>& bound,
                                              std::int64_t makespan_ns) {
  if (!bound || bound->length_ns == 0) return {};
  const std::int64_t shortest_ns = bound->length_ns - without_processor_ns(trace, bound->tasks);
  if (shortest_ns <= 0) return {};
  return static_cast<double>(makespan_ns) / static_cast<double>(shortest_ns) - 1.0;
}

}  // namespace gusset::traces
