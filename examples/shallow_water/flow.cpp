#include "flow.hpp"

#include <cmath>
#include <numbers>

namespace shallow_water {
namespace {

constexpr double gravity = 9.80616;    // m/s²
constexpr double rotation = 7.292e-5;  // rad/s
constexpr double mean_depth = 2.94e4 / gravity;
const double speed = 2.0 * std::numbers::pi * earth_radius_m / (12.0 * 86400.0);  // 12-day period

// The wind's axis, tilted so that the wind blows across zones and poles.
const Vector axis{-std::sin(0.7), 0.0, std::cos(0.7)};

}  // namespace

State steady_state(const Vector& point) {
  const Vector wind = cross(axis, point);
  const double sine = dot(axis, point);
  return {speed * wind[0], speed * wind[1], speed * wind[2],
          mean_depth - (earth_radius_m * rotation * speed + speed * speed / 2.0) * sine * sine / gravity};
}

State tendency(const Vector& point, const State& state, const std::array<Local, fields>& local,
               double damping_per_s) {
  const Vector velocity{state[0], state[1], state[2]};
  const double coriolis = 2.0 * rotation * dot(axis, point);  // the earth rotates about the wind's axis
  const Vector turned = cross(point, velocity);
  Vector force;
  for (std::size_t d = 0; d < 3; ++d) {
    force[d] = damping_per_s * local[d].roughness - dot(velocity, local[d].gradient) - coriolis * turned[d] -
               gravity * local[3].gradient[d];
  }
  const double outward = dot(point, force);  // the sphere's surface cancels it
  const double divergence = local[0].gradient[0] + local[1].gradient[1] + local[2].gradient[2];
  return {force[0] - outward * point[0], force[1] - outward * point[1], force[2] - outward * point[2],
          damping_per_s * local[3].roughness - dot(velocity, local[3].gradient) - state[3] * divergence};
}

double stable_step_s(std::size_t points) {
  const double spacing = earth_radius_m * std::sqrt(4.0 * std::numbers::pi / static_cast<double>(points));
  return 0.6 * spacing / (std::sqrt(gravity * mean_depth) + speed);
}

}  // namespace shallow_water
