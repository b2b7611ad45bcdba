#pragma once
#include <string>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Writes the task graph in Graphviz's language. Each task is a node named by its TaskId (task0, task1, …),
/// labelled with its type, and with the detail of its name if there is one, and coloured by the type; `work`
/// is its work, if that was recorded. Each of TaskGraph::edges() is an edge; edges between commuting
/// tasks have dir=none and style=dashed. The same trace gives the same text. An unknown graph gives nodes
/// only. Suits some hundred tasks: beyond that, Graphviz's layout takes seconds.
std::string to_dot(const Trace& trace, const TaskGraph& graph);

/// Writes the same graph by data version [SuperGlue's data graph], linear in accesses. Each task is an
/// ellipse, named and coloured as above. It is between the box of the version that it awaits and the box
/// of the version that it and its group produce: "A(0,0) v3". A version has a box if a task awaits it or a
/// modification produced it.
/// - Solid arrows lead from a version to the tasks that access it, and from a modification to the version it
///   produces.
/// - Dotted arrows lead from a reader to the next version: the contents are the same, but tasks that await
///   that version wait for the reader.
/// - Dashed lines join tasks that commute (any order, but never at the same time), in order of execution.
/// - Explicit dependencies join tasks directly.
/// Boxes are named handle0v0, …, by HandleId and version.
std::string to_version_dot(const Trace& trace, const TaskGraph& graph);

}  // namespace gusset::traces
