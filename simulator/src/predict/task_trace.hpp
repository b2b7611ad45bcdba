#pragma once
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/model/trace.hpp"
#include "replay_stream.hpp"

namespace gusset::simulator {

/// Returns the predicted trace of strands in terms of the tasks of `trace`. Creations, waits and holds of
/// locks have the predicted times, so the result has the order that `trace` has. `replayed` is the stream of
/// the strands' trace, and `predicted` its prediction.
///
/// A wait is a span from the end of the task's strand before it until the task continues, or until the worker
/// takes another strand. The schedule gives every strand some time, so the order of a task's steps remains.
traces::Trace trace_of_tasks(const traces::Trace& trace, const traces::Strands& strands,
                             const ReplayStream& replayed, traces::Trace predicted);

}  // namespace gusset::simulator
