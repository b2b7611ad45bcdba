#pragma once
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/simulator/network/network.hpp"
#include "gusset/traces/sweep/sweep.hpp"
#include "programs/simulation_settings.hpp"

namespace gusset::cli {

inline constexpr const char* tune_name = "tune";

/// The arguments of gusset tune, as the user wrote them. Empty if not given.
struct TuneArguments {
  std::string output;
  std::string csv;
  std::vector<std::string> parameters;
  std::string grids;
  std::string nodes;
  std::string threads;
  std::string policies;
  std::string seeds;
  std::string objective;
  std::string memory_limit;
  std::string max_time;
  std::string max_core_hours;
  std::string jobs;
  std::string timeout;
  std::string confirm;
  std::string platform;
  std::string costs;
  bool balance = false;
  bool caches = false;
  bool search = false;
  bool restart = false;
};

void add_tune_options(CLI::App& command, TuneArguments& arguments);

/// The checked and parsed arguments.
struct TuneRequest {
  sweep::SweepDefinition definition;
  sweep::Objective objective = sweep::Objective::time;
  sweep::SweepLimits limits;
  bool search = false;                 ///< look for the best configurations instead of simulating all
  std::size_t jobs = 1;                ///< number of programs to run at once
  std::chrono::nanoseconds timeout{};  ///< for each configuration
  simulator::NetworkEngine screen = simulator::NetworkEngine::fast;  ///< simulates all configurations
  std::size_t confirm = 0;  ///< confirm at least this many of the best configurations
};

/// Checks and parses the arguments before any program starts. Throws Failure that names the option.
TuneRequest tune_request(const TuneArguments& arguments, const std::vector<std::string>& program);

/// Parses a number of bytes: "64e9", "64GB", "60.5 GiB". Nothing if the text is malformed or the number is
/// below 1.
std::optional<std::uint64_t> parse_bytes(const std::string& text);

}  // namespace gusset::cli
