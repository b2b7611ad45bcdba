#pragma once
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Whether parts of data are checked to be used by those alone who may: in builds with assertions.
#ifdef NDEBUG
inline constexpr bool checks_parts = false;
#else
inline constexpr bool checks_parts = true;
#endif

/// Counts a task among those that hold wholes, or off.
void count_holders(Task& task, int by);

/// Throws UsageError where a task accesses a part whose whole is in use by a task that it does not descend
/// from, or in a stronger mode than its ancestor's.
void check_parts(Task& task);

}  // namespace gusset::detail
