#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "gusset/core/process_grid.hpp"

namespace gusset {

/// More workers of a node than that are refused.
inline constexpr unsigned max_threads = 1024;

/// Where worker threads are bound to cores (hwloc).
enum class Pinning : std::uint8_t {
  none,     ///< the system decides
  compact,  ///< worker after worker on neighbouring cores
  scatter,  ///< worker after worker on another socket
  hybrid    ///< each free to move among the cores of one socket, sockets filled one after the other
};

/// How a runtime shall execute. Set by `gusset run` and `gusset simulate` through the environment, or by a
/// program.
struct Options {
  std::string engine = "run";  ///< GUSSET_ENGINE: "run", "record" (core_tracing) or "simulate" (simulator)
  unsigned threads = 0;        ///< GUSSET_THREADS: of each node, the submitting one included; 0: one per core
  std::uint64_t seed = 1;      ///< GUSSET_SEED
  std::string policy = "locality";    ///< GUSSET_POLICY: see make_policy
  std::optional<ProcessGrid> grid{};  ///< GUSSET_GRID
  /// GUSSET_WINDOW: with that many of the program's tasks in flight, submit() executes tasks instead of going
  /// on; it looks at every 64th task. 0: no limit. None: 256 per worker and 1024 at least, but 128 with a
  /// single worker. Tasks that tasks submit are not held up.
  std::optional<std::uint64_t> window{};
  Pinning pinning = Pinning::none;  ///< GUSSET_PIN: none, compact, scatter, hybrid
  bool paused = false;              ///< no task starts before Runtime::resume or a wait
  std::map<std::string, std::string>
      settings{};  ///< GUSSET_<NAME>, name in lower case: for the engine, which knows or refuses them

  /// Reads the environment's GUSSET_ variables. Throws ConfigurationError.
  static Options from_environment();
};

/// Processors this process may run on.
unsigned available_cores();

}  // namespace gusset
