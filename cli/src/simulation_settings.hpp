#pragma once
#include <map>
#include <optional>
#include <string>

#include "gusset/simulator/platform.hpp"

namespace gusset::cli {

/// What to simulate on, as the user wrote it; empty: not given.
struct SimulationSettings {
  std::string platform;
  std::string costs;
  std::string grid;
  std::string threads;
  std::string seed;
  std::string policy;
  std::string network;
};

/// What the settings come to.
struct CheckedSettings {
  std::optional<simulator::Platform> platform;  ///< where one was given
  bool is_timed = false;                        ///< whether there are costs, so that times are predicted
};

/// Refuses, in the user's words and before anything is started, what the program's runtime would refuse.
/// Throws Failure.
CheckedSettings check_settings(const SimulationSettings& settings);

/// The settings as the runtime reads them from its environment. `command` is whose options they are. Throws
/// Failure where threads or the seed are no numbers.
std::map<std::string, std::string> settings_variables(const std::string& command,
                                                      const SimulationSettings& settings);

}  // namespace gusset::cli
