#pragma once
#include <cstdint>
#include <string>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The share of the threads' time in which they could run but had no processor. 0 if that was not recorded,
/// or if the makespan is 0.
double share_without_processor(const Trace& trace, std::int64_t makespan_ns);

/// Whether so many threads had no processor that other causes of lost time are doubtful
/// (max_preempted_share).
bool lacks_processors(const Trace& trace, std::int64_t makespan_ns);

/// "had no processor for 65.6 % of their time", said of threads.
std::string without_processor_text(const Trace& trace, std::int64_t makespan_ns);

/// What to do about it.
inline constexpr const char* quiet_machine_advice =
    "measure on a quiet machine, with no more threads than processors";

}  // namespace gusset::traces
