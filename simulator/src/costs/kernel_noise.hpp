#pragma once
#include <cstdint>

namespace gusset::simulator {

/// Varies kernel times around their mean: a log-normal factor with mean 1, hence never negative. A task's
/// factor depends only on the seed and the task, not on when it runs.
class KernelNoise {
 public:
  explicit KernelNoise(std::uint64_t seed) : seed_(seed) {}

  /// The spread of the factors, computed once for many tasks.
  struct Spread {
    double deviation = 0.0;  ///< standard deviation of the factor's logarithm
    double half_variance = 0.0;

    Spread() = default;
    /// `relative_deviation` is the factor's standard deviation ÷ mean, ≥ 0.
    Spread(double relative_deviation);
  };

  double factor(std::uint64_t task, const Spread& spread) const;

 private:
  std::uint64_t seed_;
};

}  // namespace gusset::simulator
