#pragma once
#include "gus_sink.hpp"
#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::gus {

/// Writes a complete trace, which must pass `validate`.
Result<Done> write_trace(const Trace& trace, Sink& sink);

}  // namespace gusset::traces::gus
