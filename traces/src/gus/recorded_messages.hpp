#pragma once
#include <cstdint>

#include "gus_recording.hpp"
#include "tick_scale.hpp"

namespace gusset::traces::gus {

/// Adds the recording's messages to the trace, in order of time. Joins the two ends of each message: the
/// first recorded sending of a version from one node to another with its first arrival, and so on. The time
/// of an end that was not recorded is unknown. Times count from `start_ns`.
void assemble_messages(Trace& trace, Recording&& recording, const TickScale& scale, std::int64_t start_ns);

}  // namespace gusset::traces::gus
