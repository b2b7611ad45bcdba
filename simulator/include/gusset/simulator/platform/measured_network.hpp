#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// A measured message between two nodes.
struct MessageTime {
  unsigned first = 0;
  unsigned second = 0;
  std::uint64_t bytes = 0;
  double one_way_s = 0.0;
};

/// A pair of nodes, with the latency of their smallest message and the bandwidth of their long messages.
struct MeasuredPair {
  unsigned first = 0;
  unsigned second = 0;
  double latency_s = 0.0;
  double bandwidth_bytes_per_s = 0.0;
};

/// Summarizes the times of each pair. `times` is ordered by pair, then by size, and has at least one long
/// message per pair. The bandwidth comes from a robust line through the long messages or, if their times
/// don't grow, from the longest one.
std::vector<MeasuredPair> measured_pairs(std::span<const MessageTime> times);

/// Returns the platform of these nodes: its description of a node, a crossbar with the pairs' median latency
/// and bandwidth, and the number of nodes per host. `date` is recorded as part of the sources. `pairs` must
/// not be empty. Fails unless each host has the same number of consecutive nodes.
Result<Platform> with_network(Platform node, std::span<const MeasuredPair> pairs,
                              std::span<const std::string> hosts, const std::string& date);

}  // namespace gusset::simulator
