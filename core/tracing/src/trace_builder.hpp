#pragma once
#include <memory>

#include "gusset/traces/trace.hpp"
#include "recording.hpp"

namespace gusset::core_tracing {

/// The trace of a recording whose tasks are all done; without metadata. Throws ConfigurationError where it
/// has more tasks than a trace can.
std::shared_ptr<traces::Trace> build_trace(const Recording& recording);

}  // namespace gusset::core_tracing
