#pragma once
#include <cmath>
#include <cstdint>

#include "gusset/core/errors.hpp"

namespace gusset::simulator {

inline constexpr double ns_per_s = 1e9;
inline constexpr double seconds_per_ns = 1e-9;
/// The limit of times in ns, in whole 1e9 seconds: 285 years.
inline constexpr std::int64_t end_of_time_ns = 9'000'000'000'000'000'000;

/// Rounds to whole ns.
inline std::int64_t whole_ns(double seconds) {
  return std::llround(seconds * ns_per_s);
}

/// Returns the time `offset_ns` after an epoch, rounded to whole ns. Throws SimulationError if it would be
/// 9e9 s or more.
inline std::int64_t arrival_time_ns(std::int64_t epoch_ns, double offset_ns) {
  if (!(offset_ns < static_cast<double>(end_of_time_ns - epoch_ns)))
    throw SimulationError("simulate: expected less than 9000000000 seconds, found more");
  return epoch_ns + std::llround(offset_ns);
}

}  // namespace gusset::simulator
