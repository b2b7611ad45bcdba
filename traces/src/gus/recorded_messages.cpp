#include "recorded_messages.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace gusset::traces::gus {
namespace {

auto key(const RecordedMessage& message) {
  return std::tie(message.handle, message.version, message.from, message.to);
}

/// Adds what one end says. If both ends have sizes, those of the sending count.
void add_end(Message& message, const RecordedMessage& end, const TickScale& scale, std::int64_t start_ns) {
  message.handle = end.handle;
  message.version = end.version;
  message.from = end.from;
  message.to = end.to;
  if (end.what == RecordedMessage::End::send) {
    message.send_ns = scale.ns(end.begin) - start_ns;
  } else {
    message.receive_ns = scale.ns(end.end) - start_ns;
  }
  if (message.payload_bytes == 0) message.payload_bytes = end.payload_bytes;
  if (message.wire_bytes == 0) message.wire_bytes = end.wire_bytes;
  if (message.listeners == 0) message.listeners = end.listeners;
}

std::int64_t first_time(const Message& message) {
  return message.send_ns == unknown_time ? message.receive_ns : message.send_ns;
}

}  // namespace

void assemble_messages(Trace& trace, Recording&& recording, const TickScale& scale, std::int64_t start_ns) {
  std::vector<RecordedMessage>& ends = recording.messages;
  std::sort(ends.begin(), ends.end(), [](const RecordedMessage& a, const RecordedMessage& b) {
    return std::tuple(key(a), a.what, a.begin, a.end) < std::tuple(key(b), b.what, b.begin, b.end);
  });
  for (std::size_t first = 0; first < ends.size();) {
    std::size_t arrival = first;
    while (arrival < ends.size() && key(ends[arrival]) == key(ends[first]) &&
           ends[arrival].what == RecordedMessage::End::send)
      ++arrival;
    std::size_t last = arrival;
    while (last < ends.size() && key(ends[last]) == key(ends[first])) ++last;
    const std::size_t sends = arrival - first, arrivals = last - arrival;
    for (std::size_t i = 0; i < std::max(sends, arrivals); ++i) {
      Message message;
      message.send_ns = message.receive_ns = unknown_time;
      if (i < sends) add_end(message, ends[first + i], scale, start_ns);
      if (i < arrivals) add_end(message, ends[arrival + i], scale, start_ns);
      trace.messages.push_back(message);
    }
    first = last;
  }
  std::stable_sort(trace.messages.begin(), trace.messages.end(),
                   [](const Message& a, const Message& b) { return first_time(a) < first_time(b); });
}

void count_served_accesses(Trace& trace, std::span<const TaskId> access_tasks,
                           std::span<const NodeId> nodes) {
  if (trace.messages.empty() || access_tasks.size() != trace.accesses.items.size()) return;
  using Key = std::tuple<HandleId, std::uint32_t, NodeId>;
  struct Served {
    std::uint32_t accesses = 0;
    std::vector<Message*> by;  // in order of time
  };
  std::map<Key, Served> served;
  for (Message& message : trace.messages)
    served[{message.handle, message.version, message.to}].by.push_back(&message);

  const std::vector<TaskId>& parents = trace.tasks.parent;
  const auto is_used_by = [&](TaskId task, const Access& access) {
    const auto [first, last] = std::equal_range(access_tasks.begin(), access_tasks.end(), task);
    const auto items = trace.accesses.items.begin();
    return std::any_of(
        items + (first - access_tasks.begin()), items + (last - access_tasks.begin()),
        [&](const Access& each) { return each.handle == access.handle && each.version == access.version; });
  };
  for (std::size_t i = 0; i < access_tasks.size(); ++i) {
    const Access& access = trace.accesses.items[i];
    const TaskId task = access_tasks[i];
    if (task.value() >= nodes.size()) continue;
    const auto found = served.find({access.handle, access.version, nodes[task.value()]});
    if (found == served.end()) continue;
    const TaskId parent = parents.empty() ? TaskId() : parents[task.value()];
    if (parent.is_none() || !is_used_by(parent, access)) ++found->second.accesses;
  }
  for (auto& [key, each] : served) {
    if (each.accesses < each.by.size()) continue;
    for (Message* message : each.by) message->listeners = 1;
    each.by.front()->listeners = each.accesses - static_cast<std::uint32_t>(each.by.size() - 1);
  }
}

}  // namespace gusset::traces::gus
