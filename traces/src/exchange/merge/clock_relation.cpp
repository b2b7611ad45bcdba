#include "clock_relation.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::traces::merge {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What one comparison says: at `at_ns`, the other clock is `offset_ns` ahead, give or take `error_ns`.
struct Reading {
  double at_ns = 0;
  double offset_ns = 0;
  double error_ns = infinity;
};

Reading reading_of(const ClockComparison& comparison) {
  const auto sent = static_cast<double>(comparison.sent_ns);
  const auto received = static_cast<double>(comparison.received_ns);
  const double at = sent + (received - sent) / 2;
  // Half the round trip, and the clocks' resolution.
  return {at, static_cast<double>(comparison.answered_ns) - at, (received - sent) / 2 + 1};
}

bool is_usable(const ClockComparison& comparison) {
  return comparison.sent_ns != unknown_time && comparison.answered_ns != unknown_time &&
         comparison.received_ns != unknown_time && comparison.received_ns >= comparison.sent_ns;
}

/// The reading with the least error among those for which `is_wanted` is true.
template <class Wanted>
Reading best(const std::vector<Reading>& readings, Wanted is_wanted) {
  Reading found;
  for (const Reading& reading : readings) {
    if (is_wanted(reading) && reading.error_ns < found.error_ns) found = reading;
  }
  return found;
}

/// An upper bound for the difference of two clocks' shifts: shift of `of` ≤ shift of `than` + `most`.
struct Bound {
  std::size_t of;
  std::size_t than;
  double most;
};

std::vector<Bound> bounds_of(const std::vector<ClockRelation>& clocks, const std::vector<bool>& is_fixed,
                             std::size_t reference, const LeastDelays& delays) {
  const auto reading_error = [&](std::size_t node) {
    return is_fixed[node] ? clocks[node].residual_ns : 0.0;
  };
  std::vector<Bound> bounds;
  for (const auto& [ends, delay] : delays) {
    const auto [from, to] = ends;
    bounds.push_back({from, to, delay + reading_error(from) + reading_error(to)});
  }
  for (std::size_t node = 0; node < clocks.size(); ++node) {
    const double most = is_fixed[node] ? 0.0 : clocks[node].residual_ns;
    if (node == reference || most == infinity) continue;
    bounds.push_back({node, reference, most});
    bounds.push_back({reference, node, most});
  }
  return bounds;
}

/// The largest shift of each node, or the largest negated shift [Bellman-Ford]. Empty if the bounds
/// contradict each other.
std::vector<double> largest_shifts(const std::vector<Bound>& bounds, std::size_t nodes, std::size_t reference,
                                   bool is_negated) {
  std::vector<double> largest(nodes, infinity);
  largest[reference] = 0;
  for (std::size_t round = 0; round <= nodes; ++round) {
    bool has_changed = false;
    for (const Bound& bound : bounds) {
      const std::size_t of = is_negated ? bound.than : bound.of, than = is_negated ? bound.of : bound.than;
      // Differences below a thousandth of a nanosecond are rounding.
      if (largest[than] + bound.most >= largest[of] - 1e-3) continue;
      largest[of] = largest[than] + bound.most;
      has_changed = true;
    }
    if (!has_changed) return largest;
  }
  return {};
}

double raise_residuals(std::vector<ClockRelation>& clocks, std::size_t reference, const LeastDelays& delays) {
  double worst = 0;
  for (const auto& [ends, delay] : delays) {
    const auto [from, to] = ends;
    const double excess = -delay - clocks[from].residual_ns - clocks[to].residual_ns;
    if (!(excess > 0)) continue;
    worst = std::max(worst, excess);
    clocks[to == reference ? from : to].residual_ns += excess + 1;
  }
  return worst;
}

}  // namespace

std::int64_t ClockRelation::from(std::int64_t ns) const {
  // Only the correction is computed in floating point, because large times would lose their last digits.
  const double most = static_cast<double>(max_time_ns);
  const double correction = offset_ns + drift * (static_cast<double>(ns) - since_ns);
  const auto whole = static_cast<std::int64_t>(std::round(std::clamp(correction, -2 * most, 2 * most)));
  const std::int64_t within = std::clamp(ns, -2 * max_time_ns, 2 * max_time_ns);
  return std::clamp(within + whole, -max_time_ns, max_time_ns);
}

std::optional<ClockRelation> relation_of(std::span<const ClockComparison> comparisons, std::int64_t end_ns) {
  std::vector<Reading> readings;
  for (const ClockComparison& comparison : comparisons) {
    if (is_usable(comparison)) readings.push_back(reading_of(comparison));
  }
  if (readings.empty()) return {};
  const auto [first, last] = std::ranges::minmax(readings, {}, &Reading::at_ns);
  const double middle = first.at_ns + (last.at_ns - first.at_ns) / 2;
  const double after = static_cast<double>(end_ns) - last.at_ns;
  const Reading start = best(readings, [&](const Reading& r) { return r.at_ns <= middle; });
  const Reading end = best(readings, [&](const Reading& r) { return r.at_ns > middle; });
  if (end.error_ns == infinity || after > last.at_ns - first.at_ns) {
    const Reading only = best(readings, [](const Reading&) { return true; });
    const double uncertain = std::max(0.0, static_cast<double>(end_ns) - only.at_ns) * assumed_drift;
    return ClockRelation{only.at_ns, only.offset_ns, 0, only.error_ns + uncertain, uncertain};
  }
  ClockRelation relation;
  const double length = end.at_ns - start.at_ns;
  relation.drift = std::clamp((end.offset_ns - start.offset_ns) / length, -largest_drift, largest_drift);
  relation.since_ns = start.at_ns + length / 2;
  relation.offset_ns = start.offset_ns + (end.offset_ns - start.offset_ns) / 2;
  const auto error = [&](const Reading& reading) {
    const double here = relation.offset_ns + relation.drift * (reading.at_ns - relation.since_ns);
    return std::abs(here - reading.offset_ns) + reading.error_ns;
  };
  relation.residual_ns = std::max(error(start), error(end));
  const double drift_error =
      std::min((start.error_ns + end.error_ns) / length, std::abs(relation.drift) + assumed_drift);
  relation.drift_error_ns = std::min(drift_error * length / 2, relation.residual_ns);
  return relation;
}

double narrow(std::vector<ClockRelation>& clocks, const std::vector<bool>& is_fixed, std::size_t reference,
              const LeastDelays& delays) {
  const std::vector<Bound> bounds = bounds_of(clocks, is_fixed, reference, delays);
  const std::vector<double> most = largest_shifts(bounds, clocks.size(), reference, false);
  const std::vector<double> least = largest_shifts(bounds, clocks.size(), reference, true);
  if (most.empty() || least.empty()) return raise_residuals(clocks, reference, delays);
  for (std::size_t node = 0; node < clocks.size(); ++node) {
    if (node == reference || is_fixed[node] || most[node] == infinity || least[node] == infinity) continue;
    const double residual = std::max(0.0, (most[node] + least[node]) / 2) + clocks[node].drift_error_ns + 1;
    if (residual >= clocks[node].residual_ns) continue;
    // The middle of two solutions satisfies all bounds, as they are convex.
    clocks[node].offset_ns += (most[node] - least[node]) / 2;
    clocks[node].residual_ns = residual;
  }
  return 0;
}

}  // namespace gusset::traces::merge
