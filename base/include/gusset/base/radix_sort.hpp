#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/base/columns.hpp"
#include "parallel.hpp"

namespace gusset {
namespace radix {

inline constexpr unsigned digit_bits = 11;
inline constexpr std::size_t digits = std::size_t{1} << digit_bits;
using Counts = std::array<std::size_t, digits>;

inline std::size_t digit(std::uint64_t value, unsigned shift) {
  return (value >> shift) & (digits - 1);
}

/// Turns counts into the first position of each digit.
inline void prefix_sum(Counts& counts) {
  std::size_t sum = 0;
  for (std::size_t& count : counts) {
    const std::size_t place = sum;
    sum += count;
    count = place;
  }
}

/// Sorts by the lowest `bits` bits, digit by digit from the lowest. `other` has the same length and is
/// scratch space.
inline void sort_by_digits(std::span<std::uint64_t> values, std::span<std::uint64_t> other, unsigned bits) {
  bool is_swapped = false;
  for (unsigned shift = 0; shift < bits; shift += digit_bits) {
    Counts next{};
    for (const std::uint64_t value : values) ++next[digit(value, shift)];
    if (*std::max_element(next.begin(), next.end()) == values.size()) continue;
    prefix_sum(next);
    for (const std::uint64_t value : values) other[next[digit(value, shift)]++] = value;
    std::swap(values, other);
    is_swapped = !is_swapped;
  }
  if (is_swapped) std::copy(values.begin(), values.end(), other.begin());
}

}  // namespace radix

/// Sorts in ascending order, in time linear in the number of values. Meant for the millions of instants that
/// a sweep visits. Values that are already sorted cost one pass. Splits the values by their highest digit
/// into parts that usually fit the caches, then sorts the parts with parallel_for.
inline void radix_sort(std::vector<std::uint64_t>& values) {
  constexpr std::size_t min_size = 4096;
  if (std::is_sorted(values.begin(), values.end())) return;
  if (values.size() < min_size) {
    std::sort(values.begin(), values.end());
    return;
  }
  std::uint64_t all_bits = 0;
  for (const std::uint64_t value : values) all_bits |= value;
  const auto bits = static_cast<unsigned>(std::bit_width(all_bits));
  const unsigned shift = bits > radix::digit_bits ? bits - radix::digit_bits : 0;
  std::vector<std::uint64_t> parted;
  columns::fill(parted, values.size(), std::uint64_t{0});
  radix::Counts next{};
  for (const std::uint64_t value : values) ++next[radix::digit(value, shift)];
  radix::prefix_sum(next);
  const radix::Counts first = next;
  for (const std::uint64_t value : values) parted[next[radix::digit(value, shift)]++] = value;
  parallel_for(radix::digits, values.size(), [&](std::size_t part) {
    const std::size_t size = next[part] - first[part];
    const std::span<std::uint64_t> here(parted.data() + first[part], size);
    if (size < min_size / 4) {
      std::sort(here.begin(), here.end());
    } else {
      radix::sort_by_digits(here, {values.data() + first[part], size}, shift);
    }
  });
  values.swap(parted);
}

}  // namespace gusset
