#pragma once
#include <cstdint>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/task_times.hpp"

namespace gusset::traces {

/// By how many ns the run would have ended earlier if `task` had taken `by_ns` less, with the same runs on
/// each lane in the same order. Each run begins as long as it did after the last of what it waited for: its
/// task's predecessors, messages and commuting peers, its submission and the run before it on its lane.
/// Submissions after the task's end move freely, so the result is the most that is possible in this order.
/// `graph` and `times` must belong to `trace`. Linear in spans and accesses, except for sorting the runs.
std::int64_t saved_if_shorter_ns(const Trace& trace, const TaskGraph& graph, const TaskTimes& times,
                                 TaskId task, std::int64_t by_ns);

}  // namespace gusset::traces
