#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/core/engine.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/simulator/network/network.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// What a simulation leaves behind when it has finished.
struct SimulationResult {
  SimulationStatistics statistics;
  std::optional<traces::Trace> trace;  ///< where it was asked for
  std::uint64_t events = 0;            ///< ends of tasks and arrivals of messages, of all seeds
};

/// What to simulate on, by which costs, and where results go.
struct SimulationInputs {
  std::optional<Platform> platform;          ///< none: copies of this machine
  std::string platform_source = "platform";  ///< what errors call it
  std::optional<ProcessGrid> grid;           ///< none: the squarest that the platform's nodes allow
  unsigned threads = 0;                      ///< of each node, the submitting one included; 0: all cores
  std::uint64_t seed = 1;
  unsigned seeds = 1;  ///< simulations, of seed, seed + 1, …; with several, kernels vary as their costs say
  unsigned jobs =
      1;  ///< seeds at once at most, on threads of their own; changes no result. SimGrid: always 1
  Overheads overheads;                        ///< nothing: what the costs know of them
  std::uint64_t window = 0;                   ///< of each node's own level-1 tasks in flight; 0: no limit
  bool submitter_computes = true;             ///< worker 0 of each node, when it has nothing to submit
  bool deduplicates = true;                   ///< one message per version and node; else one per listener
  bool splits = true;                         ///< tasks whose data have parts; else they run whole
  std::string policy = default_policy;        ///< of every node's workers; see make_policy
  NetworkEngine network = default_network();  ///< between several nodes, in time
  std::shared_ptr<CostModel>
      costs;  ///< none: work ÷ the platform's GFlop/s; where these are not stated, only counting

  std::filesystem::path statistics_path;  ///< empty: not written
  std::filesystem::path trace_path;       ///< empty: not written
  bool wants_trace = false;               ///< into the result
  bool shows_progress = true;             ///< on stderr where that is a terminal
  std::string program;                    ///< for the trace
  std::vector<std::string> command;
};

/// The engine that takes a program's tasks, never runs their kernels, and counts them; where there are costs,
/// it also runs them in simulated time inside wait. A process has one engine of SimGrid's: a second
/// simulation of several nodes in time by NetworkEngine::simgrid in the same process is refused. `result`,
/// where given, is filled by finish. Throws ConfigurationError: grid and nodes that do not match, more
/// threads than cores, no policy of that name, a trace without costs, an output that can't be written.
std::unique_ptr<Engine> make_simulation_engine(SimulationInputs inputs,
                                               std::shared_ptr<SimulationResult> result = nullptr);

/// Inputs from options: grid, threads, seed, policy and window, and the settings platform (a file or
/// nodes:cores:gflops:latency:bandwidth), costs (a file or work:RATE), network (simgrid, fast or none), stats
/// and trace (files to write), seeds (1 … 10 000), jobs (1 … 1024; all cores if not given), and progress,
/// deduplication, hierarchy and submitter_computes (0 or 1). Throws ConfigurationError naming the
/// environment's variable or the file and field; pinning means nothing where cores are simulated, and is
/// refused.
SimulationInputs inputs_from_options(const Options& options);

}  // namespace gusset::simulator
