#pragma once
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gusset/traces/gus/recording_file.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces::merge {

/// No processor's clock is further off than this, as a share of time.
inline constexpr double largest_drift = 1e-3;
/// Clocks of different hosts that were compared only once are assumed to drift apart by at most this.
inline constexpr double assumed_drift = 1e-4;
/// How exactly processes of one host read their common clock.
inline constexpr std::int64_t same_host_residual_ns = 1000;

/// How one clock becomes another: other = ns + offset + drift · (ns − since), within ± residual.
struct ClockRelation {
  double since_ns = 0;
  double offset_ns = 0;
  double drift = 0;
  double residual_ns = std::numeric_limits<double>::infinity();  ///< infinite: unknown

  /// How much of the residual at the recording's start and end a wrong drift causes at most.
  double drift_error_ns = 0;

  bool is_known() const { return residual_ns < std::numeric_limits<double>::infinity(); }
  /// The other clock's time, within ± 2^60. Monotonic.
  std::int64_t from(std::int64_t ns) const;
};

/// The relation that clock comparisons give. Nothing without a usable one. `end_ns` is the end of the
/// recording on the compared clock: without comparisons near it, the residual grows with the time up to it.
std::optional<ClockRelation> relation_of(std::span<const ClockComparison> comparisons, std::int64_t end_ns);

/// The least time between sending and arrival of messages, by sender and destination, with related clocks.
/// Negative: a message arrives before it was sent.
using LeastDelays = std::map<std::pair<std::size_t, std::size_t>, double>;

/// Shifts the clocks (one per node; node `reference` has the reference clock) within their residuals so that
/// no message arrives before it was sent, where that narrows their residuals: to what messages, residuals and
/// wrong drifts leave. Clocks whose relation is fixed are not shifted. If that is impossible, shifts none,
/// and raises residuals until they cover the contradiction; returns its size, else 0.
double narrow(std::vector<ClockRelation>& clocks, const std::vector<bool>& is_fixed, std::size_t reference,
              const LeastDelays& delays);

}  // namespace gusset::traces::merge
