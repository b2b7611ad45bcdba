#include "gusset/traces/analysis/causes/critical_path.hpp"

#include <algorithm>
#include <tuple>

#include "gusset/base/parallel.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "longest_path.hpp"

namespace gusset::traces {

std::optional<CriticalBound> critical_bound(const Trace& trace, const TaskGraph& graph) {
  return critical_bound(graph, task_times(trace).duration_ns);
}

namespace {

void count(CriticalBound& bound, std::span<const std::int64_t> duration_ns) {
  bound.counted_ns.reserve(bound.tasks.size());
  for (const TaskId task : bound.tasks) bound.counted_ns.push_back(duration_ns[task.value()]);
}

/// The bound in terms of the program's tasks, each once, in the order of their first strands on the path.
CriticalBound of_tasks(const Strands& strands, const CriticalBound& of_strands, std::size_t tasks) {
  CriticalBound bound;
  bound.length_ns = of_strands.length_ns;
  constexpr auto absent = ~std::size_t{0};
  std::vector<std::size_t> place(tasks, absent);
  for (std::size_t i = 0; i < of_strands.tasks.size(); ++i) {
    const std::int64_t counted_ns = of_strands.counted_ns[i];
    if (counted_ns == 0) continue;  // it only joins others
    const TaskId task = strands.task_of(of_strands.tasks[i]);
    if (place[task.value()] == absent) {
      place[task.value()] = bound.tasks.size();
      bound.tasks.push_back(task);
      bound.counted_ns.push_back(0);
    }
    bound.counted_ns[place[task.value()]] += counted_ns;
  }
  return bound;
}

}  // namespace

std::optional<CriticalBound> critical_bound(const TaskGraph& graph,
                                            std::span<const std::int64_t> duration_ns) {
  if (!graph.known()) return std::nullopt;
  if (const Strands* const strands = graph.strands()) {
    const auto bound = critical_bound(strands->graph(), strands->durations_ns(duration_ns));
    if (!bound) return std::nullopt;
    return of_tasks(*strands, *bound, graph.tasks());
  }
  const auto order = graph.topological_order();
  if (!order) return std::nullopt;
  CriticalBound bound = LongestPath(graph, duration_ns, *order).bound();
  count(bound, duration_ns);
  return bound;
}

std::optional<BoundAndSlack> bound_and_slack(const TaskGraph& graph,
                                             std::span<const std::int64_t> duration_ns) {
  if (!graph.known()) return std::nullopt;
  if (const Strands* const strands = graph.strands()) {
    const auto found = bound_and_slack(strands->graph(), strands->durations_ns(duration_ns));
    if (!found) return std::nullopt;
    BoundAndSlack result{of_tasks(*strands, found->bound, graph.tasks()), {}};
    result.slack_ns.assign(graph.tasks(), found->bound.length_ns);  // tasks that never ran have no strands
    for (std::size_t s = 0; s < strands->size(); ++s) {
      std::int64_t& slack_ns = result.slack_ns[strands->task_of(TaskId(s)).value()];
      slack_ns = std::min(slack_ns, found->slack_ns[s]);
    }
    return result;
  }
  const auto order = graph.topological_order();
  if (!order) return std::nullopt;
  LongestPath paths(graph, duration_ns, *order);
  BoundAndSlack result;
  result.bound = paths.bound();
  count(result.bound, duration_ns);
  result.slack_ns = paths.slack();
  return result;
}

CriticalPath critical_path(const Trace& trace, const TaskGraph& graph) {
  CriticalPath path;
  path.times = task_times(trace);
  parallel_for(2, trace.tasks.size(), [&](std::size_t part) {
    if (part == 0) path.bound = bound_and_slack(graph, path.times.duration_ns);
    if (part == 1) path.chain = critical_chain(trace, graph, path.times);
  });
  return path;
}

std::vector<SerialGroup> serial_groups(const TaskGraph& graph, std::span<const std::int64_t> duration_ns) {
  std::vector<SerialGroup> groups;
  for (const TaskGraph::Group& group : graph.groups()) {
    if (!group.commuting) continue;
    SerialGroup serial{group.handle, group.version, group.member_count, 0};
    for (const TaskId task : graph.members_of(group)) serial.length_ns += duration_ns[task.value()];
    groups.push_back(serial);
  }
  std::sort(groups.begin(), groups.end(), [](const SerialGroup& a, const SerialGroup& b) {
    return std::tuple(-a.length_ns, a.handle, a.version) < std::tuple(-b.length_ns, b.handle, b.version);
  });
  return groups;
}

}  // namespace gusset::traces
