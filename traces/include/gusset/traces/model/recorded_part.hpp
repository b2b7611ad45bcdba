#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/model/ids.hpp"

namespace gusset::traces {

/// Says which part of a run on several nodes a trace is: what one node recorded. The trace has all nodes of
/// the run, in the run's order, but workers of its own node only.
struct RecordedPart {
  NodeId node;
  std::vector<std::uint32_t> grid;  ///< extents of the process grid; their product is the number of nodes
  std::string run;                  ///< identifies the run: equal on all its nodes, different in other runs
  std::string host;  ///< identifies the node's monotonic clock (Linux: the boot id); empty if unknown

  /// The product of the extents; the largest number if it has 32 bits or more.
  std::uint32_t nodes() const {
    constexpr std::uint64_t most = 0xffffffff;
    std::uint64_t product = grid.empty() ? 0 : 1;
    for (const std::uint32_t extent : grid) product = std::min(most, product * extent);
    return static_cast<std::uint32_t>(product);
  }
  friend bool operator==(const RecordedPart&, const RecordedPart&) = default;
};

}  // namespace gusset::traces
