#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace gusset::cluster {

/// Contents that differ have different checksums, except with a very small probability.
inline std::uint64_t checksum_of(std::span<const std::byte> contents) {
  std::uint64_t sum = contents.size();
  for (std::size_t at = 0; at < contents.size(); at += sizeof sum) {
    std::uint64_t word = 0;
    std::memcpy(&word, contents.data() + at, std::min(sizeof word, contents.size() - at));
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    sum ^= sum >> 32;
  }
  return sum;
}

}  // namespace gusset::cluster
