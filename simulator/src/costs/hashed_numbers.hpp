#pragma once
#include <cstdint>

namespace gusset::simulator {

/// An odd number without pattern, to tell streams of numbers apart.
inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15u;

/// Mixes all bits (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Returns the bits that belong to the number with this index in the stream.
constexpr std::uint64_t hashed(std::uint64_t stream, std::uint64_t index) {
  return mixed(mixed(stream + golden_ratio) + (index + 1) * golden_ratio);
}

/// Returns a number in (0, 1].
constexpr double uniform(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 1.0) * 0x1p-53;
}

}  // namespace gusset::simulator
