#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "gusset/traces/model/metadata.hpp"

namespace gusset::traces {

/// A crossbar: the latency and the bandwidth of each node's links.
struct PredictedNetwork {
  double latency_s = 0.0;
  double bandwidth_bytes_per_s = 0.0;
  std::uint64_t header_bytes = 0;  ///< per message
  friend bool operator==(const PredictedNetwork&, const PredictedNetwork&) = default;
};

/// The network that a prediction was made with, read from the trace's metadata. Returns nothing for other
/// traces, and for networks that are not crossbars.
std::optional<PredictedNetwork> predicted_network(const Metadata& metadata);

/// The scheduling policy that a prediction was made with, read from the trace's metadata. Empty for other
/// traces, and if the metadata does not name it.
std::string predicted_policy(const Metadata& metadata);

/// Whether a predicted trace answers "what if" about another trace's tasks: a replay, or a schedule that was
/// found. Other predictions know only costs, so that they can be right or wrong about a run.
bool is_what_if(const Metadata& metadata);

}  // namespace gusset::traces
