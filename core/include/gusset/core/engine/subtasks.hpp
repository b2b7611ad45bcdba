#pragma once
#include <string>

#include "gusset/core/task.hpp"

namespace gusset {

/// A task's type name in quotes, for messages; "a plan" for a task without a type.
std::string quoted_name(const Task& task);

/// Whether a task accesses partitioned data, so that the task splits if its kernel can.
bool has_parts(Task& task);

/// Whether a task only ends an unused reservation (Runtime::reserve). Such a task has no kernel and costs
/// nothing.
bool ends_reservation(const Task& task);

/// Makes a task a subtask of the task that submits it. The parent holds its accesses until the subtask has
/// ended, so the subtask cannot wait for them: its reads of data that the parent reads are covered. Throws
/// UsageError if the subtask would have to wait for its parent.
void make_subtask(Task& task, Task& parent);

/// Whether engines check who uses parts of data: true in builds with assertions.
#ifdef NDEBUG
inline constexpr bool checks_parts = false;
#else
inline constexpr bool checks_parts = true;
#endif

/// Adds `by` to the holder count of each whole that the task accesses.
void count_holders(Task& task, int by);

/// Throws UsageError if a task accesses a part of a whole that another task, not its ancestor, uses. Also
/// throws if the task modifies the part although its ancestor does not modify the whole.
void check_parts(Task& task);

}  // namespace gusset
