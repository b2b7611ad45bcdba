#include "gusset/simulator/costs/variation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>

#include "costs/robust_line.hpp"

namespace gusset::simulator {

double Interruptions::mean_length_s() const {
  if (lengths_s.empty()) return 0.0;
  return std::accumulate(lengths_s.begin(), lengths_s.end(), 0.0) / static_cast<double>(lengths_s.size());
}

double FirstTouch::drawn_s_per_byte(double share) const {
  if (by_run_s_per_byte.empty()) return s_per_byte;
  const auto runs = by_run_s_per_byte.size();
  const auto run = static_cast<std::size_t>(share * static_cast<double>(runs));
  return by_run_s_per_byte[std::min(run, runs - 1)];
}

const FirstTouch* Variation::first_touch(std::string_view type) const {
  const auto found = std::ranges::lower_bound(first_touches, type, {}, &FirstTouch::type);
  return found != first_touches.end() && found->type == type ? &*found : nullptr;
}

bool Variation::varies() const {
  return speed.varies() || interruptions.slowdown() > 1.0 ||
         std::ranges::any_of(first_touches, [](const FirstTouch& touch) {
           return std::ranges::adjacent_find(touch.by_run_s_per_byte, std::not_equal_to()) !=
                  touch.by_run_s_per_byte.end();
         });
}

std::optional<double> Variation::median_error() const {
  if (runs.empty()) return std::nullopt;
  std::vector<double> errors;
  for (const MeasuredRun& run : runs) errors.push_back(std::abs(run.factor - 1.0));
  return median_of(std::move(errors));
}

}  // namespace gusset::simulator
