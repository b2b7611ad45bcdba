#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What one type has of the critical path.
struct PathTypeTotal {
  TypeId type;
  std::uint64_t bound_tasks = 0;
  std::int64_t bound_ns = 0;
  std::uint64_t chain_links = 0;  ///< of kind run
  std::int64_t chain_ns = 0;
  friend bool operator==(const PathTypeTotal&, const PathTypeTotal&) = default;
};

/// The links of one kind.
struct PathKindTotal {
  ChainLink::Kind kind = ChainLink::Kind::run;
  std::uint64_t links = 0;
  std::int64_t ns = 0;
  friend bool operator==(const PathKindTotal&, const PathKindTotal&) = default;
};

/// The path's time per type and per kind. The types' bound_ns sum to the bound; the kinds' ns to the
/// makespan; the types' chain_ns to that of kind run, but for runs of no task.
struct PathTotals {
  std::vector<PathTypeTotal>
      types;  ///< that are on either, the most bound_ns first, then chain_ns, then by name
  std::vector<PathKindTotal> kinds;  ///< that have links, in their order
};

/// `duration_ns` is each task's, as the bound counts them. Linear.
PathTotals path_totals(const Trace& trace, std::span<const std::int64_t> duration_ns,
                       const CriticalBound& bound, const CriticalChain& chain);

}  // namespace gusset::traces
