#include "engine/handle_table.hpp"

#include <new>

namespace gusset::cluster {

HandleEntry& HandleTable::add(HandleState& handle, bool is_shared) {
  const std::lock_guard guard(mutex_);
  std::size_t slot = slots_;
  if (!free_slots_.empty()) {
    slot = free_slots_.back();
    free_slots_.pop_back();
  } else {
    if (slots_ == max_chunks * chunk_size) throw std::bad_alloc();
    auto& chunk = chunks_[slots_ / chunk_size];
    if (chunk == nullptr) chunk = std::make_unique<HandleEntry[]>(chunk_size);
    ++slots_;
  }
  handle.slot = EngineSlot(slot);
  HandleEntry& entry = at(slot);
  entry.handle = &handle;
  entry.is_shared = is_shared;
  entry.filled_after = HandleEntry::no_fence;
  entry.latest.clear();
  if (is_shared) {
    entry.number = next_number_++;
    shared_.emplace(entry.number, &handle);
  }
  return entry;
}

void HandleTable::remove(HandleState& handle) {
  const std::lock_guard guard(mutex_);
  HandleEntry& entry = at(handle.slot.value());
  if (entry.is_shared) shared_.erase(entry.number);
  entry.handle = nullptr;
  free_slots_.push_back(handle.slot.value());
}

HandleState* HandleTable::find(std::uint32_t number) {
  const std::lock_guard guard(mutex_);
  const auto found = shared_.find(number);
  return found == shared_.end() ? nullptr : found->second;
}

void HandleTable::for_each_shared(const std::function<void(HandleEntry&)>& visit) {
  const std::lock_guard guard(mutex_);
  for (const auto& [number, handle] : shared_) visit(at(handle->slot.value()));
}

}  // namespace gusset::cluster
