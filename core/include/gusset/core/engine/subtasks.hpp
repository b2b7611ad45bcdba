#pragma once
#include <string>

#include "gusset/core/task.hpp"

namespace gusset {

/// A task's type in quotes, for messages; "a plan" where it has none.
std::string quoted_name(const Task& task);

/// Whether a task's data is partitioned, so that the task splits where its kernel can.
bool has_parts(Task& task);

/// Whether a task only ends a reservation that nothing used (Runtime::reserve). It has no kernel and costs
/// nothing.
bool ends_reservation(const Task& task);

/// Makes a task the subtask of the task that submits it. The parent holds its accesses until it has ended, so
/// the subtask can't wait for them: what it reads of the parent's reads is covered. Throws UsageError.
void make_subtask(Task& task, Task& parent);

/// Whether engines check who uses parts of data: in builds with assertions.
#ifdef NDEBUG
inline constexpr bool checks_parts = false;
#else
inline constexpr bool checks_parts = true;
#endif

/// Adds `by` to the number of tasks that hold each whole that the task accesses.
void count_holders(Task& task, int by);

/// Throws UsageError where a task accesses a part whose whole is in use by a task that it does not descend
/// from, or in a stronger mode than its ancestor's.
void check_parts(Task& task);

}  // namespace gusset
