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

/// A task graph that has been laid out, and how its tasks are told apart. All parts are of one trace; none is
/// null but where it says so.
struct GraphFigure {
  std::shared_ptr<const traces::Trace> trace;
  std::string title;  ///< for example "measured: cholesky, 220 tasks, longest path 28 tasks"
  std::shared_ptr<const traces::FoldTree> tree;
  std::shared_ptr<const traces::GraphScene> scene;
  std::shared_ptr<const traces::Colouring> colouring = nullptr;  ///< null: by type
  std::shared_ptr<const traces::TaskSet> shown = nullptr;        ///< null: all; others are grey
};

/// What became of a graph's picture.
struct GraphPictureSize {
  int width = 0;  ///< of the picture, in pixels, or SVG user units
  int height = 0;
  bool has_names = false;  ///< of all boxes: none was left out as too small
};

/// Up to 8000 pixels each way; PNG pictures have twice as many.
FigureOptions graph_options();

/// Draws a task graph with its title, and a legend of its colours (with the tasks and the share of busy time
/// of each) and of the lines and marks that it has, to `path`: PNG, SVG or PDF by its ending. It is as the
/// window draws it: boxes in the colours of the timeline, groups with a stripe of their colours' shares,
/// arrows from what comes first, as thick as they stand for dependencies.
///
/// `options.width` and `options.max_height` are limits: a small graph is drawn at its own size in a picture
/// no larger than it needs, one of more than 2400 pixels at half of that, or smaller still to be within the
/// limits. Names that would be lower than 4 points (1/72 inch) on paper are left out. Own colours are
/// `options.own_colours`. Fails with the path and the reason. May be called from several threads.
Result<GraphPictureSize> draw(const GraphFigure& figure, const std::filesystem::path& path,
                              const FigureOptions& options = graph_options());

/// The title `draw` is usually given: origin, program, tasks, versions of data, the longest path, folding.
std::string default_graph_title(const traces::Trace& trace, const traces::DrawnGraph& graph,
                                const traces::FoldBy& by);

}  // namespace gusset::paper
