#pragma once
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Merges a task's accesses to the same handle: the first one covers the others, in the mode that covers all.
/// Returns whether any were merged. Throws UsageError if one of them is reserved.
bool merge_accesses(Task& task);

}  // namespace gusset::detail
