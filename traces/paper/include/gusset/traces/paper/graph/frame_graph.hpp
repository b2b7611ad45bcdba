#pragma once
#include "gusset/base/result.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/paper/figure/frames.hpp"

namespace gusset::paper {

/// The task graph of a figure's first panel, for frames with these options: which tasks are done, running,
/// ready and waiting at each frame's moment. Large graphs are folded by type. Fails if the trace has no
/// dependencies or too many tasks.
Result<FramePart> graph_below(const Panel& first, const FigureOptions& options);

}  // namespace gusset::paper
