#include "engine/settings.hpp"

#include <cmath>
#include <optional>
#include <string>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::cluster {
std::string setting(const Options& options, const std::string& name) {
  const auto found = options.settings.find(name);
  return found == options.settings.end() ? "" : found->second;
}

Settings Settings::from(const Options& options) {
  Settings settings;
  settings.statistics_path = setting(options, "stats");
  settings.trace_path = setting(options, "trace");
  if (const std::string text = setting(options, "timeout"); !text.empty()) {
    const std::optional<double> seconds = parse_number<double>(text);
    if (!seconds || !std::isfinite(*seconds) || *seconds < 0.0)
      throw ConfigurationError("GUSSET_TIMEOUT", "seconds, or 0 for no limit", double_quoted(text));
    settings.timeout_s = *seconds;
  }
  return settings;
}

}  // namespace gusset::cluster
