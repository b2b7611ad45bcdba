#pragma once
#include <vector>

#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/paper/graph/graph_figure.hpp"
#include "gusset/traces/paper/report/html_report.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/explain/explanations.hpp"
#include "gusset/viewer/model/graph/graph_session.hpp"
#include "gusset/viewer/model/timeline/mark.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// Returns the view's content for a figure: traces, colours, filters and rows in their order. Draws folded
/// nodes worker by worker, and leaves out graphs that have not run beside other traces. Includes what is
/// switched on: the arrows of the selection, the messages between nodes, the causes of idle time, the
/// critical path, and the bound of a better schedule. Outlines the selected tasks. `arrows` and
/// `explanations` may be null for none.
std::vector<paper::Panel> panels_as_seen(const Document& document, const Timeline& timeline,
                                         const Arrows* arrows, const Explanations* explanations);

/// Adds the view's visible time range, custom colours and shape of tasks to a figure's options.
paper::FigureOptions options_as_seen(const Timeline& timeline, paper::FigureOptions options = {});

/// Returns a task graph as shown: unfolded groups, colours, filters and title. Lays it out again, with the
/// tasks' durations.
paper::GraphFigure graph_as_seen(const Document& document, const GraphDrawing& drawing);

/// Returns a report of the traces that a figure would show, with the timeline as shown. Errors and suggested
/// commands name the traces' files.
paper::Report report_as_seen(const Document& document, const Timeline& timeline, const Arrows* arrows,
                             const Explanations* explanations, std::vector<Mark> marks);

}  // namespace gusset::viewer
