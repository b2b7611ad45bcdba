#include "gusset/viewer/model/document/log_scale.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::viewer {

double LogScale::value(int step) const {
  if (step <= 0) return low_;
  if (step >= steps_) return high_;
  const double exact = low_ * std::pow(high_ / low_, static_cast<double>(step) / steps_);
  // Divides two whole numbers, for values below 1 too: the quotient is the double nearest to the decimal.
  const int digits = 1 - static_cast<int>(std::floor(std::log10(exact)));
  const double power = std::pow(10.0, std::abs(digits));
  const double rounded = digits >= 0 ? std::round(exact * power) / power : std::round(exact / power) * power;
  return std::clamp(rounded, low_, high_);
}

int LogScale::step(double value) const {
  if (!(value > low_)) return 0;
  const double share = std::log(value / low_) / std::log(high_ / low_);
  return std::clamp(static_cast<int>(std::lround(share * steps_)), 0, steps_);
}

}  // namespace gusset::viewer
