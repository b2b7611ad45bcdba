#pragma once
#include <cmath>
#include <cstdint>
#include <string>

#include "gusset/core/errors.hpp"

namespace gusset::simulator {

inline constexpr double ns_per_s = 1e9;
inline constexpr double seconds_per_ns = 1e-9;
/// Times stay below this limit: 9e9 s (285 years), the largest multiple of 1e9 s that fits in 64 bits.
inline constexpr std::int64_t end_of_time_ns = 9'000'000'000'000'000'000;

/// Rounds to whole ns.
inline std::int64_t whole_ns(double seconds) {
  return std::llround(seconds * ns_per_s);
}

/// The error for a time of 9e9 s or more. `where` continues the sentence.
inline SimulationError too_late(const std::string& where = "") {
  return SimulationError("simulate: expected times below 9e9 seconds, found more" + where);
}

/// Returns the time `offset_ns` after an epoch, rounded to whole ns. Throws SimulationError if it would be
/// 9e9 s or more.
inline std::int64_t arrival_time_ns(std::int64_t epoch_ns, double offset_ns) {
  if (!(offset_ns < static_cast<double>(end_of_time_ns - epoch_ns))) throw too_late();
  return epoch_ns + std::llround(offset_ns);
}

}  // namespace gusset::simulator
