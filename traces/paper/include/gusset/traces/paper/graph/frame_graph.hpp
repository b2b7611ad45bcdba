#pragma once
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/paper/figure/frames.hpp"

namespace gusset::paper {

/// The task graph of a figure's first panel, for frames with these options: which tasks are done, running,
/// ready and waiting at each frame's moment. Large graphs are folded by type. On a slide, the graph
/// is below or beside the panels, wherever its names are larger; it gets the room that the panels' rows do
/// not need, within bounds. Fails if the trace has no dependencies or too many tasks.
Result<FramePart> frame_graph(const std::vector<Panel>& panels, const FigureOptions& options);

}  // namespace gusset::paper
