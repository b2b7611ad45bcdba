#pragma once
#include <string>
#include <vector>

#include "gusset/core/process_grid.hpp"
#include "gusset/simulator/predict/engine.hpp"

namespace gusset::simulator {

inline constexpr const char* assumed_network = "nodes are connected by a crossbar of 2 µs and 10 GB/s";

/// The machine that the inputs describe: all choices made, and those that are assumptions.
struct Machine {
  Platform platform;
  ProcessGrid grid;
  unsigned threads = 1;
  bool has_assumed_network = false;
  bool ignores_contention = false;  ///< several nodes, simulated in time
  std::vector<std::string> assumptions;
};

/// Fits platform, grid and threads together. Throws ConfigurationError if they don't match.
Machine machine_of(const SimulationInputs& inputs);

}  // namespace gusset::simulator
