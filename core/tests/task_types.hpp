#pragma once
#include "gusset/core/task.hpp"

namespace gusset::testing {

/// Types for tests in which task names do not matter.
inline const TaskType task("task");
inline const TaskType child("child");

}  // namespace gusset::testing
