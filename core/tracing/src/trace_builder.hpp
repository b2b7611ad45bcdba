#pragma once
#include <memory>

#include "clock.hpp"
#include "gusset/traces/trace.hpp"
#include "recording.hpp"

namespace gusset::core_tracing {

/// The trace of a recording whose tasks are all done; without metadata. Throws ConfigurationError where it
/// does not fit a trace.
std::shared_ptr<traces::Trace> build_trace(const Recording& recording, const Clock& clock);

}  // namespace gusset::core_tracing
