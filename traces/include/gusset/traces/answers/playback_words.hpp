#pragma once
#include <cstdint>
#include <string>

#include "gusset/traces/analysis/time/playback.hpp"

namespace gusset::traces {

/// How many tasks are in which state at a moment: "5 done, 2 running, 3 ready, 10 waiting", with the
/// separator between them. Where several share a worker "3 running on 2 workers"; where some are suspended
/// these too. Where the trace doesn't tell when tasks were ready: "5 done, 2 running, 13 to come".
std::string counts_text(const Playback& schedule, std::int64_t time_ns, const std::string& separator);

}  // namespace gusset::traces
