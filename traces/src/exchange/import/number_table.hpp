#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gusset::traces::import {

/// A hash table with open addressing that numbers its keys in order of first appearance.
class HashedNumbers {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// The number of the key with this hash for which `is_it(number)` holds. Returns the previous `size()` for
  /// a new key.
  template <class IsIt>
  std::uint32_t add(std::uint64_t hash, IsIt is_it) {
    if (slots_.empty()) slots_.resize(64, {0, none});
    Slot& slot = slots_[place_of(hash, is_it)];
    if (slot.number != none) return slot.number;
    slot = {hash, count_++};
    if (std::size_t{count_} * 2 > slots_.size()) grow();
    return count_ - 1;
  }
  /// `none` if the key has not been added.
  template <class IsIt>
  std::uint32_t find(std::uint64_t hash, IsIt is_it) const {
    return slots_.empty() ? none : slots_[place_of(hash, is_it)].number;
  }
  std::uint32_t size() const { return count_; }

 private:
  struct Slot {
    std::uint64_t hash;
    std::uint32_t number;
  };

  template <class IsIt>
  std::size_t place_of(std::uint64_t hash, IsIt is_it) const {
    std::size_t at = (hash >> 20) & (slots_.size() - 1);
    while (slots_[at].number != none && !(slots_[at].hash == hash && is_it(slots_[at].number)))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2, {0, none}));
    for (const Slot& slot : old) {
      if (slot.number != none) slots_[place_of(slot.hash, [](std::uint32_t) { return false; })] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::uint32_t count_ = 0;
};

/// Numbers keys (for example pairs of thread and process) in order of first appearance.
class NumberTable {
 public:
  /// Returns the number of `key`; sets `is_new` if this call added it.
  std::uint32_t add(std::uint64_t key, bool& is_new) {
    is_new = false;
    if (key == last_key_ && last_number_ != HashedNumbers::none) return last_number_;
    const std::uint32_t size = numbers_.size();
    // Multiplication by an odd factor is invertible, so distinct keys have distinct hashes.
    last_number_ = numbers_.add(key * 0x9e3779b97f4a7c15, [](std::uint32_t) { return true; });
    last_key_ = key;
    is_new = last_number_ == size;
    return last_number_;
  }

 private:
  HashedNumbers numbers_;
  std::uint64_t last_key_ = 0;  ///< neighbouring records often belong to the same thread
  std::uint32_t last_number_ = HashedNumbers::none;
};

}  // namespace gusset::traces::import
