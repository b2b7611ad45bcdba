// Messages as the runtime exchanges them on real nodes, and nodes that share the cores of a host.
#include <algorithm>
#include <utility>

#include "gusset/base/node_messages.hpp"
#include "network/simulated_time.hpp"
#include "schedule.hpp"

namespace gusset::simulator {
namespace {

/// If the workers don't look for messages, a thread of the runtime does. It checks every poll_patience_ns, so
/// it looks after one to two such intervals.
constexpr std::int64_t mean_patience_ns = poll_patience_ns * 3 / 2;

}  // namespace

bool Schedule::is_long(std::uint32_t transfer) const {
  return stream_.handles()[stream_.transfers()[transfer].handle].size_bytes > eager_bytes;
}

/// A worker that has nothing to do looks for messages all the time.
bool Schedule::is_looking(NodeId n) const {
  const Node& node = nodes_[n.value()];
  return !node.idle.empty() || (workers_[index_of(n, 0)].running == none && !node.is_submitting);
}

/// Something for the node has arrived.
void Schedule::reach(NodeId n, EventKind kind, std::uint32_t transfer) {
  if (is_looking(n)) return see(n, event_of(kind, transfer), false);
  Node& node = nodes_[n.value()];
  node.unseen.push_back(event_of(kind, transfer));
  if (std::exchange(node.will_look, true)) return;
  at(std::max(now_ns_, node.last_look_ns + mean_patience_ns), EventKind::look, n.value());
}

/// The node's workers look for messages.
void Schedule::look(NodeId n) {
  Node& node = nodes_[n.value()];
  node.last_look_ns = now_ns_;
  for (const Event event : std::exchange(node.unseen, {})) see(n, event, true);
}

/// The node looks if no worker has done so for a while.
void Schedule::look_later(NodeId n) {
  Node& node = nodes_[n.value()];
  node.will_look = false;
  if (node.unseen.empty()) return;
  const std::int64_t due_ns = node.last_look_ns + mean_patience_ns;
  if (now_ns_ >= due_ns) {
    look(n);
    find_work(n);
    return;
  }
  node.will_look = true;
  at(due_ns, EventKind::look, n.value());
}

/// The node handles what has arrived. The latency of messages includes this time if a worker was looking.
void Schedule::see(NodeId n, Event event, bool is_busy) {
  const auto transfer = static_cast<std::uint32_t>(event);
  const auto kind = static_cast<EventKind>(event >> number_bits);
  const MessageCosts& costs = *options_.messages;
  const auto handle = [&](std::uint64_t bytes) {
    handle_for(n, costs.receive_s.value_or(0.0) +
                      costs.receive_s_per_byte.value_or(0.0) * static_cast<double>(bytes));
  };
  if (kind >= EventKind::question) {
    if (is_busy) handle(bytes_of(kind, transfer));
    return see_balancing(kind, transfer);
  }
  const TaskStream::Transfer& what = stream_.transfers()[transfer];
  const std::uint64_t bytes = stream_.handles()[what.handle].size_bytes;
  switch (kind) {
    case EventKind::offer:
      return send_trip(what.to, what.from, 0, EventKind::request, transfer);
    case EventKind::request:
      return send_trip(what.from, what.to, bytes, EventKind::arrival, transfer);
    case EventKind::sent:
      return complete_sending(transfer);
    default:
      if (is_busy) handle(bytes);
      return arrive(transfer);
  }
}

/// The next task that a worker of the node starts begins later.
void Schedule::handle_for(NodeId n, double seconds) {
  std::int64_t& end_ns = nodes_[n.value()].handling_end_ns;
  end_ns = std::max(end_ns, now_ns_) + whole_ns(seconds);
}

void Schedule::send_trip(NodeId from, NodeId to, std::uint64_t bytes, EventKind kind, std::uint32_t number) {
  ++pending_;
  loop_.send(from, to, bytes + options_.header_bytes, event_of(kind, number));
}

// ---- shared cores

void Schedule::end_tasks_of(std::uint32_t host) {
  if (!hosts_[host].is_planned(now_ns_)) return;  // tasks have started since this was planned
  for (const std::uint32_t worker : hosts_[host].take_ended(now_ns_))
    end(NodeId(worker / options_.workers), worker % options_.workers);
  plan_ends(host);
}

void Schedule::plan_ends(std::uint32_t host) {
  if (const auto end_ns = hosts_[host].plan()) at(*end_ns, EventKind::ends, host);
}

}  // namespace gusset::simulator
