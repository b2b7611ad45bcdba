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
  std::vector<double> missing_s;  ///< per task of the trace: the time that missing bytes took in the trace
};

/// Fails if the program is a fork-join program, if its tasks access no bytes, and if the machine's platform
/// states no caches. Prices that are assumed are lowered where the recorded tasks take less time than that.
Result<ReplayCaches> replay_caches(const traces::Trace& trace, const ReplayInputs& inputs,
                                   const Machine& machine, bool is_fork_join);

}  // namespace gusset::simulator
