#include "gusset/traces/analysis/causes/critical_path.hpp"

#include <algorithm>
#include <tuple>

#include "gusset/base/parallel.hpp"
#include "longest_path.hpp"

namespace gusset::traces {

std::optional<CriticalBound> critical_bound(const Trace& trace, const TaskGraph& graph) {
  return critical_bound(graph, task_times(trace).duration_ns);
}

std::optional<CriticalBound> critical_bound(const TaskGraph& graph,
                                            std::span<const std::int64_t> duration_ns) {
  if (!graph.known()) return std::nullopt;
  const auto order = graph.topological_order();
  if (!order) return std::nullopt;
  return LongestPath(graph, duration_ns, *order).bound();
}

std::optional<BoundAndSlack> bound_and_slack(const TaskGraph& graph,
                                             std::span<const std::int64_t> duration_ns) {
  if (!graph.known()) return std::nullopt;
  const auto order = graph.topological_order();
  if (!order) return std::nullopt;
  LongestPath paths(graph, duration_ns, *order);
  BoundAndSlack result;
  result.bound = paths.bound();
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
