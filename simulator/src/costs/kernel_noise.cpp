#include "kernel_noise.hpp"

#include <cmath>
#include <numbers>

namespace gusset::simulator {
namespace {

/// Mixes all bits (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Returns a number in (0, 1].
double uniform(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 1.0) * 0x1p-53;
}

}  // namespace

KernelNoise::Spread::Spread(double relative_deviation) {
  if (relative_deviation <= 0.0) return;
  const double variance = std::log1p(relative_deviation * relative_deviation);
  deviation = std::sqrt(variance);
  half_variance = variance / 2.0;
}

double KernelNoise::factor(std::uint64_t task, const Spread& spread) const {
  if (spread.deviation == 0.0) return 1.0;
  constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15u;
  const std::uint64_t bits = mixed(mixed(seed_ + golden_ratio) + (task + 1) * golden_ratio);
  // Makes a normal number from two uniform numbers (Box and Muller, 1958).
  const double normal = std::sqrt(-2.0 * std::log(uniform(bits))) *
                        std::cos(2.0 * std::numbers::pi * uniform(mixed(bits + golden_ratio)));
  return std::exp(spread.deviation * normal - spread.half_variance);
}

}  // namespace gusset::simulator
