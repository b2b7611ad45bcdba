#pragma once
#include "gusset/simulator/predict/statistics.hpp"
#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::cli {

/// The part of a simulation's statistics that a sweep keeps.
sweep::Measures measures_of(const simulator::SimulationStatistics& statistics);

}  // namespace gusset::cli
