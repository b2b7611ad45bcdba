#pragma once
#include <string>

#include "gusset/traces/task_graph.hpp"
#include "gusset/traces/trace.hpp"

namespace gusset::traces {

/// The task graph in Graphviz's language: a node per task, labelled with its type and coloured by it; an edge
/// for each of TaskGraph::edges(), with dir=none and style=dashed among commuting tasks. Tasks are named
/// task0, task1, … by their TaskId. The same trace gives the same text. Where the graph is not known there
/// are nodes only. For some hundred tasks: Graphviz's layout takes seconds beyond.
std::string to_dot(const Trace& trace, const TaskGraph& graph);

}  // namespace gusset::traces
