#pragma once
#include <string>

#include "gusset/core/task.hpp"

namespace gusset::detail {

/// A task's type in quotes, for messages; "a plan" where it has none.
std::string quoted_name(const Task& task);

/// Makes a task the subtask of the one that submits it, which holds its own accesses until it has ended: so
/// the subtask can't wait for them. Reads of what that one reads are covered. Throws UsageError.
void make_subtask(Task& task, Task& parent);

}  // namespace gusset::detail
