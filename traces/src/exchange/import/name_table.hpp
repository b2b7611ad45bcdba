#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "number_table.hpp"

namespace gusset::traces::import {

/// Numbers names in order of first appearance. Looking up a known name allocates nothing.
class NameTable {
  auto is_named(std::string_view name) const {
    return [this, name](std::uint32_t number) { return names_[number] == name; };
  }

 public:
  static constexpr std::uint32_t none = HashedNumbers::none;

  std::uint32_t add(std::string_view name) {
    const std::uint32_t number = numbers_.add(hash_of(name), is_named(name));
    if (number == names_.size()) names_.emplace_back(name);
    return number;
  }
  /// `none` if the name has not been added.
  std::uint32_t find(std::string_view name) const { return numbers_.find(hash_of(name), is_named(name)); }

  const std::vector<std::string>& names() const { return names_; }
  const std::string& operator[](std::uint32_t number) const { return names_[number]; }
  std::size_t size() const { return names_.size(); }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  template <class Word>
  static std::uint64_t word_at(const char* p) {
    Word word = 0;
    std::memcpy(&word, p, sizeof word);
    return word;
  }

  __extension__ using Wide = unsigned __int128;

  /// Multiplies eight bytes at a time into one number; the last words may overlap. Both halves of the product
  /// count, because names often differ only in their last byte.
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

  std::vector<std::string> names_;
  HashedNumbers numbers_;
};

}  // namespace gusset::traces::import
