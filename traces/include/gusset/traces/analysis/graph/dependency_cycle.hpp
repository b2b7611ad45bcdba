#pragma once
#include <string>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Tasks that wait for each other, so that none of them can ever run: each for the next, the last for the
/// first. Of several such cycles one that the first task which can't run leads into; empty where there is
/// none. Linear in accesses and dependencies.
std::vector<TaskId> dependency_cycle(const TaskGraph& graph);

/// "a cycle of 3 tasks, through a #0 and b #1"; `cycle` is not empty.
std::string cycle_text(const Trace& trace, const std::vector<TaskId>& cycle);

}  // namespace gusset::traces
