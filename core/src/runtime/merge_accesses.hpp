#pragma once
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Accesses of a task to one handle are covered by the first of them, in the mode that stands for all.
/// Returns whether there are any. Throws UsageError where one of them is reserved.
bool merge_accesses(Task& task);

}  // namespace gusset::detail
