#pragma once
#include <vector>

#include "gusset/base/run_statistics.hpp"

namespace gusset::cluster {

/// What all nodes have done, at the end of a run: counts only.
struct RunCounts {
  std::vector<NodeStatistics> nodes;  ///< by number
  std::vector<PairStatistics> pairs;  ///< with at least one message, sorted by sender and receiver
};

}  // namespace gusset::cluster
