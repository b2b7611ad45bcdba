#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace gusset::traces::testing {

/// Splits the input of the merger's fuzzer into files: a u32 before each file is its length. The last file
/// may be shorter. At most 8 files, so that the fuzzer spends its time inside them.
inline std::vector<std::span<const std::byte>> split_parts(std::span<const std::byte> bytes) {
  std::vector<std::span<const std::byte>> parts;
  while (bytes.size() >= sizeof(std::uint32_t) && parts.size() < 8) {
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    bytes = bytes.subspan(sizeof length);
    const std::size_t size = length < bytes.size() ? length : bytes.size();
    parts.push_back(bytes.first(size));
    bytes = bytes.subspan(size);
  }
  return parts;
}

inline std::vector<std::byte> joined_parts(const std::vector<std::vector<std::byte>>& parts) {
  std::vector<std::byte> bytes;
  for (const std::vector<std::byte>& part : parts) {
    const auto length = static_cast<std::uint32_t>(part.size());
    const auto* const first = reinterpret_cast<const std::byte*>(&length);
    bytes.insert(bytes.end(), first, first + sizeof length);
    bytes.insert(bytes.end(), part.begin(), part.end());
  }
  return bytes;
}

}  // namespace gusset::traces::testing
