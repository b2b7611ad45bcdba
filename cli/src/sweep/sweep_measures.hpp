#pragma once
#include <nlohmann/json.hpp>

#include "sweep.hpp"

namespace gusset::cli {

/// What a sweep keeps of a statistics document of the simulator (docs/statistics.md). Fields that newer
/// documents have are read where present: makespan_range_s, and of nodes work, level2_tasks,
/// peak_memory_bytes and busy_share. Throws nlohmann::json::exception where one is missing that all have.
Measures measures_of(const nlohmann::json& statistics);

}  // namespace gusset::cli
