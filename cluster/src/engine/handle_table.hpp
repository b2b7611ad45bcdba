#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "data/replica.hpp"
#include "engine/listener.hpp"
#include "gusset/core/engine/broadcast_tree.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/spin_lock.hpp"

namespace gusset::cluster {

/// What the engine keeps for a handle; HandleState::slot leads here.
struct HandleEntry {
  HandleState* handle = nullptr;  ///< null: removed
  std::uint32_t number = 0;       ///< the same on all nodes
  bool is_shared = false;  ///< all nodes have the handle; false: a kernel made it, so only this node does
  std::uint64_t filled_after = no_fence;  ///< number of fences before the program last filled it

  // A handle of this node:
  /// The program may write to it outside of tasks, and such writes must be found.
  std::atomic<bool> is_viewed{false};
  detail::SpinLock lock;          ///< guards `latest` and what it points to
  std::vector<Listener*> latest;  ///< by node: for the newest version that the node has asked for; null: none

  std::unique_ptr<VersionReaders> readers;  ///< null: none so far, or the owner sends to all

  std::shared_ptr<const Replica> shape;  ///< for tasks that may migrate; null: none has accessed it

  // Another node's handle:
  Replica* replica = nullptr;                ///< of the newest version that this node has asked for
  std::atomic<std::uint32_t> unfinished{0};  ///< older replicas that are not idle

  static constexpr std::uint64_t no_fence = UINT64_MAX;
};

/// The way of a version to a node that reads it. Call it in the order of the program, for each reader.
VersionReaders::Way way_of(HandleEntry& entry, const BroadcastTree& tree, std::uint32_t version, NodeId node,
                           bool is_reserved);

/// The handles of the program. A shared handle has the same slot and the same number on all nodes. Slots are
/// reused, numbers are not. Thread-safe, except for the entries themselves.
class HandleTable {
 public:
  /// Makes an entry and sets the handle's slot.
  HandleEntry& add(HandleState& handle, bool is_shared);
  void remove(HandleState& handle);
  /// The entry of a handle, of a part or of a replica; not of a replica's part.
  HandleEntry& operator[](const HandleState& handle) { return at(handle.slot.value()); }
  /// The shared handle of that number; null if it does not exist here.
  HandleState* find(std::uint32_t number);
  /// The name of the handle in that slot, for messages.
  std::string label(std::uint32_t slot);
  void for_each_shared(const std::function<void(HandleEntry&)>& visit);

 private:
  static constexpr std::uint32_t chunk_size = 4096;
  static constexpr std::uint32_t max_chunks = 1 << 15;
  static constexpr std::uint32_t local_bit = std::uint32_t{1} << 31;

  /// Entries that never move, because other threads use them.
  struct Slots {
    std::unique_ptr<std::unique_ptr<HandleEntry[]>[]> chunks =
        std::make_unique<std::unique_ptr<HandleEntry[]>[]>(max_chunks);
    std::uint32_t used = 0;
    std::vector<std::uint32_t> free;

    std::uint32_t take();
  };

  HandleEntry& at(std::uint32_t slot) {
    const Slots& slots = (slot & local_bit) == 0 ? shared_slots_ : local_slots_;
    const std::uint32_t index = slot & ~local_bit;
    return slots.chunks[index / chunk_size][index % chunk_size];
  }

  std::mutex mutex_;
  Slots shared_slots_;
  Slots local_slots_;
  std::uint32_t next_number_ = 0;
  std::unordered_map<std::uint32_t, HandleState*> shared_;
};

}  // namespace gusset::cluster
