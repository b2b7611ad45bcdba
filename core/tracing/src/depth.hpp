#pragma once
#include "gusset/core/options.hpp"
#include "recording.hpp"

namespace gusset::core_tracing {

inline constexpr const char* depth_setting = "depth";

/// What the setting "depth" asks for; accesses if it is not set. Throws ConfigurationError.
Depth depth_from(const Options& options);

}  // namespace gusset::core_tracing
