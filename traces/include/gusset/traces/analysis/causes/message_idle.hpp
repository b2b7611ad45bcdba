#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/analysis/causes/idle_history.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Idle time of a node's workers that messages from one other node explain.
struct MessageIdle {
  NodeId from;
  NodeId to;
  std::int64_t idle_ns = 0;
  friend bool operator==(const MessageIdle&, const MessageIdle&) = default;
};

/// Divides each node's idle time with the cause `message` in [begin_ns, end_ns) among the senders. At each
/// instant, a sender's share is proportional to the number of tasks that lacked only its message. If a task
/// lacked several messages, it counts for the sender of the last one to arrive. The sum for a node is its
/// idle time with that cause, up to rounding. Sorted by sender, then receiver; leaves out pairs without idle
/// time. O(n log n) in idle stretches and awaited messages.
std::vector<MessageIdle> message_idle(const Trace& trace, const IdleHistory& history, std::int64_t begin_ns,
                                      std::int64_t end_ns);

/// Computes the idle time and, in `pairs`, the part of it that messages explain. A single node has no pairs.
IdleTime idle_time(const Trace& trace, const TaskGraph& graph, std::vector<MessageIdle>& pairs);

}  // namespace gusset::traces
