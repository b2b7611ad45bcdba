#pragma once
#include <string>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// A cycle of tasks, none of which can ever run: each waits for the next, the last for the first. If there
/// are several cycles, returns one that is reached from the first blocked task; empty if there is none.
/// Linear in accesses and dependencies.
std::vector<TaskId> dependency_cycle(const TaskGraph& graph);

/// "a cycle of 3 tasks, through a #0 and b #1". `cycle` must not be empty.
std::string cycle_text(const Trace& trace, const std::vector<TaskId>& cycle);

}  // namespace gusset::traces
