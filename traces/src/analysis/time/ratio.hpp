#pragma once

namespace gusset::traces {

/// 0 where there is nothing to divide by.
constexpr double ratio(double numerator, double denominator) {
  return denominator > 0.0 ? numerator / denominator : 0.0;
}

}  // namespace gusset::traces
