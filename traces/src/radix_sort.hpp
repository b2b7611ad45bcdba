#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gus_reserve.hpp"

namespace gusset::traces {

/// Sorts ascending, in time linear in the number of values. For the millions of instants that a sweep visits;
/// values that stand in order already cost one pass.
inline void radix_sort(std::vector<std::uint64_t>& values) {
  constexpr unsigned digit_bits = 11;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  constexpr std::size_t worth_it = 4096;
  if (std::is_sorted(values.begin(), values.end())) return;
  if (values.size() < worth_it) {
    std::sort(values.begin(), values.end());
    return;
  }
  std::uint64_t all_bits = 0;
  for (const std::uint64_t value : values) all_bits |= value;
  std::vector<std::uint64_t> other;
  gus::fill(other, values.size(), std::uint64_t{0});
  for (unsigned shift = 0; shift < 64 && (all_bits >> shift) != 0; shift += digit_bits) {
    std::array<std::size_t, digits> next{};
    for (const std::uint64_t value : values) ++next[(value >> shift) & (digits - 1)];
    if (*std::max_element(next.begin(), next.end()) == values.size()) continue;
    std::size_t sum = 0;
    for (std::size_t& place : next) {
      const std::size_t count = place;
      place = sum;
      sum += count;
    }
    for (const std::uint64_t value : values) other[next[(value >> shift) & (digits - 1)]++] = value;
    values.swap(other);
  }
}

}  // namespace gusset::traces
