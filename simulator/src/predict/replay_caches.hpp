#pragma once
#include <vector>

#include "caches/cache_costs.hpp"
#include "caches/cache_levels.hpp"
#include "gusset/base/result.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "machine.hpp"

namespace gusset::simulator {

/// The caches that a replay follows.
struct ReplayCaches {
  CacheLevels levels;
  CachePrices prices;
  std::vector<double> missing_s;  ///< per task: time that missing bytes took in the trace; empty with costs
};

/// Fails if the program is a fork-join program, if its tasks access no bytes, or if the machine's platform
/// states no caches. Lowers assumed prices with which a type's missing bytes would take longer than its
/// recorded tasks did.
Result<ReplayCaches> replay_caches(const traces::Trace& trace, const ReplayInputs& inputs,
                                   const Machine& machine, bool is_fork_join);

}  // namespace gusset::simulator
