#include "remote_data.hpp"

#include <algorithm>

namespace gusset::traces {

using Group = TaskGraph::Group;

RemoteData::RemoteData(const Trace& trace, const TaskGraph& graph, const TaskTimes& times)
    : trace_(trace), graph_(graph), times_(times), messages_(trace) {
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

bool RemoteData::is_remote(const Access& access, std::uint32_t group, NodeId node) const {
  if (origin_.empty()) {
    return trace_.handles.owner[access.handle.value()] != node &&
           !trace_.access_modes[access.mode.value()].modifies;
  }
  const std::uint32_t previous = graph_.groups()[group].previous;
  if (previous == Group::none) return false;
  const std::optional<NodeId>& origin = origin_[previous];
  return !origin || (!origin->is_none() && *origin != node);
}

RemoteArrival RemoteData::of(TaskId task) const {
  RemoteArrival arrival;
  if (trace_.nodes.size() < 2) return arrival;
  const NodeId node = node_of_lane(trace_, times_.lane[task.value()]);
  bool is_complete = true;
  const auto groups = graph_.group_span(task);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Access& access = trace_.accesses.items[trace_.accesses.first[task.value()] + i];
    if (groups[i] == Group::none || !is_remote(access, groups[i], node)) continue;
    arrival.is_needed = true;
    const Message* const message = messages_.first_to(node, access);
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
