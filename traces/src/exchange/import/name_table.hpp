#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
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

  template <class Word>
  static std::uint64_t word_at(const char* p) {
    Word word = 0;
    std::memcpy(&word, p, sizeof word);
    return word;
  }

  __extension__ using Wide = unsigned __int128;

  /// Multiplies eight bytes at a time into one number; the last ones may be taken twice. The high half of the
  /// product counts as much as the low one: names often differ in their last byte alone.
  static std::uint64_t hash_of(std::string_view name) {
    const auto mix = [](std::uint64_t hash, std::uint64_t word) {
      const Wide product = Wide{hash ^ word} * 0x9e3779b97f4a7c15;
      return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    };
    const char* const p = name.data();
    const std::size_t size = name.size();
    std::uint64_t hash = size;
    if (size >= 8) {
      for (std::size_t at = 0; at + 8 < size; at += 8) hash = mix(hash, word_at<std::uint64_t>(p + at));
      return mix(hash, word_at<std::uint64_t>(p + size - 8));
    }
    if (size >= 4) return mix(hash, word_at<std::uint32_t>(p) << 32 | word_at<std::uint32_t>(p + size - 4));
    for (const char c : name) hash = hash << 8 | static_cast<unsigned char>(c);
    return mix(hash, 0);
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
