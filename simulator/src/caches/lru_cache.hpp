#pragma once
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace gusset::simulator {

/// A cache that holds blocks of memory and evicts those that were used longest ago. The caller keeps each
/// block's slot.
class LruCache {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  explicit LruCache(std::uint64_t capacity_bytes) : capacity_bytes_(capacity_bytes) {}

  /// Makes the block in this slot the most recently used.
  void touch(std::uint32_t slot) {
    if (newest_ == slot) return;
    unlink(slot);
    link(slot);
  }

  /// Adds a block and returns its slot; calls evict(block) for each block that leaves. A block larger than
  /// the cache streams through it: all others leave, the block doesn't stay, and the result is none.
  template <class Evict>
  std::uint32_t insert(std::uint32_t block, std::uint64_t bytes, Evict&& evict) {
    const bool fits = bytes <= capacity_bytes_;
    while (oldest_ != none && (!fits || used_bytes_ > capacity_bytes_ - bytes)) {
      const std::uint32_t leaving = slots_[oldest_].block;
      erase(oldest_);
      evict(leaving);
    }
    if (!fits) return none;
    const std::uint32_t slot = free_ != none ? std::exchange(free_, slots_[free_].newer) : add_slot();
    slots_[slot].block = block;
    slots_[slot].bytes = bytes;
    used_bytes_ += bytes;
    link(slot);
    return slot;
  }

  void erase(std::uint32_t slot) {
    unlink(slot);
    used_bytes_ -= slots_[slot].bytes;
    slots_[slot].newer = std::exchange(free_, slot);
  }

  std::uint64_t used_bytes() const { return used_bytes_; }

 private:
  struct Slot {
    std::uint64_t bytes = 0;
    std::uint32_t block = 0;
    std::uint32_t older = none;
    std::uint32_t newer = none;  // of a free slot: the next free one
  };

  std::uint32_t add_slot() {
    slots_.emplace_back();
    return static_cast<std::uint32_t>(slots_.size() - 1);
  }
  void link(std::uint32_t slot) {
    slots_[slot].older = newest_;
    slots_[slot].newer = none;
    (newest_ == none ? oldest_ : slots_[newest_].newer) = slot;
    newest_ = slot;
  }
  void unlink(std::uint32_t slot) {
    const Slot& self = slots_[slot];
    (self.older == none ? oldest_ : slots_[self.older].newer) = self.newer;
    (self.newer == none ? newest_ : slots_[self.newer].older) = self.older;
  }

  std::uint64_t capacity_bytes_;
  std::uint64_t used_bytes_ = 0;
  std::vector<Slot> slots_;
  std::uint32_t oldest_ = none;
  std::uint32_t newest_ = none;
  std::uint32_t free_ = none;
};

}  // namespace gusset::simulator
