#include "gusset/traces/model/predicted_network.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace gusset::traces {

std::optional<PredictedNetwork> predicted_network(const Metadata& metadata) {
  if (metadata.origin != Origin::predicted) return std::nullopt;
  const auto model = nlohmann::json::parse(metadata.model, nullptr, false);
  const nlohmann::json::json_pointer place("/inputs/platform");
  if (!model.is_object() || !model.contains(place)) return std::nullopt;
  const nlohmann::json& platform = model.at(place);
  if (!platform.is_object() || !platform.contains("topology") || platform["topology"] != "crossbar")
    return std::nullopt;
  const auto amount = [&](const char* key) -> std::optional<double> {
    if (!platform.contains(key) || !platform[key].is_number()) return std::nullopt;
    const double value = platform[key].get<double>();
    return value >= 0.0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
  };
  const auto latency_s = amount("latency_s");
  const auto bandwidth_bytes_per_s = amount("bandwidth_bytes_per_s");
  if (!latency_s || !bandwidth_bytes_per_s || *bandwidth_bytes_per_s == 0.0) return std::nullopt;
  if (!platform.contains("header_bytes") || !platform["header_bytes"].is_number_unsigned())
    return std::nullopt;
  return PredictedNetwork{*latency_s, *bandwidth_bytes_per_s, platform["header_bytes"].get<std::uint64_t>()};
}

}  // namespace gusset::traces
