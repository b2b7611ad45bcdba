#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "platform_ranges.hpp"
#include "topology_json.hpp"

namespace gusset::simulator {
namespace {

using nlohmann::ordered_json;

constexpr NumberRange sockets_range{1, 65536, "a whole number from 1 to 65536"};
constexpr NumberRange level_range{1, 9, "a whole number from 1 to 9"};
constexpr NumberRange bytes_range{1, 1e18, "a whole number of bytes from 1 to 1e18"};

/// Fields that may have a source.
constexpr std::array sourced{"nodes_per_host",
                             "nodes_per_link",
                             "nodes",
                             "sockets",
                             "cores",
                             "caches",
                             "memory_bytes",
                             "memory_bandwidth_bytes_per_s",
                             "topology",
                             "latency_s",
                             "bandwidth_bytes_per_s",
                             "gflops_per_core",
                             "node_speeds",
                             "header_bytes",
                             "name"};

/// Rejects a part that doesn't divide a node's cores evenly.
void check_divides(const JsonField& part, unsigned cores) {
  if (cores % part.small_count() != 0)
    throw part.expected("a divisor of cores (" + std::to_string(cores) + ")");
}

std::vector<Cache> caches_from(const JsonField& list, unsigned cores) {
  std::vector<Cache> caches;
  for (const JsonField& field : list.list()) {
    Cache cache;
    cache.level = field.at("level").small_count(level_range);
    cache.bytes = field.at("bytes").count(bytes_range);
    cache.shared_by = field.at("shared_by").small_count(cores_range);
    field.refuse_other_members();
    check_divides(field.at("shared_by"), cores);
    if (!caches.empty() && cache.level <= caches.back().level) {
      throw field.at("level").expected("a level above " + std::to_string(caches.back().level) +
                                       ", the previous cache's");
    }
    caches.push_back(cache);
  }
  return caches;
}

std::vector<double> speeds_from(const JsonField& list, std::optional<unsigned> nodes) {
  std::vector<double> speeds;
  for (const JsonField& field : list.list()) speeds.push_back(field.number(speed_range));
  if (speeds.empty() || (nodes && speeds.size() != *nodes)) {
    throw list.expected(
        nodes ? "one speed for each of " + count_text(*nodes, "node") : "one speed for each node",
        count_text(speeds.size(), "speed"));
  }
  return speeds;
}

std::map<std::string, std::string> sources_from(const JsonField& object) {
  std::map<std::string, std::string> sources;
  for (const auto& [name, field] : object.members()) {
    if (std::find(sourced.begin(), sourced.end(), name) == sourced.end())
      throw object.expected("names of platform fields", describe(name));
    sources[name] = field.text();
  }
  return sources;
}

Platform platform_from(const JsonField& field) {
  Platform platform;
  platform.name = field.at("name").optional_text();
  const auto nodes = field.find("nodes");
  if (nodes) platform.nodes = nodes->small_count(nodes_range);
  if (const auto per_host = field.find("nodes_per_host"))
    platform.nodes_per_host = per_host->small_count(nodes_range);
  const auto per_link = field.find("nodes_per_link");
  if (per_link) platform.nodes_per_link = per_link->small_count(nodes_range);
  const auto sockets = field.find("sockets");
  if (sockets) platform.sockets = sockets->small_count(sockets_range);
  platform.cores = field.at("cores").small_count(cores_range);
  platform.gflops_per_core = field.at("gflops_per_core").optional_number(gflops_range);
  const auto speeds = field.find("node_speeds");
  if (speeds) speeds->list();
  const auto caches = field.find("caches");
  if (caches) caches->list();
  platform.memory_bytes = field.at("memory_bytes").optional_count(bytes_range);
  platform.memory_bandwidth_bytes_per_s =
      field.at("memory_bandwidth_bytes_per_s").optional_number(bandwidth_range);
  const auto topology = field.find("topology");
  platform.latency_s = field.at("latency_s").number(latency_range);
  platform.bandwidth_bytes_per_s = field.at("bandwidth_bytes_per_s").number(bandwidth_range);
  platform.header_bytes =
      field.at("header_bytes").optional_count(header_range).value_or(Platform::default_header_bytes);
  const auto sources = field.find("sources");
  field.refuse_other_members();

  if (sockets) check_divides(*sockets, platform.cores);
  if (speeds) platform.node_speeds = speeds_from(*speeds, platform.nodes);
  if (caches) platform.caches = caches_from(*caches, platform.cores);
  if (topology) platform.topology = topology_from_json(*topology);
  if (platform.nodes_per_link > 1 && platform.topology.kind != Topology::Kind::crossbar)
    throw per_link->expected("1 unless the topology is a crossbar");
  const auto room = places(platform.topology);
  if (platform.nodes && room && *platform.nodes > *room)
    throw nodes->expected("at most " + std::to_string(*room) + ", as many as its topology holds");
  if (sources) platform.sources = sources_from(*sources);
  return platform;
}

}  // namespace

Result<Platform> parse_platform(std::string_view text, const std::string& name) {
  return read_document(text, name, platform_from);
}

std::string to_json(const Platform& platform) {
  ordered_json document;
  if (!platform.name.empty()) document["name"] = platform.name;
  if (platform.nodes) document["nodes"] = *platform.nodes;
  if (platform.nodes_per_host > 1) document["nodes_per_host"] = platform.nodes_per_host;
  if (platform.nodes_per_link > 1) document["nodes_per_link"] = platform.nodes_per_link;
  if (platform.sockets) document["sockets"] = *platform.sockets;
  document["cores"] = platform.cores;
  if (platform.gflops_per_core) document["gflops_per_core"] = *platform.gflops_per_core;
  if (!platform.node_speeds.empty()) document["node_speeds"] = platform.node_speeds;
  if (!platform.caches.empty()) {
    ordered_json& caches = document["caches"] = ordered_json::array();
    for (const Cache& cache : platform.caches)
      caches.push_back({{"level", cache.level}, {"bytes", cache.bytes}, {"shared_by", cache.shared_by}});
  }
  if (platform.memory_bytes) document["memory_bytes"] = *platform.memory_bytes;
  if (platform.memory_bandwidth_bytes_per_s)
    document["memory_bandwidth_bytes_per_s"] = *platform.memory_bandwidth_bytes_per_s;
  if (platform.topology != Topology{}) document["topology"] = topology_to_json(platform.topology);
  if (platform.topology.kind != Topology::Kind::simgrid) {
    document["latency_s"] = platform.latency_s;
    document["bandwidth_bytes_per_s"] = platform.bandwidth_bytes_per_s;
  }
  document["header_bytes"] = platform.header_bytes;
  if (!platform.sources.empty()) document["sources"] = platform.sources;
  return json_text(document, 2) + "\n";
}

}  // namespace gusset::simulator
