#include "gusset/simulator/platform/platform.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "gusset/base/json_field.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/base/text_file.hpp"
#include "platform_ranges.hpp"
#include "ready_made.hpp"
#if GUSSET_HAS_SIMGRID
#include "simgrid_platform.hpp"
#endif

namespace gusset::simulator {
namespace {

constexpr std::size_t max_json_bytes = 1 << 20;
constexpr std::size_t max_xml_bytes = 1 << 28;

constexpr NumberRange gflops_or_zero_range{0, 1e12, "GFlop/s per core, or nothing"};

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
  return Error{path.string(), "a platform in JSON, as this build has no SimGrid", "XML"};
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

std::vector<std::string> platform_names() {
  std::vector<std::string> names = ready_made_names();
  names.emplace_back("this");
  return names;
}

Result<Platform> platform_from_argument(const std::string& argument, const std::string& where) {
  if (argument == "this") return described_machine();
  if (const auto ready_made = ready_made_platform(argument)) return *ready_made;
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
