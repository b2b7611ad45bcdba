#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "gusset/traces/answers/table.hpp"
#include "gusset/viewer/model/explain/comparisons.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"

namespace gusset::viewer {

/// The first columns of each table of a comparison: a name, its value in A and in B, and the change.
enum ChangeColumn : std::size_t { name_cell, a_cell, b_cell, change_cell };

/// Only the largest changes get a bar; more bars would be unreadable.
inline constexpr std::size_t max_change_bars = 40;

/// Keeps the rows of a comparison's table that changed most, if there are more than `max_change_bars`. The
/// remark counts the others.
traces::Table largest_changes(traces::Table table);

/// Each row's change relative to the table's largest, −1 … 1. A bar points right of zero if B has more, left
/// if B has less.
std::vector<double> change_shares(const traces::Table& table);

/// The section of a task's report that links to the same task in the other traces; nothing if only one trace
/// is open. Says so if a result is not known yet.
std::optional<ReportSection> matches_section(const Document& document, Comparisons& comparisons,
                                             TaskReference task);

}  // namespace gusset::viewer
