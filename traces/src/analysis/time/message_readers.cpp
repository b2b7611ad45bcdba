#include "gusset/traces/analysis/time/message_readers.hpp"

#include <algorithm>

#include "gusset/traces/model/version_messages.hpp"

namespace gusset::traces {

std::vector<TaskId> message_readers(const Trace& trace, const TaskTimes& times, const MessageChoice& choice) {
  std::vector<TaskId> readers;
  if (!trace.recorded.accesses) return readers;
  const VersionMessages messages(trace);
  if (messages.empty()) return readers;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.lane[task].is_none()) continue;
    const NodeId node = node_of_lane(trace, times.lane[task]);
    if (node < choice.first_to || node > choice.last_to) continue;
    const auto first = trace.accesses.items.begin() + static_cast<std::ptrdiff_t>(trace.accesses.first[task]);
    const auto last =
        trace.accesses.items.begin() + static_cast<std::ptrdiff_t>(trace.accesses.first[task + 1]);
    const bool reads = std::any_of(first, last, [&](const Access& access) {
      const Message* const message = messages.first_to(node, access);
      return message != nullptr && choice.includes(*message);
    });
    if (reads) readers.push_back(TaskId(task));
  }
  return readers;
}

}  // namespace gusset::traces
