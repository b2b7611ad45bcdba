#include "engine/handle_table.hpp"

#include <new>

namespace gusset::cluster {

std::uint32_t HandleTable::Slots::take() {
  if (!free.empty()) {
    const std::uint32_t slot = free.back();
    free.pop_back();
    return slot;
  }
  if (used == max_chunks * chunk_size) throw std::bad_alloc();
  std::unique_ptr<HandleEntry[]>& chunk = chunks[used / chunk_size];
  if (chunk == nullptr) chunk = std::make_unique<HandleEntry[]>(chunk_size);
  return used++;
}

HandleEntry& HandleTable::add(HandleState& handle, bool is_shared) {
  const std::lock_guard guard(mutex_);
  const std::uint32_t slot = is_shared ? shared_slots_.take() : local_slots_.take() | local_bit;
  handle.slot = EngineSlot(slot);
  HandleEntry& entry = at(slot);
  entry.handle = &handle;
  entry.is_shared = is_shared;
  entry.filled_after = HandleEntry::no_fence;
  if (is_shared) {
    entry.number = next_number_++;
    shared_.emplace(entry.number, &handle);
  }
  return entry;
}

void HandleTable::remove(HandleState& handle) {
  const std::lock_guard guard(mutex_);
  const std::uint32_t slot = handle.slot.value();
  HandleEntry& entry = at(slot);
  entry.handle = nullptr;
  entry.readers.reset();
  if (entry.is_shared) {
    shared_.erase(entry.number);
    shared_slots_.free.push_back(slot);
  } else {
    local_slots_.free.push_back(slot & ~local_bit);
  }
}

HandleState* HandleTable::find(std::uint32_t number) {
  const std::lock_guard guard(mutex_);
  const auto found = shared_.find(number);
  return found == shared_.end() ? nullptr : found->second;
}

std::string HandleTable::label(std::uint32_t slot) {
  const std::lock_guard guard(mutex_);
  const HandleState* const handle = at(slot).handle;
  return handle == nullptr ? "a handle that is gone" : handle->label();
}

void HandleTable::for_each_shared(const std::function<void(HandleEntry&)>& visit) {
  const std::lock_guard guard(mutex_);
  for (const auto& [number, handle] : shared_) visit(at(handle->slot.value()));
}

VersionReaders::Way way_of(HandleEntry& entry, const BroadcastTree& tree, std::uint32_t version, NodeId node,
                           bool is_reserved) {
  if (entry.readers == nullptr) entry.readers = std::make_unique<VersionReaders>();
  return entry.readers->add(tree, entry.handle->size_bytes, version, node, is_reserved);
}

}  // namespace gusset::cluster
