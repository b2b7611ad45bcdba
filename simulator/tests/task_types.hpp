#pragma once
#include "gusset/core/task.hpp"

namespace gusset::simulator::testing {

/// What tests submit whose tasks' names do not matter.
inline const TaskType type("t");

}  // namespace gusset::simulator::testing
