#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/simulator/platform/topology.hpp"

namespace gusset::simulator {

/// A cache of a node.
struct Cache {
  unsigned level = 1;
  std::uint64_t bytes = 0;
  unsigned shared_by = 1;  ///< number of cores that share one such cache
  friend bool operator==(const Cache&, const Cache&) = default;
};

/// The machine to simulate: equal nodes joined by links. Outgoing and incoming links are independent.
/// Messages that share a link share its bandwidth, max-min fair. An uncontended message takes the route's
/// latency + bytes ÷ bandwidth_bytes_per_s. In a crossbar each node has one link out and one in, and
/// latency_s is the whole route's latency; with nodes_per_link, several nodes have one link out and one in,
/// and messages between these do not use it; in a fat tree or torus it is each link's latency. SimGrid
/// defines the meaning of its own files. Specified in docs/platform.md.
struct Platform {
  std::string name;                                    ///< for display; may be empty
  std::optional<unsigned> nodes;                       ///< none: one per process of the grid
  unsigned nodes_per_host = 1;                         ///< consecutive nodes that share the cores of one host
  unsigned nodes_per_link = 1;                         ///< consecutive nodes that share one network link
  std::optional<unsigned> sockets;                     ///< per node, with equally many cores
  unsigned cores = 1;                                  ///< per node, or of the host that nodes share
  std::optional<double> gflops_per_core;               ///< none: unknown
  std::vector<double> node_speeds;                     ///< by node, > 0, relative to others; empty: all 1
  std::vector<Cache> caches;                           ///< sorted by level, ascending; empty: unknown
  std::optional<std::uint64_t> memory_bytes;           ///< per node
  std::optional<double> memory_bandwidth_bytes_per_s;  ///< per node
  Topology topology;
  double latency_s = 0.0;                             ///< ≥ 0; unused with a SimGrid file
  double bandwidth_bytes_per_s = 0.0;                 ///< > 0; unused with a SimGrid file
  std::uint64_t header_bytes = default_header_bytes;  ///< sent with each message in addition to its contents
  /// Where each number comes from, by field name. Every output that depends on a source that begins with
  /// "assumed" says so.
  std::map<std::string, std::string> sources;

  static constexpr std::uint64_t default_header_bytes = 192;
  friend bool operator==(const Platform&, const Platform&) = default;
};

/// The network assumed between copies of a machine when no platform is given.
inline constexpr double assumed_latency_s = 2e-6;
inline constexpr double assumed_bandwidth_bytes_per_s = 1e10;

/// Returns copies of this machine, connected by the assumed crossbar. Their number and speed stay unknown.
Platform this_machine();
/// Like this_machine, plus the sockets, caches and memory that hwloc reports.
Platform described_machine();

/// Reads the JSON form. Errors name the file as `name`, and the field.
Result<Platform> parse_platform(std::string_view json, const std::string& name);
/// Reads a file of JSON or of SimGrid's XML; the extension or the first character decides. SimGrid reads its
/// XML in a child process because it can abort. Fails if SimGrid can't read the file, if its hosts are not
/// all alike or can't all reach each other, and in builds without SimGrid.
Result<Platform> read_platform(const std::filesystem::path& path);

/// Reads `nodes:cores:gflops:latency:bandwidth` (GFlop/s per core, seconds, bytes per second). Empty nodes:
/// one per process of the grid. Empty or 0 gflops: unknown. `where` names the text's origin in errors.
Result<Platform> platform_from_text(std::string_view text, const std::string& where);

/// Names that platform_from_argument accepts: the machines that come with this library, and "this".
std::vector<std::string> platform_names();

/// Reads one of platform_names, a file or the five numbers of platform_from_text. An argument with a
/// slash or an extension is a file; so is a name that is none of platform_names, if a file of that name
/// exists. `where` names the argument's origin in errors.
Result<Platform> platform_from_argument(const std::string& argument, const std::string& where);

/// The socket of each of a node's workers. Worker w runs on core w, and all sockets have the same number of
/// consecutive cores. Empty if the platform states no sockets, or if nodes share a host, because they use its
/// cores in no fixed order. Requires workers ≤ platform.cores.
std::vector<DomainId> domains_of_workers(const Platform& platform, unsigned workers);

/// The size of one cache of the highest level; 0 if the platform states none.
std::uint64_t last_level_cache_bytes(const Platform& platform);

/// Returns true if the platform states caches that a simulation can follow: of level 2 or 3.
bool has_followed_caches(const Platform& platform);

/// Returns the JSON form that read_platform accepts. Not for SimGrid files.
std::string to_json(const Platform& platform);

}  // namespace gusset::simulator
