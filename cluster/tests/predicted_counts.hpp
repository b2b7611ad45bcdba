#pragma once
#include <memory>
#include <string>
#include <utility>

#include "counts/run_counts.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/simulator/predict/engine.hpp"

namespace gusset::cluster::testing {

/// What the simulator counts if the program runs on this many nodes.
template <class Program>
RunCounts predicted_counts(unsigned nodes, const Program& program, const BroadcastTree& broadcast = {},
                           const Balance& balance = {}) {
  simulator::SimulationInputs inputs;
  inputs.grid = ProcessGrid::squarest(nodes);
  inputs.platform = simulator::Platform{};
  inputs.platform->nodes = nodes;
  inputs.platform->cores = 1;
  inputs.broadcast = broadcast;
  inputs.balance = balance;
  const auto result = std::make_shared<simulator::SimulationResult>();
  {
    Runtime runtime(simulator::make_simulation_engine(std::move(inputs), result));
    program(runtime);
  }
  return {result->statistics.nodes, result->statistics.pairs};
}

/// Clears the fields that a real run, or a simulation that only counts, does not have.
inline NodeStatistics only_counts(NodeStatistics node, bool knows_moves) {
  node.busy_s = node.busy_share = {};
  node.peak_memory_bytes = {};
  node.replica_pool = {};
  // Without times, the simulator knows only the moves of a list.
  if (!knows_moves && node.migration) node.migration = MigrationStatistics();
  return node;
}

/// Names the first difference: the number of nodes, a node, or the messages of a pair. Empty if there is
/// none.
inline std::string difference_of(const RunCounts& found, const RunCounts& expected) {
  if (found.nodes.size() != expected.nodes.size()) return "the number of nodes";
  for (std::size_t i = 0; i < found.nodes.size(); ++i) {
    const auto& moves = expected.nodes[i].migration;
    const bool knows_moves = !moves || moves->migrated_tasks;
    if (only_counts(found.nodes[i], knows_moves) != only_counts(expected.nodes[i], knows_moves))
      return "node " + std::to_string(i);
  }
  return found.pairs == expected.pairs ? "" : "messages of a pair of nodes";
}

}  // namespace gusset::cluster::testing
