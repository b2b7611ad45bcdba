#include "data/replica.hpp"

#include <utility>

#include "gusset/core/data/tile_store.hpp"

namespace gusset::cluster {

std::size_t bytes_in_memory(const HandleState& handle) {
  if (handle.data == nullptr) return 0;
  return handle.parts == nullptr ? handle.size_bytes : detail::padded_bytes(handle);
}

Replica::Replica(const HandleState& of, std::uint32_t version, NodeId here, DataPool& pool, Owner& owner)
    : from(of.owner), here_(here), pool_(pool), owner_(owner), state_(version - 1), version_(version) {
  state_.sequence.next(AccessMode::write);  // the message
  take_after(state_, of);
  state_.slot = of.slot;
  copy_parts(state_, of);
}

void Replica::take_after(HandleState& state, const HandleState& of) const {
  state.id = of.id;
  state.owner = here_;
  state.engine = of.engine;
  state.size_bytes = of.size_bytes;
  state.rows = of.rows;
  state.columns = of.columns;
  state.name = of.name;
}

void Replica::copy_parts(HandleState& state, const HandleState& of) {
  if (of.parts == nullptr) return;
  state.parts = parts_.emplace_back(std::make_unique<HandleState[]>(detail::part_count(of))).get();
  state.part_rows = of.part_rows;
  state.part_columns = of.part_columns;
  for (std::size_t part = 0; part < detail::part_count(of); ++part) {
    state.parts[part].whole = &state;
    take_after(state.parts[part], of.parts[part]);
    copy_parts(state.parts[part], of.parts[part]);
  }
}

std::byte* Replica::take_memory(std::size_t bytes) {
  place(static_cast<std::byte*>(pool_.allocate(bytes, DataPool::alignment)), bytes);
  return memory_;
}

void Replica::place(std::byte* memory, std::size_t bytes) {
  bytes_ = bytes;
  memory_ = memory;
  detail::place_contents(state_, memory_);
}

void Replica::free_memory() {
  if (memory_ != nullptr) pool_.deallocate(std::exchange(memory_, nullptr), bytes_, DataPool::alignment);
}

}  // namespace gusset::cluster
