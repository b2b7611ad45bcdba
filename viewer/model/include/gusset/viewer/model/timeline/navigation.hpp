#pragma once
#include <cstdint>
#include <optional>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

enum class Step { previous, next };

/// The task that runs in a row at a time; where none does, the one nearest to it within `tolerance_ns`.
std::optional<traces::TaskId> task_near(const LoadedTrace& loaded, std::size_t row, double time_ns,
                                        double tolerance_ns);

/// The same of one sub-row: the task of that depth that the time lies in, running or suspended; else the
/// nearest one. Nothing where the row's tasks do not nest.
std::optional<traces::TaskId> task_near(const LoadedTrace& loaded, std::size_t row, std::size_t depth,
                                        double time_ns, double tolerance_ns);

/// The task that ran before or after `task` in its row; nothing at either end.
std::optional<TaskReference> neighbour_in_row(const Document& document, TaskReference task, Step step);

/// The task of the sub-row, or else the row, above or below (over into the next panel), as the timeline shows
/// them, whose time on the axis that all share is nearest to `task`'s. Of sub-rows only those count that hold
/// a task within, around or beside it at its own time: so one walks down into the tasks that ran within
/// another, and up again. Rows without tasks and those of folded nodes are passed over.
std::optional<TaskReference> neighbour_across_rows(const Timeline& timeline, TaskReference task, Step step);

/// previous: the predecessor that ended last; next: the successor that began first.
std::optional<TaskReference> neighbour_in_graph(const Document& document, const traces::TaskGraph& graph,
                                                TaskReference task, Step step);

/// The task of the same type that began next after `task`, or last before it, in any row of its trace (ties
/// by number). Linear.
std::optional<TaskReference> neighbour_of_type(const Document& document, TaskReference task, Step step);

/// The first task of the first row that has any: where walking begins.
std::optional<TaskReference> first_task(const Document& document);

}  // namespace gusset::viewer
