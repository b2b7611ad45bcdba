#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::sweep {

/// "time", "node-hours", "core-hours", "bytes", "balance": the names in --objective.
std::string objective_name(Objective objective);
/// The objective's name in charts.
std::string objective_title(Objective objective);
/// The objective with that name. Nothing for unknown names.
std::optional<Objective> objective_of(const std::string& name);
/// Whether the objective needs times. Times need costs.
bool needs_time(Objective objective);

/// A configuration's value for an objective, and the ends of its 90 % interval, in seconds, node-hours,
/// core-hours, bytes, or as the ratio busiest ÷ mean. Both ends are the value itself if there is no interval.
/// Less is better.
struct ObjectiveValue {
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;
};
/// None if tasks were only counted and the objective needs times.
std::optional<ObjectiveValue> value_of(const Measures& measures, Objective objective);

/// The measure of which a configuration needs more than a limit allows.
enum class Limit { memory, time, core_hours };
/// The first limit that a configuration exceeds, or nothing. A time counts by the upper end of its 90 %
/// interval if there is one: more than 5 % of the runs of a configuration that exceeds a limit would take
/// longer than the limit.
std::optional<Limit> exceeded_limit(const Measures& measures, const SweepLimits& limits);

/// A configuration that needs more than the sweep's limits allow.
struct OutsideRow {
  std::size_t row = 0;  ///< the configuration's number
  Limit limit = Limit::memory;
  friend bool operator==(const OutsideRow&, const OutsideRow&) = default;
};

/// A usable configuration.
struct RankedRow {
  std::size_t row = 0;  ///< the configuration's number
  ObjectiveValue value;
  bool ties_best = false;  ///< interval overlaps the best row's; in the best row: any other row ties
  /// Pareto-optimal: no other row is at least as good in all of the front's criteria and better in one of
  /// them. A time is better if the intervals do not overlap.
  bool on_front = false;
};

inline const Measures& measures_of(const Sweep& sweep, const RankedRow& ranked) {
  return *sweep.rows[ranked.row].measures();
}

/// A sweep's rows in order.
struct Ranking {
  std::vector<RankedRow> ranked;     ///< best first
  std::vector<OutsideRow> outside;   ///< in order of number
  std::vector<std::size_t> failed;   ///< rows in order of number
  std::vector<std::size_t> to_come;  ///< rows that are not simulated yet, or that a search left out
  /// Whether the front compares time and core-hours: if times are known and the number of cores varies.
  /// Otherwise, it compares time, bytes, balance and memory.
  bool is_cost_front = false;
};

/// What the front compares: "time, core-hours" or "time, bytes, balance, memory", without time if tasks were
/// only counted. Empty without a usable row.
std::vector<std::string> front_criteria(const Sweep& sweep, const Ranking& ranking);

/// Ranks the rows by the sweep's objective, within its limits.
Ranking rank(const Sweep& sweep);

}  // namespace gusset::sweep
