#include "gusset/traces/model/predicted_network.hpp"

#include "gusset/base/json_field.hpp"

namespace gusset::traces {
namespace {

std::optional<PredictedNetwork> network_of(const JsonField& model) {
  const JsonField platform = model.at("inputs").at("platform");
  if (platform.at("topology").text() != "crossbar") return std::nullopt;
  const double bandwidth_bytes_per_s = platform.at("bandwidth_bytes_per_s").number();
  if (bandwidth_bytes_per_s == 0.0) return std::nullopt;
  return PredictedNetwork{platform.at("latency_s").number(), bandwidth_bytes_per_s,
                          platform.at("header_bytes").count()};
}

}  // namespace

std::optional<PredictedNetwork> predicted_network(const Metadata& metadata) {
  if (metadata.origin != Origin::predicted) return std::nullopt;
  const auto network = read_document(metadata.model, "model", network_of);
  return network ? *network : std::nullopt;
}

std::string predicted_policy(const Metadata& metadata) {
  if (metadata.origin != Origin::predicted) return {};
  const auto policy = read_document(metadata.model, "model", [](const JsonField& model) {
    return model.at("model").at("scheduler").optional_text();
  });
  return policy ? *policy : std::string();
}

bool is_what_if(const Metadata& metadata) {
  if (metadata.origin != Origin::predicted) return false;
  const auto is_schedule = read_document(metadata.model, "model", [](const JsonField& model) {
    return model.at("kind").optional_text() == "schedule";
  });
  const auto is_replay = read_document(metadata.model, "model", [](const JsonField& model) {
    return model.at("model").at("costs").at("kind").text() == "trace";
  });
  return (is_schedule && *is_schedule) || (is_replay && *is_replay);
}

}  // namespace gusset::traces
