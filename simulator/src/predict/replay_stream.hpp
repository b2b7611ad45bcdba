#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/simulator/predict/replay.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// What a trace's tasks are in a stream.
struct ReplayStream {
  TaskStream stream;
  std::uint64_t unfinished = 0;    ///< tasks that never ran though others did; they take no time
  std::uint64_t without_work = 0;  ///< tasks of a graph in which none ran; they take no time either
  bool has_assumed_rate = false;   ///< durations are work times what is assumed
};

/// A stream of the trace's tasks on that many nodes. Fails as `replay` does.
Result<ReplayStream> stream_of(const traces::Trace& trace, const ReplayInputs& inputs, unsigned nodes);

/// Of the handles that a task accesses, each once; 0 where the trace does not know them.
std::uint64_t bytes_accessed(const traces::Trace& trace, traces::TaskId task);

/// Workers of the node that has most of them; at least 1.
unsigned most_workers(const traces::Trace& trace);

}  // namespace gusset::simulator
