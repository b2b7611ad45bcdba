#pragma once
#include <string>

#include "gusset/simulator/predict/statistics.hpp"

namespace gusset::cli {

/// The report of `gusset simulate` on the simulator's statistics: a verdict, `extra_lines` (whole lines), the
/// assumptions, and a table of the nodes.
std::string simulation_report(const simulator::SimulationStatistics& statistics, const std::string& program,
                              const std::string& extra_lines = "");

}  // namespace gusset::cli
