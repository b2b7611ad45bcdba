#include "engine/settings.hpp"

#include <cmath>
#include <optional>
#include <string>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::cluster {

Settings Settings::from(const Options& options) {
  Settings settings;
  settings.statistics_path = options.setting("stats").value_or("");
  settings.trace_path = options.setting("trace").value_or("");
  settings.balance = Balance::from(options);
  settings.broadcast = BroadcastTree::from(options);
  if (const std::string text = options.setting("timeout").value_or(""); !text.empty()) {
    const std::optional<double> seconds = parse_number<double>(text);
    if (!seconds || !std::isfinite(*seconds) || *seconds < 0.0)
      throw ConfigurationError("GUSSET_TIMEOUT", "seconds, or 0 for no limit", double_quoted(text));
    settings.timeout_s = *seconds;
  }
  return settings;
}

}  // namespace gusset::cluster
