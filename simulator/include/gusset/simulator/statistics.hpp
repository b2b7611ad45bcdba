#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/core/policy.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/simulator/cost_table.hpp"
#include "gusset/simulator/platform.hpp"

namespace gusset::simulator {

/// What one node of a simulation does and holds.
struct NodeStatistics {
  std::uint64_t level1_tasks = 0;
  std::uint64_t blocks_owned = 0;  ///< handles with contents
  std::uint64_t messages_sent = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t payload_bytes_sent = 0;
  std::uint64_t payload_bytes_received = 0;
  std::uint64_t listeners_sent = 0;  ///< remote inputs of tasks elsewhere, counted at the owner of the data
  std::optional<double> busy_s;      ///< of all workers together; none when only counted
  std::uint64_t memory_upper_bytes = 0;  ///< contents owned and all contents received
  friend bool operator==(const NodeStatistics&, const NodeStatistics&) = default;
};

struct Totals {
  std::uint64_t level1_tasks = 0;
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
  std::optional<double> makespan_s;  ///< none when only counted
  Totals totals;
  std::vector<NodeStatistics> nodes;

  std::string policy = default_policy;  ///< by which workers took tasks
  std::string costs_json = "null";      ///< CostModel::description; null when only counted
  std::string network_json = "null";    ///< null where nothing was sent in time

  Platform platform;
  ProcessGrid grid;
  unsigned threads = 1;
  std::uint64_t seed = 1;
  std::vector<std::string> assumptions;
  std::vector<Extrapolation> extrapolated;  ///< by type, kind and size
};

/// The document: the same statistics give the same text.
std::string to_json(const SimulationStatistics& statistics);
/// Its parts "model" and "inputs" alone, as a predicted trace carries them.
std::string model_json(const SimulationStatistics& statistics);

}  // namespace gusset::simulator
