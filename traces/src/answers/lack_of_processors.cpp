#include "answers/lack_of_processors.hpp"

#include <algorithm>

#include "analysis/time/preemptions.hpp"
#include "analysis/time/ratio.hpp"
#include "answers/region_types.hpp"
#include "answers/start_up.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {

double share_without_processor(const Trace& trace, std::int64_t makespan_ns) {
  return ratio(preempted_ns(trace), makespan_ns * static_cast<std::int64_t>(trace.workers.size()));
}

bool lacks_processors(const Trace& trace, std::int64_t makespan_ns) {
  return share_without_processor(trace, makespan_ns) > max_preempted_share;
}

std::string without_processor_text(const Trace& trace, std::int64_t makespan_ns) {
  return "had no processor for at least " + percent_text(share_without_processor(trace, makespan_ns)) +
         " of their time";
}

namespace {

/// Calls visit(task, ns) for each stretch of a chosen task's run, with how long its thread had no processor
/// in it.
template <class IsChosen, class Visit>
void for_each_run(const Trace& trace, IsChosen&& is_chosen, Visit&& visit) {
  if (!trace.recorded.processor_time) return;
  const Preemptions preemptions(trace);
  for (const Lane& lane : trace.lanes) {
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin_ns, std::int64_t end_ns) {
      const TaskId task = lane.spans.task[i];
      if (lane.spans.kind[i] != SpanKind::run || task.is_none() || !is_chosen(task)) return;
      visit(task, preemptions.within_ns(lane.worker, begin_ns, end_ns));
    });
  }
}

/// Whether each task is among these.
std::vector<bool> marked(const Trace& trace, const std::vector<TaskId>& tasks) {
  std::vector<bool> is_marked(trace.tasks.size(), false);
  for (const TaskId task : tasks) is_marked[task.value()] = true;
  return is_marked;
}

/// How long the process ran after its last parallel region, if that may be its end: the OpenMP runtime then
/// polls until its threads have ended, for which they need processors. Otherwise 0.
std::int64_t process_end_ns(const Trace& trace) {
  if (trace.fork_join.joined.empty()) return 0;
  const TaskTimes times = task_times(trace);
  const std::int64_t end_ns = std::ranges::max(times.end_ns);
  const std::int64_t last_ns = time_of_regions(trace, times, end_ns).last_ns;
  const std::int64_t after_ns = end_ns - last_ns;
  return last_ns > 0 && static_cast<double>(after_ns) < start_up_ns(trace) ? after_ns : 0;
}

}  // namespace

std::int64_t without_processor_ns(const Trace& trace, const std::function<bool(TaskId)>& is_chosen) {
  std::int64_t sum_ns = 0;
  for_each_run(trace, is_chosen, [&](TaskId, std::int64_t ns) { sum_ns += ns; });
  return sum_ns;
}

std::int64_t without_processor_ns(const Trace& trace, const std::vector<TaskId>& chosen) {
  const std::vector<bool> is_chosen = marked(trace, chosen);
  return without_processor_ns(trace, [&](TaskId task) { return is_chosen[task.value()]; });
}

std::string processor_advice(const Trace& trace) {
  const std::vector<Binding>& bindings = trace.processor_time.bindings;
  const bool are_too_many = !bindings.empty() && std::ranges::all_of(bindings, [&](const Binding& each) {
    return each.affinity.empty() && each.processors > 0 && each.processors < bindings.size();
  });
  return are_too_many ? "measure again with no more threads than processors" : own_processor_advice;
}

bool is_limited_otherwise(double share_without, double most_gain) {
  constexpr double largest_share = 0.9;  // larger ones count as this
  return most_gain < 0.5 * share_without / (1.0 - std::min(share_without, largest_share));
}

std::int64_t without_processor_on_path_ns(const Trace& trace, const CriticalBound& bound) {
  std::vector<std::int64_t> without_ns(trace.tasks.size(), 0);
  const std::vector<bool> is_on_path = marked(trace, bound.tasks);
  for_each_run(
      trace, [&](TaskId task) { return is_on_path[task.value()]; },
      [&](TaskId task, std::int64_t ns) { without_ns[task.value()] += ns; });
  std::int64_t sum_ns = 0;
  for (std::size_t i = 0; i < bound.tasks.size(); ++i) {
    std::int64_t& left_ns = without_ns[bound.tasks[i].value()];
    const std::int64_t here_ns = std::min(left_ns, bound.counted_ns[i]);
    left_ns -= here_ns;
    sum_ns += here_ns;
  }
  return sum_ns;
}

std::optional<double> most_gain_of_processors(const Trace& trace, const std::optional<CriticalBound>& bound,
                                              std::int64_t makespan_ns) {
  if (!bound || bound->length_ns == 0) return {};
  const std::int64_t shortest_ns =
      bound->length_ns - without_processor_on_path_ns(trace, *bound) - process_end_ns(trace);
  if (shortest_ns <= 0) return {};
  return static_cast<double>(makespan_ns) / static_cast<double>(shortest_ns) - 1.0;
}

}  // namespace gusset::traces
