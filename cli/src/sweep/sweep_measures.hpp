#pragma once
#include "gusset/simulator/predict/statistics.hpp"
#include "sweep.hpp"

namespace gusset::cli {

/// What a sweep keeps of a simulation's statistics.
Measures measures_of(const simulator::SimulationStatistics& statistics);

}  // namespace gusset::cli
