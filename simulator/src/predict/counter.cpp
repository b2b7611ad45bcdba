#include "counter.hpp"

#include <map>
#include <utility>

namespace gusset::simulator {

void Counter::count(const TaskStream& stream) {
  for (; handles_ < stream.handles().size(); ++handles_) {
    const TaskStream::StreamHandle& handle = stream.handles()[handles_];
    if (handle.size_bytes == 0 || handle.whole != TaskStream::none || handle.is_event) continue;
    NodeStatistics& owner = nodes_[handle.owner.value()];
    ++owner.blocks_owned;
    owner.memory_upper_bytes += handle.size_bytes;
  }
  for (; tasks_ < stream.program_tasks().size(); ++tasks_) count_task(stream, stream.program_tasks()[tasks_]);
  for (; transfers_ < stream.transfers().size(); ++transfers_) {
    const TaskStream::Transfer& transfer = stream.transfers()[transfers_];
    const TaskStream::StreamHandle& handle = stream.handles()[transfer.handle];
    const std::uint64_t bytes = handle.size_bytes;
    NodeStatistics& from = nodes_[transfer.from.value()];
    NodeStatistics& to = nodes_[transfer.to.value()];
    ++from.messages_sent;
    ++to.messages_received;
    from.payload_bytes_sent += bytes;
    to.payload_bytes_received += bytes;
    if (!handle.is_event) to.memory_upper_bytes += bytes;
  }
}

void Counter::count_task(const TaskStream& stream, std::uint32_t task) {
  ++nodes_[stream.tasks()[task].node.value()].level1_tasks;
  for (const TaskStream::StreamAccess& access : stream.accesses_of(task)) {
    const TaskStream::StreamHandle& handle = stream.handles()[access.handle];
    // Nobody asks for the program's own messages.
    if (access.transfer != TaskStream::none && !handle.is_event)
      ++nodes_[handle.owner.value()].listeners_sent;
  }
}

std::vector<PairStatistics> count_pairs(const TaskStream& stream) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, PairStatistics> pairs;
  for (const TaskStream::Transfer& transfer : stream.transfers()) {
    PairStatistics& pair = pairs[{transfer.from.value(), transfer.to.value()}];
    pair.from = transfer.from;
    pair.to = transfer.to;
    ++pair.messages;
    pair.payload_bytes += stream.handles()[transfer.handle].size_bytes;
  }
  std::vector<PairStatistics> result;
  for (const auto& [nodes, pair] : pairs) result.push_back(pair);
  return result;
}

}  // namespace gusset::simulator
