#pragma once
#include <string>

#include "gusset/simulator/predict/statistics.hpp"

namespace gusset::cli {

/// What `gusset simulate` tells of a statistics document of the simulator: a verdict and what there is to say
/// besides (whole lines), what was assumed, and a table of the nodes.
std::string simulation_report(const simulator::SimulationStatistics& statistics, const std::string& program,
                              const std::string& besides = "");

}  // namespace gusset::cli
