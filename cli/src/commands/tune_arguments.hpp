#pragma once
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/simulator/network/network.hpp"
#include "programs/simulation_settings.hpp"
#include "sweep/sweep.hpp"

namespace gusset::cli {

inline constexpr const char* tune_name = "tune";

/// The words of gusset tune, as the user wrote them; empty: not given.
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
  std::string jobs;
  std::string timeout;
  std::string confirm;
  std::string platform;
  std::string costs;
  bool restart = false;
};

/// Adds tune's options to its command.
void add_tune_options(CLI::App& command, TuneArguments& arguments);

/// What the words come to.
struct TuneRequest {
  SweepDefinition definition;
  Objective objective = Objective::time;
  std::optional<std::uint64_t> memory_limit_bytes;
  std::size_t jobs = 1;                                              ///< programs at once
  std::chrono::nanoseconds timeout{};                                ///< of one configuration
  simulator::NetworkEngine screen = simulator::NetworkEngine::fast;  ///< that all are tried by
  std::size_t confirm = 0;                                           ///< at least so many of the best
};

/// Throws Failure naming the option, before anything is started.
TuneRequest tune_request(const TuneArguments& arguments, const std::vector<std::string>& program);

/// Bytes as people write them: "64e9", "64GB", "60.5 GiB". Nothing where it is something else, or below 1.
std::optional<std::uint64_t> parse_bytes(const std::string& text);

}  // namespace gusset::cli
