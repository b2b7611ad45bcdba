#pragma once
#include "gusset/base/json_field.hpp"

namespace gusset::simulator {

inline constexpr double flops_per_gflop = 1e9;

// Limits shared by the JSON form and the five numbers. The upper limits only keep sums from overflowing.
inline constexpr NumberRange nodes_range{1, 65536, "a whole number from 1 to 65536"};
inline constexpr NumberRange cores_range{1, 65536, "a whole number from 1 to 65536"};
inline constexpr NumberRange gflops_range{0, 1e12, "GFlop/s per core, above 0", true};
inline constexpr NumberRange latency_range{0, 1e6, "seconds from 0 to 1e6"};
inline constexpr NumberRange bandwidth_range{1, 1e18, "bytes per second, 1 or more"};
inline constexpr NumberRange header_range{0, 1e12, "a whole number of bytes from 0 to 1e12"};

}  // namespace gusset::simulator
