#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace gusset::traces::gus {

/// Calls `work` with `width` (0 to 8) as a compile-time constant, so that loops over a column move whole
/// values.
template <class Work>
void with_width(std::uint8_t width, Work work) {
  const auto work_if = [&](auto bytes) { return width == bytes && (work(bytes), true); };
  [&]<std::size_t... Bytes>(std::index_sequence<Bytes...>) {
    static_cast<void>((work_if(std::integral_constant<std::size_t, Bytes>{}) || ...));
  }
  (std::make_index_sequence<9>{});
}

/// The little-endian number in the `Width` bytes at `from`.
template <std::size_t Width>
std::uint64_t load(const std::byte* from) {
  std::uint64_t value = 0;
  std::memcpy(&value, from, Width);
  return value;
}

/// Whether a value of `Width` bytes is exactly a machine word.
template <std::size_t Width>
inline constexpr bool is_word = Width == 0 || Width == 1 || Width == 2 || Width == 4 || Width == 8;

/// Like `load`, but faster for widths other than a word's: reads the whole word at `from`, past the value's
/// end.
template <std::size_t Width>
std::uint64_t load_wide(const std::byte* from) {
  if constexpr (is_word<Width>) {
    return load<Width>(from);
  } else {
    constexpr std::size_t word = Width == 3 ? 4 : 8;
    return load<word>(from) & ((std::uint64_t{1} << (8 * Width)) - 1);
  }
}

template <std::size_t Width>
void store(std::byte* to, std::uint64_t value) {
  std::memcpy(to, &value, Width);
}

}  // namespace gusset::traces::gus
