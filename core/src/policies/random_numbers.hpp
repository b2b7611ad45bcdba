#pragma once
#include <cstddef>
#include <cstdint>

#include "gusset/core/policy.hpp"

namespace gusset::detail {

/// The chance in one worker's decisions: workers of one seed decide differently, and the same each time.
class RandomNumbers {
 public:
  explicit RandomNumbers(const PolicyContext& context)
      : state_(context.seed * 0x2545f4914f6cdd1du + context.worker.value()) {}

  /// 0 … n − 1; n > 0.
  std::size_t below(std::size_t n) { return next() % n; }

 private:
  /// One step of a Weyl sequence and a mix of its bits (Steele, Lea, Flood: Fast splittable pseudorandom
  /// number generators, 2014).
  std::uint64_t next() {
    std::uint64_t bits = state_ += 0x9e3779b97f4a7c15u;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
  }

  std::uint64_t state_;
};

}  // namespace gusset::detail
