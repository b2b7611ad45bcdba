#include "caches/data_accesses.hpp"

namespace gusset::simulator {
namespace {

constexpr std::uint32_t none = TaskStream::none;
constexpr std::uint32_t first_guest_copy = 1u << 31;  // above the copies that transfers bring

}  // namespace

std::span<const DataAccess> DataAccesses::of(std::uint32_t task, NodeId node) {
  list_.clear();
  const NodeId home = stream_.tasks()[task].node;
  for (const TaskStream::StreamAccess& access : stream_.accesses_of(task)) {
    if (access.is_event) continue;
    std::uint32_t copy = 0;
    if (node != home) {
      copy = first_guest_copy | task;
    } else if (access.transfer != none) {
      copy = access.transfer + 1;
    } else if (stream_.handles()[access.handle].owner != home) {
      copy = received_copy(task, access.handle);
    }
    add(access.handle, copy, access.mode);
  }
  return list_;
}

/// A subtask reads a part of the copy that one of its ancestors waited for.
std::uint32_t DataAccesses::received_copy(std::uint32_t task, std::uint32_t handle) const {
  for (std::uint32_t parent = stream_.tasks()[task].parent; parent != none;
       parent = stream_.tasks()[parent].parent) {
    for (const TaskStream::StreamAccess& access : stream_.accesses_of(parent)) {
      if (access.transfer == none) continue;
      for (std::uint32_t whole = handle; whole != none; whole = stream_.handles()[whole].whole) {
        if (whole == access.handle) return access.transfer + 1;
      }
    }
  }
  return 0;
}

void DataAccesses::add(std::uint32_t handle, std::uint32_t copy, AccessMode mode) {
  const TaskStream::StreamHandle& facts = stream_.handles()[handle];
  std::uint64_t rest = facts.size_bytes;
  for (std::uint32_t i = 0; i < facts.part_count; ++i) {
    const std::uint64_t part_bytes = stream_.handles()[facts.first_part + i].size_bytes;
    rest -= part_bytes < rest ? part_bytes : rest;
    add(facts.first_part + i, copy, mode);
  }
  if (rest > 0) list_.push_back({handle, copy, facts.owner, rest, mode});
}

}  // namespace gusset::simulator
