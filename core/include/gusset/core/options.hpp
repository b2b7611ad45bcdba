#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "gusset/core/process_grid.hpp"

namespace gusset {

/// More workers of a node than that are refused.
inline constexpr unsigned max_threads = 1024;

/// How a runtime shall execute. Set by `gusset run` and `gusset simulate` through the environment, or by a
/// program.
struct Options {
  std::string engine = "run";  ///< GUSSET_ENGINE: "run", "record" (core_tracing) or "simulate" (simulator)
  unsigned threads = 0;        ///< GUSSET_THREADS: of each node, the submitting one included; 0: one per core
  std::uint64_t seed = 1;      ///< GUSSET_SEED
  std::optional<ProcessGrid> grid{};  ///< GUSSET_GRID
  std::map<std::string, std::string>
      settings{};  ///< GUSSET_<NAME>, name in lower case: for the engine, which knows or refuses them

  /// Reads the environment's GUSSET_ variables. Throws ConfigurationError.
  static Options from_environment();
};

/// Processors this process may run on.
unsigned available_cores();

}  // namespace gusset
