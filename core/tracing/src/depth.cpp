#include "depth.hpp"

#include "gusset/core/errors.hpp"

namespace gusset::core_tracing {

Depth depth_from(const Options& options) {
  const auto setting = options.settings.find(depth_setting);
  if (setting == options.settings.end() || setting->second == "accesses") return Depth::accesses;
  if (setting->second == "ready") return Depth::ready;
  if (setting->second == "spans") return Depth::spans;
  throw ConfigurationError("GUSSET_DEPTH", "spans, ready or accesses", "\"" + setting->second + "\"");
}

}  // namespace gusset::core_tracing
