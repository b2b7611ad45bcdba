#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/base/run_statistics.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/simulator/costs/cost_table.hpp"
#include "gusset/simulator/costs/overheads.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

using gusset::NodeStatistics;
using gusset::PairStatistics;
using gusset::Totals;

/// The spread of makespans over seeds, since kernels and the workers' choices vary.
struct MakespanRange {
  double min_s = 0.0;
  double max_s = 0.0;
  unsigned seeds = 1;              ///< number of simulations
  std::uint64_t nearest_seed = 1;  ///< its makespan is nearest to the median; gives the nodes' times
  double deviation_s = 0.0;        ///< standard deviation; 0 for one seed
  friend bool operator==(const MakespanRange&, const MakespanRange&) = default;
};

/// Where 90 % of single runs are expected to lie: 5 % are shorter than low_s, and 5 % longer than high_s.
struct MakespanInterval {
  double low_s = 0.0;
  double high_s = 0.0;
  friend bool operator==(const MakespanInterval&, const MakespanInterval&) = default;
};

/// Times in seconds that no schedule can beat, with mean costs.
struct LowerBounds {
  double work_s = 0.0;           ///< the busiest node's work ÷ its workers
  double critical_path_s = 0.0;  ///< longest chain of tasks and messages
  double network_s = 0.0;        ///< least latency + most bytes into or out of a node ÷ its links' bandwidth
  friend bool operator==(const LowerBounds&, const LowerBounds&) = default;
};

/// Tasks whose cost comes from a measured size other than their own.
struct Extrapolation {
  std::string type;
  SizeKind kind = SizeKind::work;
  double size = 0.0;
  double measured_size = 0.0;
  std::uint64_t tasks = 0;
  friend bool operator==(const Extrapolation&, const Extrapolation&) = default;
};

/// The results of a simulation, its inputs and its model. Specified in docs/statistics.md.
struct SimulationStatistics {
  std::optional<double> makespan_s;  ///< median over all seeds; none if tasks were only counted
  std::optional<MakespanRange> makespan_range;
  /// None without measured runs to derive it from (Variation::runs), and with a single seed.
  std::optional<MakespanInterval> makespan_interval = std::nullopt;
  /// The median relative error when each run of the calibration is predicted from the others. None if the
  /// costs don't state it.
  std::optional<double> calibration_error = std::nullopt;
  std::optional<LowerBounds> bounds;
  std::optional<CacheMisses> caches;  ///< of all tasks; none if the simulation followed no caches
  Totals totals;
  std::vector<NodeStatistics> nodes;
  std::vector<PairStatistics> pairs;      ///< pairs with at least one message, sorted by sender and receiver
  std::optional<ScheduleUse> schedule{};  ///< none: no schedule file

  std::string policy = default_policy;  ///< the workers' scheduling policy
  std::string policy_choice;            ///< what the policy says about its choices; often empty
  std::string costs_json = "null";      ///< CostModel::description; null if tasks were only counted
  std::string network_json = "null";    ///< null for one node, or if tasks were only counted

  Platform platform;
  ProcessGrid grid;
  unsigned threads = 1;
  std::uint64_t seed = 1;  ///< the first seed
  Overheads overheads;
  std::uint64_t window = 0;        ///< 0: no limit
  std::string balance;             ///< Balance::text; empty: nodes did not balance their load
  std::string broadcast{};         ///< BroadcastTree::text; empty: owners send to all readers
  bool submitter_computes = true;  ///< worker 0 of each node runs tasks too
  bool deduplicates = true;        ///< one message per version and node, not one per listener
  bool splits = true;              ///< tasks whose data has parts are split
  std::vector<std::string> assumptions;
  /// Why the times are not reliable; empty if they are. None if no reason was found, but not all
  /// possible reasons were examined.
  std::optional<std::vector<std::string>> doubts;
  /// True for the recorded run, replayed unchanged: its times are no prediction. None otherwise.
  std::optional<bool> recorded{};
  std::vector<Extrapolation> extrapolated;  ///< sorted by type, kind and size
};

/// Writes the JSON document. Equal statistics give equal text.
std::string to_json(const SimulationStatistics& statistics);
/// Whether to read the messages of each pair of nodes, of which there can be millions.
enum class Pairs : std::uint8_t { all, none };
/// Reads the document. Errors state the name, the field, what was expected and what was found.
Result<SimulationStatistics> parse_statistics(std::string_view text, const std::string& name,
                                              Pairs wanted = Pairs::all);
Result<SimulationStatistics> read_statistics(const std::filesystem::path& path, Pairs wanted = Pairs::all);
/// Returns only the document's parts "model" and "inputs", which predicted traces carry.
std::string model_json(const SimulationStatistics& statistics);

/// Returns true if the simulation is a replay, in which each task takes the time that it took in a trace.
bool is_replay(const SimulationStatistics& statistics);
/// Returns true if tasks of all sizes take their declared work ÷ one rate.
bool has_one_rate(const SimulationStatistics& statistics);
/// Returns the network engine: "SimGrid 3.32", "fast" or "none"; empty for one node, or if tasks were only
/// counted.
std::string network_engine(const SimulationStatistics& statistics);

}  // namespace gusset::simulator
