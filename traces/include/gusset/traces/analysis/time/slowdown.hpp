#pragma once
#include <optional>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Whether the tasks of a program take longer while other threads run tasks (because they share memory,
/// caches or locks), if recordings show that.
struct Slowdown {
  double beside_share = 0.0;     ///< share of the tasks' time during which other threads ran tasks too
  std::optional<double> factor;  ///< that time ÷ the time that the same work takes alone; nothing if unknown
  /// Of `factor`: about two standard errors, and how far means and medians disagree; 0 if unknown.
  double uncertainty = 0.0;
  double others =
      1.0;  ///< the number of other threads that ran tasks during that time, on average; at least 1
};

/// Compares tasks that ran alone with tasks of the same type that ran beside others. `factor` is unknown
/// unless that is possible for the types of most of the time. The sizes of a type's tasks may differ; then
/// the uncertainty is large. n log n in the spans.
Slowdown slowdown_beside_others(const Trace& trace);

/// Compares with a recording of the same work on one thread. `factor` is unknown if that recording takes less
/// time than the tasks that ran alone in `trace`. Each is one run, so the uncertainty is unknown.
Slowdown slowdown_against(const Trace& trace, const Trace& one_thread);

}  // namespace gusset::traces
