#include "gusset/traces/picture/charts/sweep_spot.hpp"

#include <algorithm>
#include <limits>

namespace gusset::picture {

std::optional<std::size_t> configuration_at(std::span<const SweepSpot> spots, double x, double y) {
  constexpr double tolerance = 4.0;
  std::optional<std::size_t> found;
  double nearest = std::numeric_limits<double>::infinity();
  for (const SweepSpot& spot : spots) {
    const double beside_x = std::max({spot.left - x, x - spot.right, 0.0});
    const double beside_y = std::max({spot.top - y, y - spot.bottom, 0.0});
    if (beside_x > tolerance || beside_y > tolerance) continue;
    // Of several overlapping spots, the one with the nearest centre wins.
    const double to_x = (spot.left + spot.right) / 2.0 - x;
    const double to_y = (spot.top + spot.bottom) / 2.0 - y;
    const double distance = to_x * to_x + to_y * to_y + (beside_x + beside_y) * 1e6;
    if (distance >= nearest) continue;
    nearest = distance;
    found = spot.configuration;
  }
  return found;
}

}  // namespace gusset::picture
