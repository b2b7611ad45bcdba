#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// A trace's tasks as a stream.
struct ReplayStream {
  TaskStream stream;
  std::uint64_t unfinished = 0;          ///< tasks that never ran although others did; they take no time
  std::uint64_t without_work = 0;        ///< tasks without work in a graph that never ran; they take no time
  bool has_assumed_rate = false;         ///< durations are work × the assumed time per unit
  bool has_assumed_work = false;         ///< no task ran or declares work; each has one unit
  std::vector<traces::TaskId> recorded;  ///< per task of the stream: the task of the trace
};

/// Makes a stream of the trace's tasks on that many nodes. `graph` must be the trace's graph. Fails like
/// `replay`. `seconds`, one entry per task, replaces the tasks' times and the costs and scales of `inputs`,
/// unless it is empty. `missing_s`, one entry per task unless it is empty, is the share of the tasks' times
/// in the trace that bytes missing in caches took, which the tasks' costs exclude. `placed`, one entry per
/// task unless it is empty, are the tasks' nodes; handles are then on the nodes that the trace states, and a
/// message with data also tells its reader that the sending task has ended. `strands` are not null if the
/// trace's tasks are those strands.
Result<ReplayStream> stream_of(const traces::Trace& trace, const traces::TaskGraph& graph,
                               const ReplayInputs& inputs, unsigned nodes,
                               const std::vector<double>& seconds = {},
                               const std::vector<double>& missing_s = {}, std::span<const NodeId> placed = {},
                               const traces::Strands* strands = nullptr);

}  // namespace gusset::simulator
