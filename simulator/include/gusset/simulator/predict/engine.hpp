#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/core/engine.hpp"
#include "gusset/core/engine/balance.hpp"
#include "gusset/core/engine/broadcast_tree.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/simulator/network/network.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// The outcome of a simulation.
struct SimulationResult {
  SimulationStatistics statistics;
  std::optional<traces::Trace> trace;  ///< present if requested
  std::uint64_t events = 0;            ///< task ends and message arrivals, over all seeds
};

/// The machine, costs and options of a simulation, and where its results go.
struct SimulationInputs {
  std::optional<Platform> platform;          ///< none: copies of this machine
  std::string platform_source = "platform";  ///< the platform's name in errors
  std::optional<ProcessGrid> grid;           ///< none: the squarest grid that the platform's nodes allow
  unsigned threads = 0;                      ///< per node, including the submitting thread; 0: all cores
  std::uint64_t seed = 1;
  unsigned seeds = 1;  ///< number of simulations: seed, seed + 1, …; with several, kernels vary
  /// Most seeds to simulate in parallel, each on a thread. Never changes results. Always 1 for SimGrid on
  /// several nodes.
  unsigned jobs = 1;
  Overheads overheads;                        ///< all 0: the costs' overheads
  MessageCosts messages;                      ///< count 0: the costs' messages
  std::uint64_t window = 0;                   ///< most level-1 tasks of each node in flight; 0: no limit
  Balance balance;                            ///< how nodes share the work of tasks that may migrate
  BroadcastTree broadcast{};                  ///< how versions reach many nodes
  bool submitter_computes = true;             ///< worker 0 of each node also runs tasks
  bool deduplicates = true;                   ///< one message per version and node, not per listener
  bool splits = true;                         ///< splits tasks whose data has parts
  std::optional<unsigned> boundary{};         ///< for the policy: see Options::boundary
  bool caches = false;                        ///< adds the time of bytes that are missing in L2 and L3
  std::string policy = default_policy;        ///< scheduling policy on every node; see make_policy
  NetworkEngine network = default_network();  ///< times messages between nodes
  std::shared_ptr<CostModel>
      costs;  ///< none: work ÷ the platform's GFlop/s; without either, tasks are only counted

  std::filesystem::path statistics_path;  ///< empty: not written
  std::filesystem::path trace_path;       ///< empty: not written
  bool wants_trace = false;               ///< puts the trace into the result
  bool shows_progress = true;             ///< on stderr if it is a terminal
  std::string program;                    ///< for the trace
  std::vector<std::string> command;
};

/// Makes an engine that takes a program's tasks and counts them without running their kernels. With costs,
/// wait also runs the tasks in simulated time. finish fills `result` if it is not null. SimGrid allows one
/// engine per process: a second timed simulation of several nodes with NetworkEngine::simgrid is refused.
/// Throws ConfigurationError if the grid and the nodes don't match, there are more threads than cores, the
/// policy is unknown, the platform's speeds or the listed moves name other nodes, a trace is requested
/// without costs, or an output can't be written.
std::unique_ptr<Engine> make_simulation_engine(SimulationInputs inputs,
                                               std::shared_ptr<SimulationResult> result = nullptr);

/// Builds inputs from options. Uses grid, threads, seed, policy and window, and these settings: platform (a
/// file or nodes:cores:gflops:latency:bandwidth), costs (a file or work:RATE), network (simgrid, fast or
/// none), balance (Balance::from), broadcast (BroadcastTree::from), stats and trace (files to write), seeds
/// (1 … 10 000), jobs (1 … 1024; default all cores), and caches, progress, deduplication, hierarchy and
/// submitter_computes (0 or 1). Throws ConfigurationError naming the environment variable, or the file and
/// field. Refuses pinning, which is meaningless on simulated cores.
SimulationInputs inputs_from_options(const Options& options);

}  // namespace gusset::simulator
