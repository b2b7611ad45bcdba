#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// A fork-join program is replayed strand by strand (see traces::Strands).
struct StrandTimes {
  std::vector<double> seconds;  ///< per strand; a task's first strand includes the cost of starting it
  double start_s = 0.0;         ///< the cost of starting a task; 0 if too few starts were recorded
  double work_s = 0.0;          ///< sum over the tasks, without the costs of starting them
  double starts_s = 0.0;        ///< sum of the costs of starting tasks
  std::uint64_t tasks = 0;      ///< explicit tasks
  /// The part of the work that threads did in parallel regions, outside of tasks and of singles.
  double in_regions_s = 0.0;
};

/// Returns each strand's time. `start_s`: the time from a task's end to the start of the next one.
/// Fails if the costs in `inputs` lack a task's type.
Result<StrandTimes> strand_times(const traces::Trace& trace, const traces::Strands& strands,
                                 const ReplayInputs& inputs, double start_s);

/// Returns the longest path through the strands, with the costs of starting tasks, and with one holder of a
/// lock at a time.
double critical_path_s(const traces::Strands& strands, const StrandTimes& times);

/// Returns what a replay of strands assumes.
std::vector<std::string> strand_assumptions(const traces::Trace& trace, const StrandTimes& times,
                                            const ReplayInputs& inputs, unsigned threads);
/// Returns why a replay on that many threads is not reliable; empty if it is. `span_s`: the longest path.
std::vector<std::string> strand_doubts(const traces::Trace& trace, const traces::Strands& strands,
                                       const StrandTimes& times, const ReplayInputs& inputs, unsigned threads,
                                       double span_s);

/// Returns why a replay is not reliable if the recorded run, replayed unchanged, does not take as long as it
/// did: then the runtime spends time that the trace does not attribute to tasks, for example on starting
/// parallel regions.
std::optional<std::string> repetition_doubt(const traces::Trace& trace, double unchanged_s);

}  // namespace gusset::simulator
