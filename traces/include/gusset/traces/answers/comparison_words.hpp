#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/compare/compare.hpp"
#include "gusset/traces/analysis/compare/parting.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What a comparison says of traces A and B, in sentences. Names in them may hold anything.
struct ComparisonWords {
  std::string times;  ///< makespans, how far they differ, busy shares
  std::string match;  ///< how many tasks were found in both, and how; empty where nothing ran in one of them
  std::string types;  ///< which type changed most; empty where none did
  std::string chain;  ///< what changed most on the critical chain; empty where nothing did, or unknown
  std::string parting;  ///< where A leaves B's pace; empty where nothing is known
};
ComparisonWords comparison_words(const Trace& a, const Trace& b, const Comparison& comparison,
                                 const std::optional<std::vector<ChainComparison>>& chain,
                                 const std::optional<Parting>& parting);

/// "gemm waiting for a worker"; of no type, "waiting for a message".
std::string chain_part_name(const ChainComparison& part);

}  // namespace gusset::traces
