#pragma once
#include <cstddef>

#include "sphere.hpp"

namespace shallow_water {

/// What there is at each point: velocity in m/s, along the axes of space, and depth in m.
constexpr std::size_t fields = 4;
using State = std::array<double, fields>;
/// What a point's neighbours say of a field there.
struct Local {
  Vector gradient;   ///< along each axis, per m
  double roughness;  ///< how far a smooth fit is above it
};

constexpr double earth_radius_m = 6.37122e6;

/// A steady state of the shallow water equations: the whole atmosphere turns about an axis that is tilted
/// against the grid's, and the depth balances it. Case 2 of Williamson, Drake, Hack, Jakob and Swarztrauber
/// (J. Comput. Phys. 102, 1992).
State steady_state(const Vector& point);

/// Change per second of what is at a point, by the shallow water equations on the rotating earth. Roughness
/// goes at `damping_per_s`.
State tendency(const Vector& point, const State& state, const std::array<Local, fields>& local,
               double damping_per_s);

/// Floating-point operations of `tendency`, counted in its code.
constexpr double tendency_flops = 96.0;

/// A step in seconds that the fastest wave stays below, for that many points.
double stable_step_s(std::size_t points);

}  // namespace shallow_water
