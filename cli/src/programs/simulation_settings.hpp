#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "gusset/simulator/platform/platform.hpp"

namespace gusset::cli {

/// The settings of a simulation, as the user wrote them. Empty if not given.
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
  std::string boundary;
  std::string schedule;
  std::string form;
  std::string balance;
  std::string broadcast;
  std::string network;
  bool no_deduplication = false;
  bool no_hierarchy = false;
  bool submitter_only = false;
  bool caches = false;
};

/// The largest number of nodes in a simulation.
inline constexpr unsigned max_nodes = 65'536;

/// The number of seeds if the user gives none.
inline constexpr std::uint64_t default_seeds = 10;

/// The largest number of seeds to simulate at once.
inline constexpr std::uint64_t max_jobs_at_once = 1024;

/// Parses --seeds; returns the default if `text` is empty. Throws Failure.
std::uint64_t parse_seeds(const std::string& command, const std::string& text);

struct CheckedSettings {
  std::optional<simulator::Platform> platform;  ///< nothing if not given
  bool is_timed = false;                        ///< whether there are costs, from which to predict times
};

/// Refuses what the program's runtime would refuse, in the user's words and before any program starts. Throws
/// Failure.
CheckedSettings check_settings(const SimulationSettings& settings);

/// The settings as environment variables for the runtime. `command` is the command that errors name. Throws
/// Failure if a number is malformed.
std::map<std::string, std::string> settings_variables(const std::string& command,
                                                      const SimulationSettings& settings);

}  // namespace gusset::cli
