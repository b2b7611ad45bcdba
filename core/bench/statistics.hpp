#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace gusset::bench {

/// The middle value; of an even number of samples the mean of the two. At least one sample.
inline double median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t middle = samples.size() / 2;
  return samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2.0;
}

}  // namespace gusset::bench
