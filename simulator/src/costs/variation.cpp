#include "gusset/simulator/costs/variation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "costs/robust_line.hpp"

namespace gusset::simulator {

double Interruptions::mean_length_s() const {
  if (lengths_s.empty()) return 0.0;
  return std::accumulate(lengths_s.begin(), lengths_s.end(), 0.0) / static_cast<double>(lengths_s.size());
}

double Variation::first_touch_s_per_byte(std::string_view type) const {
  const auto found = std::ranges::lower_bound(first_touches, type, {}, &FirstTouch::type);
  return found != first_touches.end() && found->type == type ? found->s_per_byte : 0.0;
}

std::optional<double> Variation::median_error() const {
  if (runs.empty()) return std::nullopt;
  std::vector<double> errors;
  for (const MeasuredRun& run : runs) errors.push_back(std::abs(run.factor - 1.0));
  return median_of(std::move(errors));
}

}  // namespace gusset::simulator
