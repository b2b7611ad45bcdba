#pragma once
#include <cstddef>

#include "gusset/core/options.hpp"
#include "records.hpp"

namespace gusset::core_tracing {

inline constexpr const char* depth_setting = "depth";
inline constexpr const char* memory_setting = "trace_memory";

/// What the setting "depth" asks for; accesses if it is not set. Throws ConfigurationError.
Depth depth_from(const Options& options);

/// The memory that a recording may take on its way to the file, from the setting "trace_memory" in MiB; 256
/// MiB if it is not set. Throws ConfigurationError.
std::size_t memory_bytes_from(const Options& options);

}  // namespace gusset::core_tracing
