#include "task_stream.hpp"

#include <utility>

namespace gusset::simulator {

std::uint32_t TaskStream::add_handle(StreamHandle handle) {
  handles_.push_back(std::move(handle));
  return static_cast<std::uint32_t>(handles_.size() - 1);
}

std::uint32_t TaskStream::append(const TaskCall& call, std::span<const StreamAccess> accesses) {
  StreamTask task;
  task.type = call.type;
  task.node = call.node;
  task.work = call.work;
  task.first_access = accesses_.size();
  task.access_count = static_cast<std::uint32_t>(accesses.size());
  for (const StreamAccess& access : accesses) {
    accesses_.push_back(access);
    if (handles_[access.handle].owner != task.node)
      accesses_.back().transfer = transfer_to(task.node, access);
  }
  tasks_.push_back(task);
  return static_cast<std::uint32_t>(tasks_.size() - 1);
}

// Only the latest version that readers asked for can get more of them: what modifies the handle starts
// another.
std::uint32_t TaskStream::transfer_to(NodeId node, const StreamAccess& access) {
  const std::uint64_t key = (std::uint64_t{access.handle} << 32) | node.value();
  const auto [entry, is_new] = latest_.try_emplace(key, none);
  if (is_new || transfers_[entry->second].version != access.version) {
    entry->second = static_cast<std::uint32_t>(transfers_.size());
    transfers_.push_back({access.handle, access.version, handles_[access.handle].owner, node, 0});
  }
  ++transfers_[entry->second].listeners;
  return entry->second;
}

}  // namespace gusset::simulator
