#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "gusset/simulator/predict/replay.hpp"

namespace gusset::cli {

/// The settings for replaying a trace, as the user wrote them. Empty if not given.
struct ReplaySettings {
  std::string nodes;
  std::string policy;
  std::string boundary;
  std::string platform;
  std::string network;
  std::string seeds;
  std::string jobs;
  std::string seed;
  std::string rate;
  std::string sizes;
  std::vector<std::string> scale;
  bool caches = false;
};

/// Adds the settings' options to a command.
void add_replay_settings(CLI::App& command, ReplaySettings& settings);

/// Turns the settings into the replay's inputs, except for the number of threads. `command` is the command
/// that errors name, `path` is the trace's file. Throws Failure.
simulator::ReplayInputs replay_inputs(const std::string& command, const ReplaySettings& settings,
                                      const std::string& path);

}  // namespace gusset::cli
