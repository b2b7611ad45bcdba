#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Messages from some nodes to others in a time range: those that were sent in [from_ns, to_ns). One whose
/// sending was not recorded counts at its arrival.
struct MessageChoice {
  NodeId first_from;
  NodeId last_from;
  NodeId first_to;
  NodeId last_to;
  std::int64_t from_ns = std::numeric_limits<std::int64_t>::min();
  std::int64_t to_ns = std::numeric_limits<std::int64_t>::max();

  bool includes(const Message& message) const {
    const std::int64_t at_ns = message.send_ns == unknown_time ? message.receive_ns : message.send_ns;
    return first_from <= message.from && message.from <= last_from && first_to <= message.to &&
           message.to <= last_to && at_ns >= from_ns && at_ns < to_ns;
  }
};

/// The tasks that accessed what these messages brought to their nodes, by number. None for messages without a
/// handle, which come from importers. O(n log n) in messages and accesses.
std::vector<TaskId> message_readers(const Trace& trace, const TaskTimes& times, const MessageChoice& choice);

}  // namespace gusset::traces
