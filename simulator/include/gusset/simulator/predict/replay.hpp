#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "gusset/base/result.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/simulator/costs/overheads.hpp"
#include "gusset/simulator/network/network.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// How long a unit of declared work takes where tasks have never run and nobody states a rate.
inline constexpr double assumed_seconds_per_work = 1e-3;

/// On what to play a trace's tasks again.
struct ReplayInputs {
  std::string name = "trace";        ///< of the trace, in errors
  std::optional<Platform> platform;  ///< none: nodes like the trace's, behind its network or an assumed one
  std::string platform_source = "platform";  ///< what errors call it
  unsigned nodes = 0;                        ///< 0: the platform's, else the trace's
  unsigned threads = 0;                      ///< of each node; 0: the platform's cores, else the trace's most
  std::string policy = default_policy;
  std::uint64_t seed = 1;
  unsigned seeds = 1;
  unsigned jobs = 1;  ///< as of SimulationInputs
  NetworkEngine network = NetworkEngine::fast;
  Overheads overheads;                  ///< nothing: what a measured trace shows of them (see calibrate)
  std::map<std::string, double> scale;  ///< type → factor > 0 of its tasks' durations
  double work_per_s = 0.0;              ///< for tasks that never ran; 0: as assumed
  std::shared_ptr<CostModel> costs;     ///< what tasks take; none: what they took
};

struct Replay {
  SimulationStatistics statistics;
  traces::Trace trace;
};

/// Plays the tasks of a trace, measured, predicted or imported, on another machine or by another policy: its
/// graph as it is (accesses, and dependencies where there are any), each task as long as it took, exclusive
/// of what was nested in it. Tasks that never ran take their declared work. Subtasks become ready when their
/// parent's own time is over, and it is complete when they are.
///
/// Tasks stay on their nodes. On fewer nodes than the trace's, node i is node i mod nodes; on more, handles
/// are dealt to nodes in turn, and tasks go where what they modify is.
///
/// Fails where the trace has no tasks, or neither accesses nor dependencies, where it has a cycle, where
/// neither durations nor work are known, where a task modifies data of two nodes, for a type of `scale` that
/// the trace has not, where the costs have none for a task, and where the machine can't be (see machine_of).
Result<Replay> replay(const traces::Trace& trace, const ReplayInputs& inputs);

/// How long the trace's tasks would take, in seconds, on their nodes and workers if messages took no time
/// (POP's ideal network). Fails as `replay` does.
Result<double> ideal_network_makespan_s(const traces::Trace& trace, const std::string& name);

}  // namespace gusset::simulator
