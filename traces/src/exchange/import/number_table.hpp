#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gusset::traces::import {

/// A hash table with open addressing that numbers what is added to it, in the order of first appearance.
class HashedNumbers {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// The number of what has this hash and fulfils `is_it(number)`; `size()` of before where it is new.
  template <class IsIt>
  std::uint32_t add(std::uint64_t hash, IsIt is_it) {
    if (slots_.empty()) slots_.resize(64, {0, none});
    Slot& slot = slots_[place_of(hash, is_it)];
    if (slot.number != none) return slot.number;
    slot = {hash, count_++};
    if (std::size_t{count_} * 2 > slots_.size()) grow();
    return count_ - 1;
  }
  /// `none` where it has not been added.
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

/// Numbers keys (pairs of thread and process, say) in the order of their first appearance.
class NumberTable {
 public:
  /// The number of `key`, and whether it is new.
  std::uint32_t add(std::uint64_t key, bool& is_new) {
    is_new = false;
    if (key == last_key_ && last_number_ != HashedNumbers::none) return last_number_;
    const std::uint32_t size = numbers_.size();
    // The product tells keys apart, as its factor is odd.
    last_number_ = numbers_.add(key * 0x9e3779b97f4a7c15, [](std::uint32_t) { return true; });
    last_key_ = key;
    is_new = last_number_ == size;
    return last_number_;
  }

 private:
  HashedNumbers numbers_;
  std::uint64_t last_key_ = 0;  ///< neighbours in a file are often of one thread
  std::uint32_t last_number_ = HashedNumbers::none;
};

}  // namespace gusset::traces::import
