#pragma once
#include <cstddef>
#include <vector>

#include "category_colours.hpp"
#include "layout.hpp"
#include "panel_detail.hpp"
#include "row_painter.hpp"

namespace gusset::figure {

/// How many sub-rows a row is drawn in: as many as the runs of its lane have depths, where it is high enough;
/// else 1.
std::size_t sub_rows_of(const PanelDetail& detail, const RowLayout& row, const FigureOptions& options);

/// One of a row's sub-rows, from the top; with a small distance below each but the last.
RowBox sub_row(const RowBox& row, std::size_t index, std::size_t count);

/// What is drawn of tasks that ran around others, by category.
struct ParentPaths {
  Path outline;  ///< around the sub-rows from the task's own down
  Path base;     ///< of its own sub-row, where it was suspended, too
};

/// Outlines a lane's runs with others within them, where they are wide enough, in a row of `count` sub-rows.
/// Adds to `paths`, which has an entry for each category.
void outline_parents(const Panel& panel, const PanelDetail& detail, const TimeAxis& axis, std::size_t lane,
                     const RowBox& row, std::size_t count, std::vector<ParentPaths>& paths);

/// The colour of an outline around tasks of a colour.
Colour shade_of(Colour colour);

}  // namespace gusset::figure
