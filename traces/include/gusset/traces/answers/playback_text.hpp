#pragma once
#include <cstdint>
#include <string>

#include "gusset/traces/analysis/time/playback.hpp"

namespace gusset::traces {

/// How many tasks are in each state at a given time: "5 done, 2 running, 3 ready, 10 waiting", with
/// `separator` between the counts. Says "3 running on 2 workers" if tasks share a worker, and also counts
/// suspended tasks. Says "5 done, 2 running, 13 to come" if the trace does not record when tasks became
/// ready.
std::string counts_text(const Playback& schedule, std::int64_t time_ns, const std::string& separator);

}  // namespace gusset::traces
