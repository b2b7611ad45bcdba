#pragma once
#include <chrono>
#include <filesystem>
#include <string>

#include "gusset/traces/sweep/sweep.hpp"
#include "programs/child_pool.hpp"

namespace gusset::cli {

/// The reason why a configuration can't be simulated, if known in advance. Empty if it can.
std::string refusal_of(const sweep::SweepDefinition& definition, const sweep::Configuration& configuration);

/// The job that simulates a configuration with a network engine and a number of seeds. `folder` must be empty
/// and used by nothing else.
PoolJob sweep_job(const sweep::SweepDefinition& definition, const sweep::Configuration& configuration,
                  const std::string& network, unsigned seeds, const std::filesystem::path& folder);

/// The outcome of that job: its measures, or one line that says why there are none. `limit` is the job's time
/// limit.
sweep::Outcome outcome_of(const PoolEnd& end, const std::string& program, const std::filesystem::path& folder,
                          std::chrono::nanoseconds limit);

/// The last useful line that a program wrote to standard error. Printable, and cut after 300 bytes. Skips the
/// runtime's line about assumptions.
std::string last_line(const std::filesystem::path& errors);

}  // namespace gusset::cli
