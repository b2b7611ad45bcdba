#pragma once
#include "gusset/core/task.hpp"

namespace gusset::testing {

/// What tests submit whose tasks' names do not matter.
inline const TaskType task("task");
inline const TaskType child("child");

}  // namespace gusset::testing
