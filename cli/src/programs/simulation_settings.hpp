#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "gusset/simulator/platform/platform.hpp"

namespace gusset::cli {

/// What to simulate on, as the user wrote it; empty: not given.
struct SimulationSettings {
  std::string platform;
  std::string costs;
  std::string grid;
  std::string threads;
  std::string seed;
  std::string seeds;
  std::string jobs;
  std::string window;
  std::string policy;
  std::string network;
  bool no_deduplication = false;
  bool no_hierarchy = false;
  bool submitter_only = false;
};

/// On how many nodes one can be.
inline constexpr unsigned most_nodes = 65'536;

/// How often a program is simulated where nobody says.
inline constexpr std::uint64_t usual_seeds = 10;

/// How many seeds may be simulated at once.
inline constexpr std::uint64_t most_jobs_at_once = 1024;

/// --seeds, or the usual number. Throws Failure.
std::uint64_t parse_seeds(const std::string& command, const std::string& text);

/// What the settings come to.
struct CheckedSettings {
  std::optional<simulator::Platform> platform;  ///< where one was given
  bool is_timed = false;                        ///< whether there are costs, so that times are predicted
};

/// Refuses, in the user's words and before anything is started, what the program's runtime would refuse.
/// Throws Failure.
CheckedSettings check_settings(const SimulationSettings& settings);

/// The settings as the runtime reads them from its environment. `command` is whose options they are. Throws
/// Failure where numbers are none.
std::map<std::string, std::string> settings_variables(const std::string& command,
                                                      const SimulationSettings& settings);

}  // namespace gusset::cli
