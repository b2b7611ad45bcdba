#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/simulator/costs/cost_table.hpp"
#include "gusset/simulator/costs/overheads.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// What one node of a simulation does and holds.
struct NodeStatistics {
  std::uint64_t level1_tasks = 0;
  std::uint64_t level2_tasks = 0;  ///< that level-1 tasks split into
  double work = 0.0;               ///< declared by tasks that do not split, in the program's unit
  std::uint64_t blocks_owned = 0;  ///< handles with contents that are no parts
  std::uint64_t messages_sent = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t payload_bytes_sent = 0;
  std::uint64_t payload_bytes_received = 0;
  std::uint64_t listeners_sent = 0;  ///< remote inputs of tasks elsewhere, counted at the owner of the data
  std::optional<double> busy_s;      ///< of all workers together; none when only counted
  std::optional<double> busy_share;  ///< of its workers' time until the makespan; none when only counted
  std::uint64_t memory_upper_bytes = 0;  ///< contents owned and all contents received
  std::optional<std::uint64_t>
      peak_memory_bytes;  ///< the most that it owns and has replicas of at once; none when only counted
  friend bool operator==(const NodeStatistics&, const NodeStatistics&) = default;
};

/// What one node sends another.
struct PairStatistics {
  NodeId from;
  NodeId to;
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  friend bool operator==(const PairStatistics&, const PairStatistics&) = default;
};

/// A makespan is one of many: kernels vary, and so do the workers' choices.
struct MakespanRange {
  double min_s = 0.0;
  double max_s = 0.0;
  unsigned seeds = 1;              ///< simulations
  std::uint64_t nearest_seed = 1;  ///< whose makespan is nearest to the median: of it the nodes' times tell
  friend bool operator==(const MakespanRange&, const MakespanRange&) = default;
};

/// What no schedule can beat, by mean costs, in seconds.
struct LowerBounds {
  double work_s = 0.0;           ///< the busiest node's tasks ÷ its workers
  double critical_path_s = 0.0;  ///< the longest chain of tasks and messages
  double network_s = 0.0;        ///< the most bytes on one node's link ÷ its bandwidth
  friend bool operator==(const LowerBounds&, const LowerBounds&) = default;
};

struct Totals {
  std::uint64_t level1_tasks = 0;
  std::uint64_t level2_tasks = 0;
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  std::uint64_t wire_bytes = 0;  ///< payload and a header per message
  std::uint64_t listeners = 0;
  std::uint64_t memory_upper_bytes = 0;
  friend bool operator==(const Totals&, const Totals&) = default;
};

/// Tasks whose cost was taken from another size than theirs.
struct Extrapolation {
  std::string type;
  SizeKind kind = SizeKind::work;
  double size = 0.0;
  double measured_size = 0.0;
  std::uint64_t tasks = 0;
  friend bool operator==(const Extrapolation&, const Extrapolation&) = default;
};

/// What a simulation found, from what, and by which model. Specified in docs/statistics.md.
struct SimulationStatistics {
  std::optional<double> makespan_s;  ///< the median over all seeds; none when only counted
  std::optional<MakespanRange> makespan_range;
  std::optional<LowerBounds> bounds;
  Totals totals;
  std::vector<NodeStatistics> nodes;
  std::vector<PairStatistics> pairs;  ///< those that send anything, by sender and receiver

  std::string policy = default_policy;  ///< by which workers took tasks
  std::string costs_json = "null";      ///< CostModel::description; null when only counted
  std::string network_json = "null";    ///< null where nothing was sent in time

  Platform platform;
  ProcessGrid grid;
  unsigned threads = 1;
  std::uint64_t seed = 1;  ///< the first one
  Overheads overheads;
  std::uint64_t window = 0;        ///< 0: none
  bool submitter_computes = true;  ///< worker 0 of each node
  bool deduplicates = true;        ///< one message per version and node, not one per listener
  bool splits = true;              ///< tasks whose data have parts
  std::vector<std::string> assumptions;
  std::vector<Extrapolation> extrapolated;  ///< by type, kind and size
};

inline constexpr const char* statistics_format = "gusset statistics";

/// The document: the same statistics give the same text.
std::string to_json(const SimulationStatistics& statistics);
/// Reads the document back. Fails with the name, the field, what was expected and what was found.
Result<SimulationStatistics> parse_statistics(std::string_view text, const std::string& name);
Result<SimulationStatistics> read_statistics(const std::filesystem::path& path);
/// Its parts "model" and "inputs" alone, as a predicted trace carries them.
std::string model_json(const SimulationStatistics& statistics);

/// Whether tasks take what they took in a trace, which is played again.
bool is_of_trace(const SimulationStatistics& statistics);
/// The engine that carried messages: "SimGrid 3.32", "fast", "none"; empty where nothing was sent in time.
std::string network_engine(const SimulationStatistics& statistics);

}  // namespace gusset::simulator
