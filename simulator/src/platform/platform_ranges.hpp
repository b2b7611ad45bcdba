#pragma once
#include "gusset/base/json_field.hpp"

namespace gusset::simulator {

inline constexpr double flops_per_gflop = 1e9;

// Limits of the numbers in a platform's JSON form. The form nodes:cores:gflops:latency:bandwidth shares them,
// except that its gflops may be 0 or empty. The upper limits only keep sums from overflowing.
inline constexpr NumberRange nodes_range{1, 65536, "a whole number from 1 to 65536"};
inline constexpr NumberRange cores_range{1, 65536, "a whole number from 1 to 65536"};
inline constexpr NumberRange gflops_range{0, 1e12, "GFlop/s per core, above 0, at most 1e12", true};
inline constexpr NumberRange speed_range{1e-6, 1e6, "a speed from 1e-6 to 1e6"};
inline constexpr NumberRange latency_range{0, 1e6, "seconds from 0 to 1e6"};
inline constexpr NumberRange bandwidth_range{1, 1e18, "bytes per second, from 1 to 1e18"};
inline constexpr NumberRange header_range{0, 1e12, "a whole number of bytes from 0 to 1e12"};

}  // namespace gusset::simulator
