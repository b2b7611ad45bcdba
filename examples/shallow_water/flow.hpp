#pragma once
#include <cstddef>

#include "sphere.hpp"

namespace shallow_water {

/// The state at each point: velocity in m/s along the axes of space, and depth in m.
constexpr std::size_t fields = 4;
using State = std::array<double, fields>;
/// A field's derivatives at a point, computed from its neighbours.
struct Local {
  Vector gradient;   ///< along each axis, per m
  double roughness;  ///< a smooth fit's value minus the field's value
};

constexpr double earth_radius_m = 6.37122e6;

/// Returns a steady state of the shallow water equations: the whole atmosphere rotates about an axis that is
/// tilted against the grid's axis, and the depth balances it. Case 2 of Williamson, Drake, Hack, Jakob and
/// Swarztrauber (J. Comput. Phys. 102, 1992).
State steady_state(const Vector& point);

/// Returns a point's rate of change per second, by the shallow water equations on the rotating earth.
/// `damping_per_s` is the rate at which roughness decays.
State tendency(const Vector& point, const State& state, const std::array<Local, fields>& local,
               double damping_per_s);

/// Number of floating-point operations of `tendency`, counted in its code.
constexpr double tendency_flops = 96.0;

/// Returns a time step in seconds that is stable for the fastest wave with that many points.
double stable_step_s(std::size_t points);

}  // namespace shallow_water
