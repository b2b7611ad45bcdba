#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace gusset::bench {

/// The median; of an even number of samples, the mean of the middle two. Needs at least one sample.
inline double median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t middle = samples.size() / 2;
  return samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2.0;
}

/// The value below which a `share` (0 … 1) of the samples lies. Needs at least one sample.
inline double quantile(std::vector<double> samples, double share) {
  std::sort(samples.begin(), samples.end());
  const auto last = static_cast<double>(samples.size() - 1);
  return samples[static_cast<std::size_t>(last * share + 0.5)];
}

/// Measures the wall time since its construction.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Runs `action` and returns its wall time in ms.
template <class Action>
double time_ms(Action&& action) {
  const Stopwatch watch;
  std::forward<Action>(action)();
  return watch.seconds() * 1e3;
}

}  // namespace gusset::bench
