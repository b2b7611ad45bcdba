#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "gusset/simulator/platform/platform.hpp"
#include "costs/json_object.hpp"
#include "platform_ranges.hpp"
#include "topology_json.hpp"

namespace gusset::simulator {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using gusset::Error;
using gusset::Result;

constexpr NumberRange sockets_range{1, 65536, "an integer from 1 to 65536"};
constexpr NumberRange level_range{1, 9, "an integer from 1 to 9"};
constexpr NumberRange bytes_range{1, 1e18, "an integer of bytes from 1 to 1e18"};

/// What numbers have sources.
constexpr std::array sourced{"nodes",           "sockets",      "cores",
                             "caches",          "memory_bytes", "memory_bandwidth_bytes_per_s",
                             "topology",        "latency_s",    "bandwidth_bytes_per_s",
                             "gflops_per_core", "header_bytes", "name"};

/// "a divisor of cores (20)", where a node's cores can't be dealt out evenly.
std::optional<Error> check_divides(unsigned part, unsigned cores, const std::string& where) {
  if (cores % part == 0) return std::nullopt;
  return Error{where, "a divisor of cores (" + std::to_string(cores) + ")", std::to_string(part)};
}

Result<std::vector<Cache>> caches_from(const json& array, unsigned cores, const std::string& where) {
  std::vector<Cache> caches;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const std::string place = where + "[" + std::to_string(i) + "]";
    JsonObject fields(array[i], place);
    Cache cache;
    cache.level = static_cast<unsigned>(fields.integer("level", level_range));
    cache.bytes = fields.integer("bytes", bytes_range);
    cache.shared_by = static_cast<unsigned>(fields.integer("shared_by", cores_range));
    if (auto error = fields.error()) return *std::move(error);
    if (auto error = check_divides(cache.shared_by, cores, place + ": shared_by")) return *std::move(error);
    if (!caches.empty() && cache.level <= caches.back().level) {
      return Error{place + ": level",
                   "one above " + std::to_string(caches.back().level) + ", that of the cache before",
                   std::to_string(cache.level)};
    }
    caches.push_back(cache);
  }
  return caches;
}

Result<std::map<std::string, std::string>> sources_from(const json& object, const std::string& where) {
  std::map<std::string, std::string> sources;
  for (const auto& [field, text] : object.items()) {
    if (std::find(sourced.begin(), sourced.end(), field) == sourced.end())
      return Error{where, "fields of a platform", describe(json(field))};
    if (!text.is_string()) return Error{where + ": " + field, "text", describe(text)};
    sources[field] = text.get<std::string>();
  }
  return sources;
}

}  // namespace

Result<Platform> parse_platform(std::string_view text, const std::string& name) {
  Result<json> document = parse_json(text, name);
  if (!document) return document.error();
  JsonObject fields(*document, name);
  Platform platform;
  platform.name = fields.optional_text("name");
  if (const auto nodes = fields.optional_integer("nodes", nodes_range))
    platform.nodes = static_cast<unsigned>(*nodes);
  if (const auto sockets = fields.optional_integer("sockets", sockets_range))
    platform.sockets = static_cast<unsigned>(*sockets);
  platform.cores = static_cast<unsigned>(fields.integer("cores", cores_range));
  platform.gflops_per_core = fields.optional_number("gflops_per_core", gflops_range);
  const json caches = fields.optional_array("caches");
  platform.memory_bytes = fields.optional_integer("memory_bytes", bytes_range);
  platform.memory_bandwidth_bytes_per_s =
      fields.optional_number("memory_bandwidth_bytes_per_s", bandwidth_range);
  const json topology = fields.optional_value("topology");
  platform.latency_s = fields.number("latency_s", latency_range);
  platform.bandwidth_bytes_per_s = fields.number("bandwidth_bytes_per_s", bandwidth_range);
  platform.header_bytes =
      fields.optional_integer("header_bytes", header_range).value_or(Platform::default_header_bytes);
  const json sources = fields.optional_object("sources");
  if (auto error = fields.error()) return *std::move(error);

  if (platform.sockets) {
    if (auto error = check_divides(*platform.sockets, platform.cores, name + ": sockets"))
      return *std::move(error);
  }
  auto read_caches = caches_from(caches, platform.cores, name + ": caches");
  if (!read_caches) return read_caches.error();
  platform.caches = std::move(read_caches).value();
  if (!topology.is_null()) {
    auto read_topology = topology_from_json(topology, name + ": topology");
    if (!read_topology) return read_topology.error();
    platform.topology = std::move(read_topology).value();
  }
  const auto room = places(platform.topology);
  if (platform.nodes && room && *platform.nodes > *room) {
    return Error{name + ": nodes", "at most " + std::to_string(*room) + ", for which its topology has places",
                 std::to_string(*platform.nodes)};
  }
  auto read_sources = sources_from(sources, name + ": sources");
  if (!read_sources) return read_sources.error();
  platform.sources = std::move(read_sources).value();
  return platform;
}

std::string to_json(const Platform& platform) {
  ordered_json document;
  if (!platform.name.empty()) document["name"] = platform.name;
  if (platform.nodes) document["nodes"] = *platform.nodes;
  if (platform.sockets) document["sockets"] = *platform.sockets;
  document["cores"] = platform.cores;
  if (platform.gflops_per_core) document["gflops_per_core"] = *platform.gflops_per_core;
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
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gusset::simulator
