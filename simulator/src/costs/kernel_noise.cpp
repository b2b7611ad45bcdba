#include "kernel_noise.hpp"

#include <cmath>
#include <numbers>

#include "costs/hashed_numbers.hpp"

namespace gusset::simulator {

KernelNoise::Spread::Spread(double relative_deviation) {
  if (relative_deviation <= 0.0) return;
  const double variance = std::log1p(relative_deviation * relative_deviation);
  deviation = std::sqrt(variance);
  half_variance = variance / 2.0;
}

double KernelNoise::factor(std::uint64_t task, const Spread& spread) const {
  if (spread.deviation == 0.0) return 1.0;
  const std::uint64_t bits = hashed(seed_, task);
  // Makes a normal number from two uniform numbers (Box and Muller, 1958).
  const double normal = std::sqrt(-2.0 * std::log(uniform(bits))) *
                        std::cos(2.0 * std::numbers::pi * uniform(mixed(bits + golden_ratio)));
  return std::exp(spread.deviation * normal - spread.half_variance);
}

}  // namespace gusset::simulator
