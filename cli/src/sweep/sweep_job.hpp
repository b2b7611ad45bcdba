#pragma once
#include <chrono>
#include <filesystem>
#include <string>

#include "programs/child_pool.hpp"
#include "sweep.hpp"

namespace gusset::cli {

/// Why a configuration can't be simulated, known before it is tried; empty where it can.
std::string refusal_of(const SweepDefinition& definition, const Configuration& configuration);

/// How to simulate one with a network engine, in a folder of its own that is empty.
PoolJob sweep_job(const SweepDefinition& definition, const Configuration& configuration,
                  const std::string& network, const std::filesystem::path& folder);

/// What came of that job: what it found, or in one line why nothing. `limit` is the time that it had.
Outcome outcome_of(const PoolEnd& end, const std::string& program, const std::filesystem::path& folder,
                   std::chrono::nanoseconds limit);

/// The last line that is worth telling of what a program wrote to standard error; printable, at most 300
/// bytes. The runtime's line of what it assumed is not.
std::string last_line(const std::filesystem::path& errors);

}  // namespace gusset::cli
