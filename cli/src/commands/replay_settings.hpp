#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "gusset/simulator/predict/replay.hpp"

namespace gusset::cli {

/// On what a trace is to be played again, as the user wrote it; empty: not given.
struct ReplaySettings {
  std::string nodes;
  std::string policy;
  std::string platform;
  std::string network;
  std::string seeds;
  std::string jobs;
  std::string seed;
  std::string rate;
  std::vector<std::string> scale;
};

/// Adds their options to a command.
void add_replay_settings(CLI::App& command, ReplaySettings& settings);

/// What they come to; `command` is whose options they are, `path` the trace's. Threads are the trace's.
/// Throws Failure.
simulator::ReplayInputs replay_inputs(const std::string& command, const ReplaySettings& settings,
                                      const std::string& path);

}  // namespace gusset::cli
