#pragma once
#include <cstdint>

namespace gusset::simulator {

/// How much longer or shorter than their mean kernels take: a factor whose mean is 1, log-normal, so that it
/// is never negative. A task's factor depends on the seed and the task alone, not on when it runs.
class KernelNoise {
 public:
  explicit KernelNoise(std::uint64_t seed) : seed_(seed) {}

  /// How far factors are from 1; worked out once for many tasks.
  struct Spread {
    double deviation = 0.0;  ///< of the factor's logarithm
    double half_variance = 0.0;

    Spread() = default;
    /// `relative_deviation` ≥ 0, of the factor: standard deviation ÷ mean.
    Spread(double relative_deviation);
  };

  double factor(std::uint64_t task, const Spread& spread) const;

 private:
  std::uint64_t seed_;
};

}  // namespace gusset::simulator
