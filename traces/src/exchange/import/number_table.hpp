#pragma once
#include <cstdint>
#include <vector>

namespace gusset::traces::import {

/// Numbers keys (pairs of thread and process, say) in the order of their first appearance.
class NumberTable {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// The number of `key`, and whether it is new.
  std::uint32_t add(std::uint64_t key, bool& is_new) {
    if (key == last_key_ && last_number_ != none) {
      is_new = false;
      return last_number_;
    }
    if (slots_.empty()) slots_.resize(64, {0, none});
    std::size_t at = slot_of(key, slots_.size());
    for (; slots_[at].number != none; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].key != key) continue;
      is_new = false;
      last_key_ = key;
      return last_number_ = slots_[at].number;
    }
    is_new = true;
    const std::uint32_t number = count_++;
    slots_[at] = {key, number};
    if (std::size_t{count_} * 2 > slots_.size()) grow();
    last_key_ = key;
    return last_number_ = number;
  }

 private:
  struct Slot {
    std::uint64_t key;
    std::uint32_t number;
  };

  static std::size_t slot_of(std::uint64_t key, std::size_t slots) {
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15) >> 20) & (slots - 1);
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2, {0, none});
    for (const Slot& slot : slots_) {
      if (slot.number == none) continue;
      std::size_t at = slot_of(slot.key, larger.size());
      while (larger[at].number != none) at = (at + 1) & (larger.size() - 1);
      larger[at] = slot;
    }
    slots_ = std::move(larger);
  }

  std::vector<Slot> slots_;
  std::uint32_t count_ = 0;
  std::uint64_t last_key_ = 0;  ///< neighbours in a file are often of one thread
  std::uint32_t last_number_ = none;
};

}  // namespace gusset::traces::import
