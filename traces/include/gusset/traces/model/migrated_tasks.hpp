#pragma once
#include <vector>

#include "gusset/traces/model/ids.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The attribute of tasks that ran on another node than the program placed them on: the number of that node,
/// their home.
inline constexpr const char* home_attribute = "migrated from";

/// By task: the home of a task that ran on another node; none for the others. Empty if no task migrated.
///
/// Messages bring what a migrated task accesses from its home, whoever owns it, and what it modifies back,
/// with the version after it. Handles of size 0 need none.
std::vector<NodeId> homes_of_migrated(const Trace& trace);

}  // namespace gusset::traces
