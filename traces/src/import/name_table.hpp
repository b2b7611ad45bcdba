#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gusset::traces::import {

/// Numbers names in the order of their first appearance: a hash table with open addressing, without an
/// allocation for a name that is known.
class NameTable {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::uint32_t add(std::string_view name) {
    const std::uint64_t hash = hash_of(name);
    if (slots_.empty()) slots_.resize(64, {0, none});
    std::size_t at = hash & (slots_.size() - 1);
    for (; slots_[at].number != none; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].hash == hash && names_[slots_[at].number] == name) return slots_[at].number;
    }
    const auto number = static_cast<std::uint32_t>(names_.size());
    names_.emplace_back(name);
    slots_[at] = {hash, number};
    if (names_.size() * 2 > slots_.size()) grow();
    return number;
  }

  /// `none` where it has not been added.
  std::uint32_t find(std::string_view name) const {
    if (slots_.empty()) return none;
    const std::uint64_t hash = hash_of(name);
    std::size_t at = hash & (slots_.size() - 1);
    for (; slots_[at].number != none; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].hash == hash && names_[slots_[at].number] == name) return slots_[at].number;
    }
    return none;
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::string& operator[](std::uint32_t number) const { return names_[number]; }
  std::size_t size() const { return names_.size(); }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  struct Slot {
    std::uint64_t hash;
    std::uint32_t number;
  };

  /// FNV-1a, with its high bits mixed into those that choose the slot.
  static std::uint64_t hash_of(std::string_view name) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash ^ (hash >> 29);
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2, {0, none});
    for (const Slot& slot : slots_) {
      if (slot.number == none) continue;
      std::size_t at = slot.hash & (larger.size() - 1);
      while (larger[at].number != none) at = (at + 1) & (larger.size() - 1);
      larger[at] = slot;
    }
    slots_ = std::move(larger);
  }

  std::vector<std::string> names_;
  std::vector<Slot> slots_;
};

}  // namespace gusset::traces::import
