#pragma once
#include <cstdint>

#include "gus_recording.hpp"
#include "tick_scale.hpp"

namespace gusset::traces::gus {

/// Fills in the trace's processor time: one use between two samples of the same thread, and the bindings
/// sorted by worker. `start` and `end` are the trace's first and last instant in ticks. A use that crosses
/// one of these instants is clipped. A clipped use keeps only as much time without a processor as must lie
/// within it, and is left out if the thread also waited.
void assemble_processor_time(Trace& trace, const Recording& recording, const TickScale& scale,
                             std::int64_t start, std::int64_t end);

}  // namespace gusset::traces::gus
