#include "replay_caches.hpp"

#include <algorithm>
#include <utility>

#include "caches/recorded_misses.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/names.hpp"
#include "network/simulated_time.hpp"

namespace gusset::simulator {
namespace {

/// Lowers an assumed price if it makes a type's missing bytes take longer than the type's tasks did.
void fit_to_times(const traces::Trace& trace, const std::vector<TaskMisses>& misses, CachePrices& prices) {
  struct Sums {
    double missing_s = 0.0;
    double recorded_s = 0.0;
  };
  std::vector<Sums> sums(trace.types.size());
  const traces::TaskTimes times = traces::task_times(trace);
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.begin_ns[task] == traces::unknown_time) continue;
    Sums& sum = sums[trace.tasks.type[task].value()];
    sum.missing_s += prices.seconds(type_name(trace, traces::TaskId(task)), misses[task].bytes);
    sum.recorded_s += static_cast<double>(times.duration_ns[task]) * seconds_per_ns;
  }
  for (std::size_t type = 0; type < sums.size(); ++type) {
    if (sums[type].missing_s > sums[type].recorded_s)
      prices.lower(trace.types[type], sums[type].recorded_s / sums[type].missing_s);
  }
}

}  // namespace

Result<ReplayCaches> replay_caches(const traces::Trace& trace, const ReplayInputs& inputs,
                                   const Machine& machine, bool is_fork_join) {
  const auto& bytes = trace.handles.size_bytes;
  if (is_fork_join || std::ranges::all_of(bytes, [](std::uint64_t each) { return each == 0; })) {
    return Error{inputs.name, "tasks that state the bytes of their data, for the cache model",
                 is_fork_join ? "a fork-join program" : "none"};
  }
  Result<CacheLevels> levels = cache_levels(machine.platform, inputs.platform_source, machine.threads);
  if (!levels) return levels.error();
  CachePrices prices(*levels, inputs.costs ? inputs.costs->cache_prices() : std::span<const CachePrice>());
  ReplayCaches result{std::move(*levels), std::move(prices), {}};
  if (inputs.costs) return result;
  const std::vector<TaskMisses> misses = recorded_misses(trace, result.levels);
  fit_to_times(trace, misses, result.prices);
  for (std::size_t task = 0; task < misses.size(); ++task) {
    result.missing_s.push_back(
        result.prices.seconds(type_name(trace, traces::TaskId(task)), misses[task].bytes));
  }
  return result;
}

}  // namespace gusset::simulator
