#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "gusset/base/result.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_fold.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::paper {

/// A task graph with its layout, and the colouring of its tasks. All parts belong to one trace. Pointers may
/// be null only where noted.
struct GraphFigure {
  std::shared_ptr<const traces::Trace> trace;
  std::string title;          ///< for example "measured: cholesky, 220 tasks, longest path 28 tasks"
  std::string subtitle = {};  ///< the figure adds what the colours mean
  std::shared_ptr<const traces::FoldTree> tree;
  std::shared_ptr<const traces::GraphScene> scene;
  std::shared_ptr<const traces::Colouring> colouring = nullptr;  ///< null: by type
  std::shared_ptr<const traces::TaskSet> shown = nullptr;        ///< null: all; hidden tasks are grey
};

/// The size and completeness of a drawn graph.
struct GraphPictureSize {
  int width = 0;  ///< width of the picture, in pixels or SVG user units
  int height = 0;
  bool has_names = false;  ///< all boxes have their names; none was too small
};

/// Options for up to 8000 pixels in each direction; PNG files have twice as many each way.
FigureOptions graph_options();

/// Draws a task graph to `path` as PNG, SVG or PDF, chosen by its extension. The figure has a title, a
/// subtitle and a legend of the colours (with the number of tasks and the share of busy time of each) and of
/// the lines and marks that occur. The graph looks as it does in the window: boxes in the timeline's colours,
/// groups with a stripe of the shares of their colours, and arrows from predecessors. An arrow's width grows
/// with the number of dependencies that it represents.
///
/// `options.width` and `options.max_height` are limits. A small graph keeps its size in a picture no larger
/// than necessary. A graph larger than 2400 pixels shrinks to that size, but at most to half. Any graph
/// shrinks further to meet the limits. `options.min_height` enlarges a graph up to twice its size. Names
/// lower than 4 points (1/72 inch) on paper are left out. `options.custom_colours` replaces colours. On
/// failure the error has the path and the reason. May be called from several threads.
Result<GraphPictureSize> draw(const GraphFigure& figure, const std::filesystem::path& path,
                              const FigureOptions& options = graph_options());

/// A drawn graph as an `svg` element for an HTML document.
struct GraphElement {
  std::string svg;
  int readable_width = 0;  ///< pixels; names in a narrower element are too small to be read
};

/// Draws the same picture as an `svg` element. `description` says in words what the picture shows. Errors
/// begin with "figure".
Result<GraphElement> svg_figure(const GraphFigure& figure, const FigureOptions& options,
                                const std::string& description);

/// The usual title for `draw`: origin, program, tasks, data versions, the longest path, folding.
std::string default_graph_title(const traces::Trace& trace, const traces::DrawnGraph& graph,
                                const traces::FoldBy& by);

/// The usual subtitle: how long the tasks took on how many workers, or that they have not run; then
/// `conditions`, for example those of a prediction (default_subtitle).
std::string default_graph_subtitle(const traces::Trace& trace, const std::string& conditions);

}  // namespace gusset::paper
