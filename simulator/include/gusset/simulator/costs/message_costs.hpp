#pragma once
#include <cstdint>
#include <optional>

namespace gusset::simulator {

/// What messages between nodes cost, as measured in runs on several nodes. Values that the runs did not show
/// are missing, never 0. All ≥ 0.
///
/// A message whose contents have at most `eager_bytes` travels with its header: it takes latency_s. Longer
/// contents take three trips: they are offered, asked for, and sent, which takes long_latency_s + bytes ÷
/// bandwidth_bytes_per_s. Both times hold while idle workers on both nodes look for messages all the time.
struct MessageCosts {
  std::uint64_t count = 0;  ///< measured messages; 0: nothing is known
  std::optional<double> latency_s = std::nullopt;
  std::optional<double> long_latency_s = std::nullopt;
  std::optional<double> bandwidth_bytes_per_s = std::nullopt;  ///< > 0
  std::optional<double> send_s = std::nullopt;     ///< a worker's time for each message that it sends
  std::optional<double> receive_s = std::nullopt;  ///< a worker's time for each message that it receives
  std::optional<double> receive_s_per_byte =
      std::nullopt;  ///< additional time for each byte of the contents that it receives

  /// Returns the time of one trip between two nodes: of a short message, or a third of a long one's.
  std::optional<double> trip_s() const {
    if (latency_s) return latency_s;
    return long_latency_s ? std::optional(*long_latency_s / 3.0) : std::nullopt;
  }
  /// Returns true if latency and bandwidth are known.
  bool has_network() const { return trip_s().has_value() && bandwidth_bytes_per_s.has_value(); }
  friend bool operator==(const MessageCosts&, const MessageCosts&) = default;
};

}  // namespace gusset::simulator
