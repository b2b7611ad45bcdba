#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/slowdown.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// The cost of starting a task.
struct StartCost {
  double seconds = 0.0;
  enum class Source : std::uint8_t {
    given,
    measured,
    too_few,  ///< unknown: too few starts were recorded; `seconds` is 0
    hidden  ///< unknown: starts are part of what creating threads do, or passed without a processor; likewise
  };
  Source source = Source::too_few;
};

/// Returns the time from a task's end to the start of the next ready one, as measured in the trace. At most
/// each task's share of the idle time in which threads may have started tasks. A thread that had no
/// processor, or nothing to run, started none.
StartCost measured_start_cost(const traces::Trace& trace, const traces::TaskGraph& graph);

/// A share of the work. The trace may show only its limits.
struct WorkShare {
  double min_s = 0.0;
  double max_s = 0.0;
};

/// A fork-join program is replayed strand by strand (see traces::Strands).
struct StrandTimes {
  std::vector<double> seconds;   ///< per strand; a task's first strand includes the cost of starting it
  StartCost start;               ///< what starting a task costs
  double work_s = 0.0;           ///< sum over the tasks, without the costs of starting them
  double starts_s = 0.0;         ///< sum of the costs of starting tasks
  double blocked_s = 0.0;        ///< how much of the recorded work the tasks slept or waited unrecorded
  std::uint64_t tasks = 0;       ///< explicit tasks
  std::uint64_t undeferred = 0;  ///< how many of these ran before their creators went on
  bool has_regions = false;      ///< parallel ones
  /// The work that threads did in parallel regions, outside of tasks and of singles that run one at a time.
  WorkShare in_regions;
  /// Likewise, outside of tasks, all singles, and recorded loops and sections: each thread may do such work
  /// once.
  WorkShare outside_loops;
};

/// Returns each strand's time. Fails if the costs in `inputs` lack a task's type.
Result<StrandTimes> strand_times(const traces::Trace& trace, const traces::Strands& strands,
                                 const ReplayInputs& inputs, StartCost start);

/// Returns the longest path through the strands, with the costs of starting tasks, and with one holder of a
/// lock at a time.
double critical_path_s(const traces::Strands& strands, const StrandTimes& times);

/// Returns what a replay of strands assumes.
std::vector<std::string> strand_assumptions(const traces::Trace& trace, const StrandTimes& times,
                                            const ReplayInputs& inputs, unsigned threads);
/// Why replays of a fork-join program on some number of threads are not reliable. Looks at the trace only
/// once, for all numbers of threads.
class StrandDoubts {
 public:
  /// The arguments must outlive this object. `span_s`: the longest path, in seconds.
  StrandDoubts(const traces::Trace& trace, const traces::Strands& strands, const StrandTimes& times,
               const ReplayInputs& inputs, double span_s);

  /// The reasons on that many threads; empty if the replay is reliable. The recorded run, replayed unchanged,
  /// takes as long as it did, whatever the runtime's costs are.
  std::vector<std::string> on(unsigned threads, bool is_recorded_run);
  /// Why the makespan of the recording on one thread may not be that of the same work.
  std::vector<std::string> of_baseline();

 private:
  std::optional<std::string> slowdown_doubt(unsigned threads);
  const traces::Slowdown& slowdown();
  bool has_work_outside_loops() const;

  const traces::Trace& trace_;
  const StrandTimes& times_;
  const ReplayInputs& inputs_;
  const double span_s_;
  const unsigned recorded_;             ///< threads of the trace
  std::vector<std::string> of_run_;     ///< why another run may take another time
  std::vector<std::string> of_replay_;  ///< costs that change with the number of threads
  bool waited_for_processors_ = false;  ///< for much of the time in tasks
  std::optional<std::string> baseline_doubt_;
  std::optional<traces::Slowdown> slowdown_;
};

/// Returns why a replay is not reliable if the recorded run, replayed unchanged, does not take as long as it
/// did: then the runtime spends time that the trace does not attribute to tasks, for example on starting
/// parallel regions.
std::optional<std::string> repetition_doubt(const traces::Trace& trace, double unchanged_s);

}  // namespace gusset::simulator
