#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::sweep {

/// "time", "node-hours", "bytes", "balance": the names in --objective.
std::string objective_name(Objective objective);
/// The objective's name in charts.
std::string objective_title(Objective objective);
/// The objective with that name. Nothing for unknown names.
std::optional<Objective> objective_of(const std::string& name);
/// Whether the objective needs times. Times need costs.
bool needs_time(Objective objective);

/// A configuration's value for an objective, and the ends of its 90 % interval, in seconds, node-hours,
/// bytes, or as the ratio busiest ÷ mean. Both ends are the value itself if there is no interval. Less is
/// better.
struct ObjectiveValue {
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;
};
/// None if tasks were only counted and the objective needs times.
std::optional<ObjectiveValue> value_of(const Measures& measures, Objective objective);

/// A usable configuration.
struct RankedRow {
  std::size_t row = 0;  ///< the configuration's number
  ObjectiveValue value;
  bool ties_best = false;  ///< interval overlaps the best row's; in the best row: any other row ties
  /// Pareto-optimal: no other row is at least as good in time, bytes, balance and memory and better in one of
  /// them. A time is better if the intervals do not overlap.
  bool on_front = false;
};

inline const Measures& measures_of(const Sweep& sweep, const RankedRow& ranked) {
  return *sweep.rows[ranked.row].measures();
}

/// A sweep's rows in order.
struct Ranking {
  std::vector<RankedRow> ranked;     ///< best first
  std::vector<std::size_t> too_big;  ///< rows whose nodes need more memory than the limit
  std::vector<std::size_t> failed;   ///< rows in order of number
  std::vector<std::size_t> to_come;  ///< rows that are not simulated yet
};

/// Ranks the rows by the sweep's objective, within its memory limit.
Ranking rank(const Sweep& sweep);

}  // namespace gusset::sweep
