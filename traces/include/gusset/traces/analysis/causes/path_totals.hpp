#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// One task type's share of the critical path.
struct PathTypeTotal {
  TypeId type;
  std::uint64_t bound_tasks = 0;
  std::int64_t bound_ns = 0;
  std::uint64_t chain_links = 0;  ///< links of kind run
  std::int64_t chain_ns = 0;
  friend bool operator==(const PathTypeTotal&, const PathTypeTotal&) = default;
};

/// Total of the links of one kind.
struct PathKindTotal {
  ChainLink::Kind kind = ChainLink::Kind::run;
  std::uint64_t links = 0;
  std::int64_t ns = 0;
  friend bool operator==(const PathKindTotal&, const PathKindTotal&) = default;
};

/// The critical path's time by type and by kind of link. The types' bound_ns sum to the bound. The kinds' ns
/// sum to the makespan. The types' chain_ns sum to the ns of kind run, except for runs without a task.
struct PathTotals {
  /// Types in the bound or the chain, by bound_ns, then chain_ns, descending, then by name.
  std::vector<PathTypeTotal> types;
  std::vector<PathKindTotal> kinds;  ///< kinds with links, in the order of the enumeration
};

/// Linear.
PathTotals path_totals(const Trace& trace, const CriticalBound& bound, const CriticalChain& chain);

}  // namespace gusset::traces
