#include "gus_width.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace gusset::traces::gus {
namespace {

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

template <std::size_t Width>
std::uint64_t load(const std::byte* from) {
  std::uint64_t value = 0;
  std::memcpy(&value, from, Width);
  return value;
}

/// Whether a value of `Width` bytes is exactly a machine word.
template <std::size_t Width>
constexpr bool is_word = Width == 0 || Width == 1 || Width == 2 || Width == 4 || Width == 8;

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

}  // namespace

std::uint64_t load_offsets(std::uint8_t width, EncodedValues values, std::uint32_t first,
                           std::span<std::uint64_t> to) {
  std::uint64_t largest = 0;
  if (to.empty()) return largest;
  with_width(width, [&](auto bytes) {
    const std::byte* from = values.bytes + std::size_t{first} * bytes;
    // The column's last row is loaded alone, where a whole word would cross the column's end.
    const bool ends_column = first + to.size() == values.rows;
    const std::size_t whole_words = to.size() - (ends_column && !is_word<bytes> ? 1 : 0);
    for (std::size_t row = 0; row < whole_words; ++row) {
      to[row] = load_wide<bytes>(from + row * bytes);
      largest = std::max(largest, to[row]);
    }
    if (whole_words < to.size()) {
      to.back() = load<bytes>(from + whole_words * bytes);
      largest = std::max(largest, to.back());
    }
  });
  return largest;
}

void store_offsets(std::uint8_t width, std::span<const std::uint64_t> offsets, std::byte* to) {
  with_width(width, [&](auto bytes) {
    for (std::size_t row = 0; row < offsets.size(); ++row)
      std::memcpy(to + row * bytes, &offsets[row], bytes);
  });
}

}  // namespace gusset::traces::gus
