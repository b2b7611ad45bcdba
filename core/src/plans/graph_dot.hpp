#pragma once
#include <iosfwd>

#include "plans/graph_log.hpp"

namespace gusset::detail {

/// Tasks as boxes task0, task1, … in order of submission. Arrows to those that wait, without implied ones;
/// dashed lines join commuting tasks in a chain; dotted arrows with a ring lead from a task to its subtasks.
void write_tasks(std::ostream& out, const GraphLog::Content& content);

/// Tasks as ellipses between boxes handle0v0, … for the version that each awaits and the one that it, with
/// the others of its group, leaves. Dotted arrows: from readers to the version that waits for them. Dashed
/// lines and arrows with a ring as above.
void write_versions(std::ostream& out, const GraphLog::Content& content);

}  // namespace gusset::detail
