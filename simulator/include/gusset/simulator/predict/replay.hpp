#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/simulator/costs/overheads.hpp"
#include "gusset/simulator/network/network.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "gusset/simulator/predict/data_sizes.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// Assumed time per unit of declared work if no task ran and no rate is given.
inline constexpr double assumed_seconds_per_work = 1e-3;

/// What a replay assumes about a graph whose tasks neither ran nor declare work.
inline constexpr const char* assumed_work = "no task declares work, so each has one unit";

/// What the replay of a fork-join program assumes about other runs.
inline constexpr const char* assumed_other_runs =
    "other runs take as long as the recorded one (how much runs differ is unknown)";

/// The machine and options of a replay.
struct ReplayInputs {
  std::string name = "trace";        ///< the trace's name in errors
  std::optional<Platform> platform;  ///< none: nodes like the trace's, behind its network or an assumed one
  std::string platform_source = "platform";  ///< the platform's name in errors
  unsigned nodes = 0;                        ///< 0: the platform's nodes or, without them, the trace's
  unsigned threads = 0;                      ///< per node; 0: the platform's cores, else the trace's maximum
  std::string policy = default_policy;
  std::optional<unsigned> boundary{};  ///< for the policy: see Options::boundary
  std::uint64_t seed = 1;
  unsigned seeds = 1;
  unsigned jobs = 1;  ///< as in SimulationInputs
  NetworkEngine network = NetworkEngine::fast;
  Overheads overheads;                  ///< all 0: the overheads measured in the trace (see calibrate)
  std::map<std::string, double> scale;  ///< type → factor > 0 that scales its tasks' durations
  double work_per_s = 0.0;              ///< rate of the tasks if none ran; 0: the assumed one
  bool wants_trace = true;              ///< false saves time and memory: the replay's trace is empty
  /// Adds the time of bytes that are missing in the platform's caches, and excludes from the recorded times
  /// the time of bytes that were missing in the recorded run. Needs a platform with caches. Not for fork-join
  /// programs, whose tasks state no data.
  bool caches = false;
  std::shared_ptr<CostModel> costs;  ///< costs of all tasks; none: the tasks' times in the trace
  /// One per task of the trace: replaces the tasks' times, `scale` and `costs`. Empty: not used. Not for
  /// fork-join programs.
  std::vector<double> task_seconds;
  /// One per task of the trace: the tasks' priorities. Empty: those in the trace
  /// (traces::priority_attribute). Not for fork-join programs.
  std::vector<std::int32_t> priorities;
  /// One per task of the trace: the worker of its node that runs it, in order of priority, as `form` says;
  /// none: the policy decides. Empty: none. Not for fork-join programs.
  std::vector<WorkerId> workers;
  /// guided: an idle worker takes another's task. flags: it does not. strict: each worker runs its tasks in
  /// order of priority and waits for the next one; these tasks have no subtasks.
  ScheduleForm form = ScheduleForm::guided;
  /// The bytes of the handles of a fork-join program, and the nodes that own the handles. Not for other
  /// programs, whose traces know both. On one node, changes nothing.
  std::optional<DataSizes> sizes{};
  /// A recording of the same fork-join program on one thread, if there is one. It shows how long the program
  /// takes on one thread, and whether its tasks take longer beside others, and thus whether predictions on
  /// other numbers of threads are reliable.
  std::shared_ptr<const traces::Trace> one_thread;
  std::string one_thread_source = "baseline";  ///< its name in errors
  /// Whether there are several recordings on each of these two numbers of threads, of which these are the
  /// median ones: then how much runs differ is no reason to doubt the makespans on these numbers.
  bool are_runs_repeated = false;
};

struct Replay {
  SimulationStatistics statistics;
  traces::Trace trace;
};

/// Simulates the tasks of a trace on another machine or with another policy. The trace can be measured,
/// predicted or imported. The task graph stays the same (accesses, and dependencies if there are any), and
/// each task takes as long as in the trace, excluding the spans nested in it. If no task ran, tasks take
/// their declared work × the time per unit; if only some ran, the others take no time. Subtasks become ready
/// when their parent's own time is over, and the parent completes with its last subtask.
///
/// A fork-join program (OpenMP) is replayed strand by strand, in the order that the program enforces (see
/// traces::Strands). The statistics say whether that can be relied on (`doubts`). The trace has the program's
/// tasks, and its tables of synchronisation have the predicted times. On several nodes, its tasks follow the
/// data that they write: their `depend` clauses name it, and `sizes` states its bytes. A task that waits for
/// another node waits for a message, with or without data. Such replays are never reliable, because no
/// recording shows how a runtime would run the program on several nodes.
///
/// Tasks keep their nodes; those that have migrated run at home. With fewer nodes than the trace has, node i
/// becomes node i mod nodes. With more, handles are assigned round-robin, and tasks run where the data they
/// modify is.
///
/// Fails if the trace has no tasks, has neither accesses nor dependencies, or has a cycle. Also fails if a
/// task modifies data of two nodes, if `scale` names a type that the trace doesn't have, if the costs lack a
/// task's type, if the machine is impossible (see machine_of), and if a node needs more memory than the
/// platform's memory_bytes. A fork-join program on several nodes is refused if its tasks have no `depend`, if
/// bytes are unknown, and if tasks of two nodes hold one lock.
Result<Replay> replay(const traces::Trace& trace, const ReplayInputs& inputs);
/// Replays one trace on several numbers of threads, and prepares only once what these replays share.
class Replayer {
 public:
  /// The trace must outlive this object. `inputs.threads` is not used.
  Replayer(const traces::Trace& trace, ReplayInputs inputs);
  ~Replayer();
  Replayer(const Replayer&) = delete;
  Replayer& operator=(const Replayer&) = delete;

  /// Returns what `replay` returns with that number of threads per node, and fails like it.
  Result<Replay> on_threads(unsigned threads);

  const traces::TaskGraph& graph() const;

 private:
  class Prepared;
  std::unique_ptr<Prepared> prepared_;
};

/// Returns how many seconds the trace's tasks would take on their nodes and workers if messages took no time
/// (POP's ideal network). Fails like `replay`.
Result<double> ideal_network_makespan_s(const traces::Trace& trace, const std::string& name);

}  // namespace gusset::simulator
