#include "gusset/traces/analysis/time/task_table.hpp"

#include <span>
#include <utility>
#include <vector>

namespace gusset::traces {

namespace {

/// A version of a handle that another node sends, and the tasks that produced it.
struct AwaitedData {
  HandleId handle;
  std::uint32_t version = 0;
  std::span<const TaskId> producers;
  std::int64_t arrived_ns = unknown_time;  ///< receipt of the first message that brought it
};

/// Makes one pass over the trace's messages, whatever the number of awaited versions.
void find_arrivals(const Trace& trace, NodeId node, std::vector<AwaitedData>& awaited) {
  if (awaited.empty()) return;
  for (const Message& message : trace.messages) {
    if (message.to != node || message.receive_ns == unknown_time) continue;
    for (AwaitedData& data : awaited) {
      if (message.handle != data.handle || message.version != data.version) continue;
      if (data.arrived_ns == unknown_time || message.receive_ns < data.arrived_ns)
        data.arrived_ns = message.receive_ns;
    }
  }
}

/// For each predecessor whose data came from another node by a message: the task, and the time of arrival.
std::vector<std::pair<TaskId, std::int64_t>> arrivals(const Trace& trace, const TaskGraph& graph,
                                                      const TaskTimes& times, TaskId task) {
  std::vector<std::pair<TaskId, std::int64_t>> found;
  const LaneId lane = times.lane[task.value()];
  if (trace.nodes.size() < 2 || trace.messages.empty() || lane.is_none()) return found;
  const NodeId node = node_of_lane(trace, lane);
  std::vector<AwaitedData> awaited;
  const auto groups = graph.group_span(task);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] == TaskGraph::Group::none) continue;
    const TaskGraph::Group& group = graph.groups()[groups[i]];
    if (group.previous == TaskGraph::Group::none || trace.handles.owner[group.handle.value()] == node)
      continue;
    const Access& access = trace.accesses.items[trace.accesses.first[task.value()] + i];
    if (trace.access_modes[access.mode.value()].modifies) continue;
    awaited.push_back(
        {access.handle, access.version, graph.members_of(graph.groups()[group.previous]), unknown_time});
  }
  find_arrivals(trace, node, awaited);
  for (const AwaitedData& data : awaited) {
    if (data.arrived_ns == unknown_time) continue;
    for (const TaskId before : data.producers) found.emplace_back(before, data.arrived_ns);
  }
  return found;
}

}  // namespace

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
  const auto arrived = arrivals(trace, graph, times, task);
  std::int64_t last_ns = unknown_time;
  for (const TaskId predecessor : details.predecessors) {
    std::int64_t until_ns = times.end_ns[predecessor.value()];
    if (until_ns == unknown_time) continue;
    bool by_message = false;
    for (const auto& [before, arrived_ns] : arrived) {
      if (before != predecessor || arrived_ns <= until_ns) continue;
      until_ns = arrived_ns;
      by_message = true;
    }
    if (until_ns <= last_ns) continue;
    last_ns = until_ns;
    details.last_predecessor = predecessor;
    details.came_by_message = by_message;
  }
  return details;
}

}  // namespace gusset::traces
