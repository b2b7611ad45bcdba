#pragma once
#include <cstddef>
#include <memory>

#include "gusset/traces/model/trace.hpp"

namespace gusset::bench {

/// A measured-looking trace: exponential durations around 5 µs and gaps around 1 µs that swell and shrink
/// over time, a rare long task, eight types of which one prevails in each phase. The same arguments give the
/// same trace.
std::shared_ptr<const traces::Trace> synthetic_trace(std::size_t tasks, std::size_t rows);

}  // namespace gusset::bench
