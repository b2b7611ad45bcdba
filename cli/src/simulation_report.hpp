#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace gusset::cli {

/// What `gusset simulate` tells of a statistics document of the simulator: a verdict, a table of the nodes,
/// and what was assumed.
std::string simulation_report(const nlohmann::json& statistics, const std::string& program);

}  // namespace gusset::cli
