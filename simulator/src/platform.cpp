#include "gusset/simulator/platform.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "gusset/core/options.hpp"
#include "in_quotes.hpp"
#include "json_object.hpp"
#include "text_file.hpp"

namespace gusset::simulator {
namespace {

using traces::Error;
using traces::Result;

constexpr std::size_t max_file_bytes = 1 << 20;

// The same limits for both forms. The upper ones only keep sums far from overflow.
constexpr NumberRange nodes_range{1, 65536, "an integer from 1 to 65536"};
constexpr NumberRange cores_range{1, 65536, "an integer from 1 to 65536"};
constexpr NumberRange gflops_range{0, 1e12, "GFlop/s per core, above 0", true};
constexpr NumberRange gflops_or_zero_range{0, 1e12, "GFlop/s per core, or nothing"};
constexpr NumberRange latency_range{0, 1e6, "seconds from 0 to 1e6"};
constexpr NumberRange bandwidth_range{1, 1e18, "bytes per second, 1 or more"};
constexpr NumberRange header_range{0, 1e12, "an integer of bytes from 0 to 1e12"};

constexpr std::string_view five_numbers = "nodes:cores:gflops:latency:bandwidth";

/// One of the five numbers; `integral` ones take no point and no exponent.
Result<double> parse_number(std::string_view text, const NumberRange& range, bool integral,
                            const std::string& where) {
  double value = 0.0;
  const char* const end = text.data() + text.size();
  std::from_chars_result result{};
  if (integral) {
    std::uint32_t whole = 0;
    result = std::from_chars(text.data(), end, whole);
    value = whole;
  } else {
    result = std::from_chars(text.data(), end, value);
  }
  if (text.empty() || result.ec != std::errc() || result.ptr != end || !range.contains(value)) {
    return Error{where, std::string(range.expected), in_quotes(text)};
  }
  return value;
}

}  // namespace

Platform this_machine() {
  Platform platform;
  platform.name = "this machine";
  platform.cores = available_cores();
  platform.latency_s = assumed_latency_s;
  platform.bandwidth_bytes_per_s = assumed_bandwidth_bytes_per_s;
  return platform;
}

Result<Platform> parse_platform(std::string_view json, const std::string& name) {
  Result<nlohmann::json> document = parse_json(json, name);
  if (!document) return document.error();
  JsonObject fields(*document, name);
  Platform platform;
  platform.name = fields.optional_text("name");
  if (const auto nodes = fields.optional_integer("nodes", nodes_range))
    platform.nodes = static_cast<unsigned>(*nodes);
  platform.cores = static_cast<unsigned>(fields.integer("cores", cores_range));
  platform.gflops_per_core = fields.optional_number("gflops_per_core", gflops_range);
  platform.latency_s = fields.number("latency_s", latency_range);
  platform.bandwidth_bytes_per_s = fields.number("bandwidth_bytes_per_s", bandwidth_range);
  platform.header_bytes =
      fields.optional_integer("header_bytes", header_range).value_or(Platform::default_header_bytes);
  if (auto error = fields.error()) return *std::move(error);
  return platform;
}

Result<Platform> read_platform(const std::filesystem::path& path) {
  Result<std::string> text = read_text(path, max_file_bytes);
  if (!text) return text.error();
  return parse_platform(*text, path.string());
}

Result<Platform> platform_from_text(std::string_view text, const std::string& where) {
  std::array<std::string_view, 5> parts;
  std::string_view rest = text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t colon = rest.find(':');
    const bool last = i + 1 == parts.size();
    if ((colon == std::string_view::npos) != last)
      return Error{where, std::string(five_numbers), in_quotes(text)};
    parts[i] = rest.substr(0, colon);
    if (!last) rest.remove_prefix(colon + 1);
  }
  Platform platform;
  if (!parts[0].empty()) {
    const auto nodes = parse_number(parts[0], nodes_range, true, where + ": nodes");
    if (!nodes) return nodes.error();
    platform.nodes = static_cast<unsigned>(*nodes);
  }
  const auto cores = parse_number(parts[1], cores_range, true, where + ": cores");
  if (!cores) return cores.error();
  platform.cores = static_cast<unsigned>(*cores);
  if (!parts[2].empty()) {
    const auto gflops = parse_number(parts[2], gflops_or_zero_range, false, where + ": gflops");
    if (!gflops) return gflops.error();
    if (*gflops > 0) platform.gflops_per_core = *gflops;
  }
  const auto latency = parse_number(parts[3], latency_range, false, where + ": latency");
  if (!latency) return latency.error();
  platform.latency_s = *latency;
  const auto bandwidth = parse_number(parts[4], bandwidth_range, false, where + ": bandwidth");
  if (!bandwidth) return bandwidth.error();
  platform.bandwidth_bytes_per_s = *bandwidth;
  return platform;
}

Result<Platform> platform_from_argument(const std::string& argument, const std::string& where) {
  if (argument.empty()) return Error{where, "a file or " + std::string(five_numbers), "nothing"};
  std::error_code error;
  const bool is_file = argument.find(':') == std::string::npos || std::filesystem::exists(argument, error);
  return is_file ? read_platform(argument) : platform_from_text(argument, where);
}

std::string to_json(const Platform& platform) {
  nlohmann::ordered_json document;
  if (!platform.name.empty()) document["name"] = platform.name;
  if (platform.nodes) document["nodes"] = *platform.nodes;
  document["cores"] = platform.cores;
  if (platform.gflops_per_core) document["gflops_per_core"] = *platform.gflops_per_core;
  document["latency_s"] = platform.latency_s;
  document["bandwidth_bytes_per_s"] = platform.bandwidth_bytes_per_s;
  document["header_bytes"] = platform.header_bytes;
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gusset::simulator
