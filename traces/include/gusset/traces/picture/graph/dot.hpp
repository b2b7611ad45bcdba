#pragma once
#include <string>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The task graph in Graphviz's language: a node per task, labelled with its type and coloured by it; an edge
/// for each of TaskGraph::edges(), with dir=none and style=dashed among commuting tasks. Tasks are named
/// task0, task1, … by their TaskId. The same trace gives the same text. Where the graph is not known there
/// are nodes only. For some hundred tasks: Graphviz's layout takes seconds beyond.
std::string to_dot(const Trace& trace, const TaskGraph& graph);

/// The same graph by data version [SuperGlue's data graph], linear in accesses: an ellipse per task, named
/// and coloured as above, between the boxes of the version that it awaits and of the version that it, with
/// the others of its group, leads to: "A(0,0) v3". Boxes are there for versions that a task awaits or that a
/// modification left.
/// - Solid arrows: from a version to what accesses it, from what modifies to what it leaves.
/// - Dotted arrows: from a reader to the next version: the same contents, but whoever awaits it waits for the
///   reader.
/// - Dashed lines: tasks that commute, any order but not at once, in order of execution.
/// - Explicit dependencies join tasks directly.
/// Boxes are named handle0v0, …, by HandleId and version.
std::string to_version_dot(const Trace& trace, const TaskGraph& graph);

}  // namespace gusset::traces
