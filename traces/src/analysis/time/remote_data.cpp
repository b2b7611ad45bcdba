#include "remote_data.hpp"

#include <algorithm>

#include "gusset/traces/model/migrated_tasks.hpp"

namespace gusset::traces {

using Group = TaskGraph::Group;

RemoteData::RemoteData(const Trace& trace, const TaskGraph& graph, const TaskTimes& times)
    : trace_(trace), graph_(graph), times_(times), messages_(trace), homes_(homes_of_migrated(trace)) {
  if (trace.metadata.origin == Origin::imported && trace.nodes.size() > 1) find_origins();
}

void RemoteData::find_origins() {
  origin_.reserve(graph_.groups().size());
  for (const Group& group : graph_.groups()) {
    std::optional<NodeId> origin = NodeId();  // none: no task ran
    for (std::uint32_t i = group.first_member; i < group.first_member + group.member_count; ++i) {
      const LaneId lane = times_.lane[graph_.members()[i].value()];
      if (!graph_.holds_up(i) || lane.is_none() || !origin) continue;
      const NodeId node = node_of_lane(trace_, lane);
      if (origin->is_none()) origin = node;
      if (*origin != node) origin.reset();
    }
    origin_.push_back(origin);
  }
}

bool RemoteData::is_remote(TaskId task, const Access& access, std::uint32_t group) const {
  const NodeId node = node_of(task);
  if (has_migrated(task)) return trace_.handles.size_bytes[access.handle.value()] > 0;
  const std::uint32_t previous = graph_.groups()[group].previous;
  if (!origin_.empty()) {
    if (previous == Group::none) return false;
    const std::optional<NodeId>& origin = origin_[previous];
    return !origin || (!origin->is_none() && *origin != node);
  }
  if (trace_.handles.owner[access.handle.value()] != node)
    return !trace_.access_modes[access.mode.value()].modifies;
  if (homes_.empty() || previous == Group::none) return false;
  // At the owner, the version may be the result of a task that has migrated.
  const auto before = graph_.members_of(graph_.groups()[previous]);
  return std::any_of(before.begin(), before.end(), [this](TaskId id) { return has_migrated(id); }) &&
         messages_.first_to(node, access) != nullptr;
}

const Message* RemoteData::message_of(TaskId task, const Access& access, std::uint32_t group) const {
  if (homes_.empty()) return messages_.first_to(node_of(task), access);
  if (!is_remote(task, access, group)) return nullptr;
  // Each migrated task has its own messages, so that there may be several: the last before it was ready.
  std::int64_t by_ns = trace_.recorded.ready ? trace_.tasks.ready_ns[task.value()] : unknown_time;
  if (by_ns == unknown_time) by_ns = times_.begin_ns[task.value()];
  const Message* const last = messages_.last_to(node_of(task), access, by_ns);
  return last != nullptr ? last : messages_.first_to(node_of(task), access);
}

RemoteArrival RemoteData::of(TaskId task) const {
  RemoteArrival arrival;
  if (trace_.nodes.size() < 2) return arrival;
  const NodeId node = node_of(task);
  bool is_complete = true;
  const auto groups = graph_.group_span(task);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Access& access = trace_.accesses.items[trace_.accesses.first[task.value()] + i];
    if (groups[i] == Group::none || !is_remote(task, access, groups[i])) continue;
    arrival.is_needed = true;
    const Message* const message = message_of(task, access, groups[i]);
    if (message == nullptr || message->receive_ns == unknown_time) {
      is_complete = false;
    } else if (message->receive_ns > arrival.time_ns) {
      arrival.time_ns = message->receive_ns;
      arrival.from = message->from;
    }
  }
  for (const TaskId before : graph_.explicit_predecessors(task)) {
    const LaneId lane = times_.lane[before.value()];
    if (lane.is_none() || node_of_lane(trace_, lane) == node) continue;
    arrival.is_needed = true;
    is_complete = false;  // an explicit dependency does not say in which message the data came
  }
  if (!is_complete) arrival.time_ns = unknown_time;
  return arrival;
}

}  // namespace gusset::traces
