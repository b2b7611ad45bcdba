#pragma once
#include <vector>

#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/paper/graph/graph_figure.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/graph/graph_session.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// What the view shows, for a figure on paper: its traces, colours, filters and rows in their order. Nodes
/// are drawn worker by worker where the view folds them. Arrows are those of what is selected, and of
/// messages between nodes, as they are switched on; null: none.
std::vector<paper::Panel> panels_as_seen(const Document& document, const Timeline& timeline,
                                         const Arrows* arrows);

/// The part of the time that the view shows, and own colours; on a paper's terms.
paper::FigureOptions options_as_seen(const Timeline& timeline, paper::FigureOptions paper = {});

/// A task graph with what is unfolded, in the document's colours and with its filters; with its title. Linear
/// in tasks.
paper::GraphFigure graph_as_seen(const Document& document, const LaidGraph& laid);

}  // namespace gusset::viewer
