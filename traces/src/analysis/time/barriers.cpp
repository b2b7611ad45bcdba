#include "analysis/time/barriers.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace gusset::traces {
namespace {

bool has_explicit_tasks(const Trace& trace) {
  std::vector<bool> is_joined(trace.tasks.size(), false);
  for (const JoinedTask& joined : trace.fork_join.joined) is_joined[joined.task.value()] = true;
  for (std::size_t task = 0; task < is_joined.size(); ++task) {
    if (!is_joined[task] && !trace.tasks.parent[task].is_none()) return true;
  }
  return false;
}

}  // namespace

std::vector<std::uint32_t> barrier_numbers(const Trace& trace) {
  const std::vector<TaskWait>& waits = trace.fork_join.waits;  // by lane and time
  std::vector<std::uint32_t> numbers(waits.size(), 0);
  std::unordered_map<std::uint32_t, std::uint32_t> passed;  // per part of a region
  for (std::size_t w = 0; w < waits.size(); ++w) {
    if (waits[w].kind != TaskWait::Kind::barrier) continue;
    const TaskId part = trace.lanes[waits[w].span.lane.value()].spans.task[waits[w].span.index];
    if (!part.is_none()) numbers[w] = passed[part.value()]++;
  }
  return numbers;
}

std::vector<std::vector<TimeInterval>> times_before_last_arrivals(const Trace& trace) {
  std::vector<std::vector<TimeInterval>> times(trace.workers.size());
  // If waits of a thread are missing, its barriers cannot be numbered.
  if (!trace.recorded.fork_join || !trace.recorded.parents || trace.metadata.incomplete) return times;
  if (trace.lanes.size() > trace.workers.size() || has_explicit_tasks(trace)) return times;
  const std::vector<TaskWait>& waits = trace.fork_join.waits;
  const std::vector<std::uint32_t> numbers = barrier_numbers(trace);
  const auto spans = [&](const TaskWait& wait) -> const SpanColumns& {
    return trace.lanes[wait.span.lane.value()].spans;
  };
  const auto is_barrier = [&](const TaskWait& wait) {
    return wait.kind == TaskWait::Kind::barrier && !spans(wait).task[wait.span.index].is_none();
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> last_ns;  // by region and number in it
  for (std::size_t w = 0; w < waits.size(); ++w) {
    if (!is_barrier(waits[w])) continue;
    const std::int64_t begin_ns = spans(waits[w]).begin_ns[waits[w].span.index];
    std::int64_t& last = last_ns.try_emplace({waits[w].object, numbers[w]}, begin_ns).first->second;
    last = std::max(last, begin_ns);
  }
  for (std::size_t w = 0; w < waits.size(); ++w) {
    if (!is_barrier(waits[w])) continue;
    const SpanReference& span = waits[w].span;
    const TimeInterval before{
        spans(waits[w]).begin_ns[span.index],
        std::min(last_ns.at({waits[w].object, numbers[w]}), spans(waits[w]).end_ns[span.index])};
    if (before.begin_ns < before.end_ns)
      times[trace.lanes[span.lane.value()].worker.value()].push_back(before);
  }
  for (std::vector<TimeInterval>& of_worker : times)
    std::ranges::sort(of_worker, {}, &TimeInterval::begin_ns);
  return times;
}

}  // namespace gusset::traces
