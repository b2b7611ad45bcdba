#pragma once
#include <cstddef>
#include <memory>

#include "gusset/traces/model/trace.hpp"

namespace gusset::bench {

/// A trace that resembles a measured one: exponential durations around 5 µs, gaps around 1 µs that swell and
/// shrink over time, a few long tasks, and eight types, one of which dominates each phase. The same arguments
/// give the same trace.
std::shared_ptr<const traces::Trace> synthetic_trace(std::size_t tasks, std::size_t rows);

}  // namespace gusset::bench
