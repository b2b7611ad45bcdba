#pragma once
#include <cstdint>
#include <optional>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

enum class Step { previous, next };

/// The task that runs in a row at a time; otherwise the nearest task within `tolerance_ns`.
std::optional<traces::TaskId> task_near(const LoadedTrace& loaded, std::size_t row, double time_ns,
                                        double tolerance_ns);

/// The same for one sub-row: the task of that depth that is running or suspended at the time, otherwise the
/// nearest one. Nothing if the row's tasks do not nest.
std::optional<traces::TaskId> task_near(const LoadedTrace& loaded, std::size_t row, std::size_t depth,
                                        double time_ns, double tolerance_ns);

/// The task that ran before or after `task` in its row; nothing at either end.
std::optional<TaskReference> neighbour_in_row(const Document& document, TaskReference task, Step step);

/// The task in the sub-row or row above or below, in display order and across panels, whose time on the
/// shared axis is nearest to `task`'s. Considers only sub-rows with a task within, around or beside `task` at
/// the same time, so that repeated steps walk down into nested tasks and up again. Skips rows without tasks
/// and rows of folded nodes.
std::optional<TaskReference> neighbour_across_rows(const Timeline& timeline, TaskReference task, Step step);

/// For `previous`: the predecessor that ended last; for `next`: the successor that began first.
std::optional<TaskReference> neighbour_in_graph(const Document& document, const traces::TaskGraph& graph,
                                                TaskReference task, Step step);

/// The next or previous task of the same type in order of start, in any row of its trace (ties by task
/// number). Takes time linear in the number of tasks.
std::optional<TaskReference> neighbour_of_type(const Document& document, TaskReference task, Step step);

/// The first task of the first row that has tasks; keyboard navigation starts there.
std::optional<TaskReference> first_task(const Document& document);

}  // namespace gusset::viewer
