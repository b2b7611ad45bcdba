#include "gusset/simulator/platform/platform.hpp"

#include <array>
#include <cstddef>
#include <system_error>

#include "gusset/base/json_field.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/base/text.hpp"
#include "gusset/base/text_file.hpp"
#include "platform_ranges.hpp"
#include "simgrid_platform.hpp"

namespace gusset::simulator {
namespace {

constexpr std::size_t max_json_bytes = 1 << 20;
constexpr std::size_t max_xml_bytes = 1 << 28;

constexpr std::string_view five_numbers = "nodes:cores:gflops:latency:bandwidth";

struct BuiltIn {
  std::string_view name;
  std::string_view json;
};

// Machines that come with this library, in alphabetical order. CMake writes {name, text} for each file in
// simulator/platforms.
constexpr BuiltIn built_in[] = {
#include "built_in_platforms.inc"
};

struct PlatformNumber {
  const char* name;
  NumberRange range;
  bool is_integral = false;   ///< has no point and no exponent
  bool may_be_empty = false;  ///< empty, like 0, means unknown
};
constexpr std::array<PlatformNumber, 5> platform_numbers{
    {{"nodes", nodes_range, true, true},
     {"cores", cores_range, true},
     {"gflops", {0, 1e12, "GFlop/s per core, at most 1e12, or nothing"}, false, true},
     {"latency", latency_range},
     {"bandwidth", bandwidth_range}}};

Result<double> parse_number(std::string_view text, const PlatformNumber& number, const std::string& where) {
  const auto value = gusset::parse_number<double>(text);
  const bool has_type = !number.is_integral || gusset::parse_number<std::uint32_t>(text);
  if (!value || !has_type || !number.range.contains(*value))
    return Error{where + ": " + number.name, std::string(number.range.expected), in_quotes(text)};
  return *value;
}

}  // namespace

Result<Platform> read_platform(const std::filesystem::path& path) {
  const bool is_called_xml = path.extension() == ".xml";
  Result<std::string> text = read_text(path, is_called_xml ? max_xml_bytes : max_json_bytes);
  if (!text) return text.error();
  const std::size_t first = text->find_first_not_of(" \t\r\n");
  const bool is_xml = is_called_xml || (first != std::string::npos && (*text)[first] == '<');
  if (!is_xml) return parse_platform(*text, path.string());
#if GUSSET_HAS_SIMGRID
  return read_simgrid_platform(path);
#else
  return Error{path.string(), without_simgrid("a platform in JSON"), "XML"};
#endif
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
  std::array<double, 5> values{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty() && platform_numbers[i].may_be_empty) continue;
    const auto value = parse_number(parts[i], platform_numbers[i], where);
    if (!value) return value.error();
    values[i] = *value;
  }
  const auto& [nodes, cores, gflops, latency_s, bandwidth_bytes_per_s] = values;
  Platform platform;
  if (nodes > 0) platform.nodes = static_cast<unsigned>(nodes);
  platform.cores = static_cast<unsigned>(cores);
  if (gflops > 0) platform.gflops_per_core = gflops;
  platform.latency_s = latency_s;
  platform.bandwidth_bytes_per_s = bandwidth_bytes_per_s;
  return platform;
}

std::vector<DomainId> domains_of_workers(const Platform& platform, unsigned workers) {
  std::vector<DomainId> domains;
  if (!platform.sockets || platform.nodes_per_host > 1) return domains;
  const unsigned per_socket = (platform.cores + *platform.sockets - 1) / *platform.sockets;
  for (unsigned worker = 0; worker < workers; ++worker) domains.emplace_back(worker / per_socket);
  return domains;
}

std::uint64_t last_level_cache_bytes(const Platform& platform) {
  return platform.caches.empty() ? 0 : platform.caches.back().bytes;
}

std::vector<std::string> platform_names() {
  std::vector<std::string> names;
  for (const BuiltIn& each : built_in) names.emplace_back(each.name);
  names.emplace_back("this");
  return names;
}

Result<Platform> platform_from_argument(const std::string& argument, const std::string& where) {
  if (argument == "this") return described_machine();
  for (const BuiltIn& each : built_in) {
    if (argument == each.name) return parse_platform(each.json, argument);
  }
  std::error_code error;
  const bool is_file = argument.find('/') != std::string::npos ||
                       std::filesystem::path(argument).has_extension() ||
                       (!argument.empty() && std::filesystem::exists(argument, error));
  if (argument.find(':') != std::string::npos)
    return std::filesystem::exists(argument, error) ? read_platform(argument)
                                                    : platform_from_text(argument, where);
  if (is_file) return read_platform(argument);
  std::string known = "a file, " + std::string(five_numbers);
  const std::vector<std::string> names = platform_names();
  for (std::size_t i = 0; i < names.size(); ++i) known += (i + 1 == names.size() ? " or " : ", ") + names[i];
  return Error{where, known, in_quotes(argument)};
}

}  // namespace gusset::simulator
