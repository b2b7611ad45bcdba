#pragma once
#include <cstdint>
#include <vector>

#include "engine/counts.hpp"

namespace gusset::cluster {

/// What one node has done, at the end of a run.
struct NodeCounts {
  std::uint64_t tasks = 0;
  std::uint64_t children = 0;
  double work = 0.0;
  std::uint64_t blocks_owned = 0;
  std::uint64_t bytes_owned = 0;
  std::uint64_t listeners = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t bytes_received = 0;
  std::vector<SentMessages> sent;  ///< by receiver
  friend bool operator==(const NodeCounts&, const NodeCounts&) = default;
};

/// What all nodes have done, by node.
using RunCounts = std::vector<NodeCounts>;

}  // namespace gusset::cluster
