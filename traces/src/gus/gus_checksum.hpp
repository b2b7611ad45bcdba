#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace gusset::traces::gus {

/// XXH3, 64 bits, seed 0.
std::uint64_t checksum(std::span<const std::byte> bytes);

/// The checksum of the bytes of `value` before its member at `offset`.
template <class T>
std::uint64_t checksum_before(const T& value, std::size_t offset) {
  return checksum(std::as_bytes(std::span(&value, 1)).first(offset));
}

}  // namespace gusset::traces::gus
