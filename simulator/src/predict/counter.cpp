#include "counter.hpp"

#include <algorithm>

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
    Sent& sent = sent_[transfer.from.value()].find_or_add(transfer.to).first;
    ++sent.messages;
    sent.bytes += bytes;
  }
}

void Counter::count_and_forget(TaskStream& stream) {
  count(stream);
  stream.forget();
  tasks_ = 0;
  transfers_ = 0;
}

void Counter::count_task(const TaskStream& stream, std::uint32_t task) {
  ++nodes_[stream.tasks()[task].node.value()].level1_tasks;
  for (const TaskStream::StreamAccess& access : stream.accesses_of(task)) {
    const TaskStream::StreamHandle& handle = stream.handles()[access.handle];
    // Readers register no listeners for the program's own messages.
    if (access.transfer != TaskStream::none && !handle.is_event)
      ++nodes_[handle.owner.value()].listeners_sent;
  }
}

std::vector<PairStatistics> Counter::pairs() const {
  std::vector<PairStatistics> result;
  std::size_t count = 0;
  for (const NodeMap<Sent>& receivers : sent_) count += receivers.size();
  result.reserve(count);
  for (std::size_t from = 0; from < sent_.size(); ++from) {
    const auto first = static_cast<std::ptrdiff_t>(result.size());
    sent_[from].for_each([&](NodeId to, const Sent& sent) {
      result.push_back({NodeId(from), to, sent.messages, sent.bytes});
    });
    std::sort(result.begin() + first, result.end(),
              [](const PairStatistics& a, const PairStatistics& b) { return a.to < b.to; });
  }
  return result;
}

}  // namespace gusset::simulator
