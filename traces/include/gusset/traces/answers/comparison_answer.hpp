#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/compare/compare.hpp"
#include "gusset/traces/analysis/compare/divergence.hpp"
#include "gusset/traces/answers/answer.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The reasons why traces A and B differ.
struct ComparisonCauses {
  std::vector<WorkerComparison> workers;
  IdleTime idle_a;
  IdleTime idle_b;
  std::optional<std::vector<ChainComparison>> chain;  ///< of whole traces only
  std::optional<Divergence> divergence;               ///< of whole traces only
};
/// `comparison` must be the comparison of `a` with `b`, of the whole traces or of ranges.
ComparisonCauses comparison_causes(const Trace& a, const Trace& b, const Comparison& comparison);

/// Says how B differs from A. The first columns of each table are a name, A's time, B's time and the change
/// from A to B. There are no tables if nothing ran in one of the traces.
Answer comparison_answer(const Trace& a, const Trace& b, const Comparison& comparison,
                         const ComparisonCauses& causes);
/// The JSON document of `gusset compare`.
std::string comparison_json(const Trace& a, const std::string& file_a, const Trace& b,
                            const std::string& file_b, const Comparison& comparison,
                            const ComparisonCauses& causes);

}  // namespace gusset::traces
