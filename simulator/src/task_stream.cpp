#include "task_stream.hpp"

#include <utility>

#include "gusset/core/version_sequence.hpp"

namespace gusset::simulator {

std::uint32_t TaskStream::add_handle(StreamHandle handle) {
  handles_.push_back(std::move(handle));
  return static_cast<std::uint32_t>(handles_.size() - 1);
}

std::uint32_t TaskStream::append(StreamTask task, std::span<const StreamAccess> accesses) {
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

// Only the newest version that readers asked for gets more of them: what comes between starts another. An
// older one that was reserved travels by itself.
std::uint32_t TaskStream::transfer_to(NodeId node, const StreamAccess& access) {
  const std::uint64_t key = (std::uint64_t{access.handle} << 32) | node.value();
  const auto [entry, is_new] = latest_.try_emplace(key, none);
  if (is_new) {
    entry->second = add_transfer(node, access);
  } else if (const std::uint32_t newest = transfers_[entry->second].version; newest != access.version) {
    const std::uint32_t transfer = add_transfer(node, access);
    if (!has_reached(newest, access.version)) entry->second = transfer;
    return transfer;
  } else {
    ++transfers_[entry->second].listeners;
  }
  return entry->second;
}

std::uint32_t TaskStream::add_transfer(NodeId node, const StreamAccess& access) {
  transfers_.push_back({access.handle, access.version, handles_[access.handle].owner, node, 1});
  return static_cast<std::uint32_t>(transfers_.size() - 1);
}

}  // namespace gusset::simulator
