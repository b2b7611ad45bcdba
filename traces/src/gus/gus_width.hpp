#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace gusset::traces::gus {

/// The encoded values of a column: `rows` little-endian numbers of one width after each other.
struct EncodedValues {
  const std::byte* bytes = nullptr;
  std::uint32_t rows = 0;
};

/// Decodes consecutive rows, beginning with `first`, of a column with `width` bytes (0 to 8) per row, and
/// returns the largest number.
std::uint64_t load_offsets(std::uint8_t width, EncodedValues values, std::uint32_t first,
                           std::span<std::uint64_t> to);

/// Encodes each number in `width` bytes (0 to 8), which must hold it.
void store_offsets(std::uint8_t width, std::span<const std::uint64_t> offsets, std::byte* to);

}  // namespace gusset::traces::gus
