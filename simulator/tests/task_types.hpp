#pragma once
#include "gusset/core/task.hpp"

namespace gusset::simulator::testing {

/// A task type for tests in which the name doesn't matter.
inline const TaskType type("t");

}  // namespace gusset::simulator::testing
