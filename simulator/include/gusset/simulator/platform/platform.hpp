#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/simulator/platform/topology.hpp"

namespace gusset::simulator {

/// A cache of a node.
struct Cache {
  unsigned level = 1;
  std::uint64_t bytes = 0;
  unsigned shared_by = 1;  ///< cores that one such cache serves
  friend bool operator==(const Cache&, const Cache&) = default;
};

/// A machine to predict for: equal nodes joined by links. Links out and in do not disturb each other.
/// Messages that share a link share its bandwidth, max-min fair; one that has its links to itself takes the
/// way's latency + bytes ÷ bandwidth_bytes_per_s. Behind a crossbar a node has one link out and one in, and
/// latency_s is the whole way's; in a fat tree or torus it is each link's. What a file of SimGrid's means is
/// SimGrid's to say. Specified in docs/platform.md.
struct Platform {
  std::string name;                                    ///< to show; may be empty
  std::optional<unsigned> nodes;                       ///< none: as many as the process grid has
  std::optional<unsigned> sockets;                     ///< of each node, with equally many cores
  unsigned cores = 1;                                  ///< of each node
  std::optional<double> gflops_per_core;               ///< none: not stated
  std::vector<Cache> caches;                           ///< by level, ascending; empty: not stated
  std::optional<std::uint64_t> memory_bytes;           ///< of each node
  std::optional<double> memory_bandwidth_bytes_per_s;  ///< of each node
  Topology topology;
  double latency_s = 0.0;                             ///< ≥ 0; means nothing beside a file of SimGrid's
  double bandwidth_bytes_per_s = 0.0;                 ///< > 0; means nothing beside a file of SimGrid's
  std::uint64_t header_bytes = default_header_bytes;  ///< that each message carries besides its contents
  /// Where the numbers come from, field by field. What begins with "assumed" is told by every output that
  /// depends on it.
  std::map<std::string, std::string> sources;

  static constexpr std::uint64_t default_header_bytes = 192;
  friend bool operator==(const Platform&, const Platform&) = default;
};

/// What stands behind several copies of a machine where no platform is given.
inline constexpr double assumed_latency_s = 2e-6;
inline constexpr double assumed_bandwidth_bytes_per_s = 1e10;

/// Copies of this machine behind the assumed crossbar; neither their number nor their speed is stated.
Platform this_machine();
/// The same with what hwloc tells of sockets, caches and memory.
Platform described_machine();

/// Reads the JSON form. `name` stands for the file in errors, which name the field as well.
Result<Platform> parse_platform(std::string_view json, const std::string& name);
/// A file of JSON, or of SimGrid's XML, which its ending or its first character tells. SimGrid reads that in
/// a process of its own, whose end it may be. Refused where SimGrid can't read it, where its hosts are not
/// all alike, or one of them can't reach another; and by builds without SimGrid.
Result<Platform> read_platform(const std::filesystem::path& path);

/// Reads `nodes:cores:gflops:latency:bandwidth` (GFlop/s per core, seconds, bytes per second). Empty nodes:
/// as many as the grid has; empty or 0 gflops: not stated. `where` stands for the text's origin in errors.
Result<Platform> platform_from_text(std::string_view text, const std::string& where);

/// Names that platform_from_argument knows: the machines that come with this library, and "this".
std::vector<std::string> platform_names();

/// One of platform_names; a file, where the argument has a slash or an ending or one of that name exists; or
/// the five numbers. "./rackham" is a file whatever it is called.
Result<Platform> platform_from_argument(const std::string& argument, const std::string& where);

/// The JSON form, which read_platform reads back, but for a file of SimGrid's.
std::string to_json(const Platform& platform);

}  // namespace gusset::simulator
