#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "engine/listener.hpp"
#include "engine/replica.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/spin_lock.hpp"

namespace gusset::cluster {

/// What the engine keeps for a handle; HandleState::slot leads here.
struct HandleEntry {
  HandleState* handle = nullptr;  ///< null: removed
  std::uint32_t number = 0;       ///< the same on all nodes
  bool is_shared = false;         ///< all nodes have the handle; only this node has one that a kernel makes
  std::uint64_t filled_after = no_fence;  ///< number of fences before the program last filled it

  // A handle of this node:
  detail::SpinLock lock;           ///< guards `latest` and what it points to
  std::vector<Listener*> latest;   ///< by node: of the newest version that the node has asked for; null: none

  // Another node's handle:
  Replica* replica = nullptr;                 ///< of the newest version that this node has asked for
  std::atomic<std::uint32_t> unfinished{0};   ///< older replicas that are not idle

  static constexpr std::uint64_t no_fence = UINT64_MAX;
};

/// The handles of the program. Thread-safe, except for the entries themselves.
class HandleTable {
 public:
  HandleTable() : chunks_(std::make_unique<std::unique_ptr<HandleEntry[]>[]>(max_chunks)) {}

  /// Makes an entry and sets the handle's slot. Shared handles get the next number.
  HandleEntry& add(HandleState& handle, bool is_shared);
  void remove(HandleState& handle);
  /// The entry of a handle, of a part or of a replica.
  HandleEntry& operator[](const HandleState& handle) { return at(handle.slot.value()); }
  /// The shared handle of that number; null if it does not exist here.
  HandleState* find(std::uint32_t number);
  void for_each_shared(const std::function<void(HandleEntry&)>& visit);

 private:
  static constexpr std::size_t chunk_size = 4096;
  static constexpr std::size_t max_chunks = 1 << 16;

  HandleEntry& at(std::size_t slot) { return chunks_[slot / chunk_size][slot % chunk_size]; }

  std::mutex mutex_;
  std::unique_ptr<std::unique_ptr<HandleEntry[]>[]> chunks_;  // never move: other threads use entries
  std::size_t slots_ = 0;
  std::vector<std::size_t> free_slots_;
  std::uint32_t next_number_ = 0;
  std::unordered_map<std::uint32_t, HandleState*> shared_;
};

}  // namespace gusset::cluster
