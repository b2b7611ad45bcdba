#pragma once
#include <vector>

#include "figure/category_colours.hpp"
#include "figure/legend.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/paper/graph/graph_figure.hpp"

namespace gusset::paper {

/// Makes the legend of a graph: the meaning of its colours, with the number of tasks and the share of busy
/// time of each, and of the lines and marks that occur. `colours` must be those of the figure's trace alone,
/// `times` the trace's.
std::vector<LegendEntry> graph_legend(const GraphFigure& figure, const traces::TaskTimes& times,
                                      const CategoryColours& colours);

/// The colour of a category of traces::box_shares.
Colour colour_in_graph(const CategoryColours& colours, std::size_t category);

}  // namespace gusset::paper
