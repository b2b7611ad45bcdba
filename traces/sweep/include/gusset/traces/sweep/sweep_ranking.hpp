#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::sweep {

/// "time", "node-hours", "bytes", "balance": as --objective has them.
std::string objective_name(Objective objective);
/// What a chart of it is called.
std::string objective_title(Objective objective);
std::optional<Objective> objective_of(const std::string& name);
/// Whether it needs times: those it can't be had without costs.
bool needs_time(Objective objective);

/// A configuration's value by an objective, the less the better, and its range over seeds: seconds,
/// node-hours, bytes, or busiest ÷ mean.
struct ObjectiveValue {
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;
};
/// None where it was only counted and the objective needs times.
std::optional<ObjectiveValue> value_of(const Measures& measures, Objective objective);

/// A configuration that can be used.
struct RankedRow {
  std::size_t row = 0;  ///< its number
  ObjectiveValue value;
  bool ties_best = false;  ///< cannot be told apart from the first: their ranges overlap. Of the first:
                           ///< whether any other does
  bool on_front = false;   ///< no other is as good or better in time, bytes, balance and memory and better in
                           ///< one of them
};

/// What was measured of it.
inline const Measures& measures_of(const Sweep& sweep, const RankedRow& ranked) {
  return *sweep.rows[ranked.row].measures();
}

/// A sweep in order.
struct Ranking {
  std::vector<RankedRow> ranked;     ///< the best first
  std::vector<std::size_t> too_big;  ///< rows whose nodes need more memory than the limit
  std::vector<std::size_t> failed;   ///< rows by number
  std::vector<std::size_t> to_come;  ///< not simulated yet
};

Ranking rank(const Sweep& sweep);

}  // namespace gusset::sweep
