#pragma once
#include <cstdint>
#include <optional>

#include "gusset/traces/model/metadata.hpp"

namespace gusset::traces {

/// Of a crossbar: what each message takes, and what each node sends and receives.
struct PredictedNetwork {
  double latency_s = 0.0;
  double bandwidth_bytes_per_s = 0.0;
  std::uint64_t header_bytes = 0;  ///< of each message
  friend bool operator==(const PredictedNetwork&, const PredictedNetwork&) = default;
};

/// The network that a prediction was made with, as its metadata have it; nothing for other traces, and for
/// networks that are no crossbar.
std::optional<PredictedNetwork> predicted_network(const Metadata& metadata);

}  // namespace gusset::traces
