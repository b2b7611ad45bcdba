#pragma once
#include <optional>
#include <string>

#include "counts/run_counts.hpp"
#include "gusset/core/options.hpp"

namespace gusset::cluster {

/// What a run on several nodes has counted and measured.
struct RunDocument {
  RunCounts counts;
  std::optional<double> makespan_s;  ///< none: not measured
  ProcessGrid grid;
  unsigned threads = 1;  ///< per node
  Options options;
  std::string balance{};    ///< Balance::text; empty: nodes did not balance their load
  std::string broadcast{};  ///< BroadcastTree::text; empty: owners send to all readers
};

/// The JSON document that docs/statistics.md specifies.
std::string to_json(const RunDocument& run);

}  // namespace gusset::cluster
