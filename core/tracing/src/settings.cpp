#include "settings.hpp"

#include <cstdint>

#include "gusset/base/text.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::core_tracing {

Depth depth_from(const Options& options) {
  const auto setting = options.settings.find(depth_setting);
  if (setting == options.settings.end() || setting->second == "accesses") return Depth::accesses;
  if (setting->second == "ready") return Depth::ready;
  if (setting->second == "spans") return Depth::spans;
  throw ConfigurationError("GUSSET_DEPTH", "spans, ready or accesses", double_quoted(setting->second));
}

std::size_t memory_bytes_from(const Options& options) {
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  constexpr std::uint64_t usual_mib = 256;
  constexpr std::uint64_t most_mib = std::uint64_t{1} << 30;
  const auto setting = options.settings.find(memory_setting);
  if (setting == options.settings.end()) return usual_mib * mib;
  const std::string& text = setting->second;
  const auto value = parse_number<std::uint64_t>(text);
  if (!value || *value < 1 || *value > most_mib)
    throw ConfigurationError("GUSSET_TRACE_MEMORY", "a whole number of MiB, at least 1", double_quoted(text));
  return *value * mib;
}

}  // namespace gusset::core_tracing
