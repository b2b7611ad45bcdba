#pragma once
#include <cstdint>

namespace gusset::core_tracing {

/// How a clock differs from the host's steady clock, in tests of nodes whose clocks differ.
struct ClockError {
  std::int64_t offset_ns = 0;  ///< when the recording begins
  double drift = 0.0;          ///< change per time since then
};

}  // namespace gusset::core_tracing
