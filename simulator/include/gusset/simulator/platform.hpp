#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gusset/traces/result.hpp"

namespace gusset::simulator {

/// A machine to predict for: equal nodes behind a crossbar. A node has one link out and one link in, each of
/// the stated bandwidth; a message that has both to itself takes latency_s + bytes ÷ bandwidth_bytes_per_s,
/// and messages that share a link share its bandwidth. Links out and in do not disturb each other. Specified
/// in docs/platform.md.
struct Platform {
  std::string name;                                   ///< to show; may be empty
  std::optional<unsigned> nodes;                      ///< none: as many as the process grid has
  unsigned cores = 1;                                 ///< of each node
  std::optional<double> gflops_per_core;              ///< none: not stated
  double latency_s = 0.0;                             ///< ≥ 0
  double bandwidth_bytes_per_s = 0.0;                 ///< > 0
  std::uint64_t header_bytes = default_header_bytes;  ///< that each message carries besides its contents

  static constexpr std::uint64_t default_header_bytes = 192;
  friend bool operator==(const Platform&, const Platform&) = default;
};

/// What stands behind several copies of a machine where no platform is given.
inline constexpr double assumed_latency_s = 2e-6;
inline constexpr double assumed_bandwidth_bytes_per_s = 1e10;

/// Copies of this machine behind the assumed crossbar; neither their number nor their speed is stated.
Platform this_machine();

/// Reads the JSON form. `name` stands for the file in errors, which name the field as well.
traces::Result<Platform> parse_platform(std::string_view json, const std::string& name);
traces::Result<Platform> read_platform(const std::filesystem::path& path);

/// Reads `nodes:cores:gflops:latency:bandwidth` (GFlop/s per core, seconds, bytes per second). Empty nodes:
/// as many as the grid has; empty or 0 gflops: not stated. `where` stands for the text's origin in errors.
traces::Result<Platform> platform_from_text(std::string_view text, const std::string& where);

/// A file where one of that name exists or the argument has no colon, else the five numbers.
traces::Result<Platform> platform_from_argument(const std::string& argument, const std::string& where);

/// The JSON form, which read_platform reads back.
std::string to_json(const Platform& platform);

}  // namespace gusset::simulator
