#pragma once
#include <vector>

#include "gusset/simulator/costs/variation.hpp"
#include "measured_tasks.hpp"

namespace gusset::simulator {

/// Compares the tasks that were the first to use handles with the other tasks of their type and size. Returns
/// the types whose first uses take notably longer, sorted.
std::vector<FirstTouch> measured_first_touches(const MeasuredTasks& measured);

}  // namespace gusset::simulator
