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

/// No processor's clock drifts by more than this share of the time.
inline constexpr double largest_drift = 1e-3;
/// Clocks of different hosts that were compared only once are assumed to drift apart by at most this.
inline constexpr double assumed_drift = 1e-4;
/// How exactly the processes of one host read their common clock.
inline constexpr std::int64_t same_host_residual_ns = 1000;

/// How one clock becomes another: other = ns + offset + drift · (ns − since), within ± residual.
struct ClockRelation {
  double since_ns = 0;
  double offset_ns = 0;
  double drift = 0;
  double residual_ns = std::numeric_limits<double>::infinity();  ///< infinite: unknown

  /// The largest part of the residual that a wrong drift can cause at the recording's start and end.
  double drift_error_ns = 0;

  bool is_known() const { return residual_ns < std::numeric_limits<double>::infinity(); }
  /// The other clock's time, within ± 2^60. Monotonic.
  std::int64_t from(std::int64_t ns) const;
};

/// The relation that follows from clock comparisons. Nothing if no comparison is usable. `end_ns` is the end
/// of the recording on the compared clock: without comparisons near it, the residual grows with the time up
/// to it.
std::optional<ClockRelation> relation_of(std::span<const ClockComparison> comparisons, std::int64_t end_ns);

/// The least time between the sending and the arrival of messages, by sender and destination, after the
/// clocks were related. Negative: a message arrives before it was sent.
using LeastDelays = std::map<std::pair<std::size_t, std::size_t>, double>;

/// Shifts the clocks (one per node; node `reference` has the reference clock) within their residuals so that
/// no message arrives before it was sent, and lowers their residuals to the range that the messages leave,
/// plus the effect of a wrong drift. Leaves a clock alone if its relation is fixed or its residual would not
/// become lower. If no such shifts exist, shifts no clock, but raises residuals until they cover the
/// contradiction. Returns the size of the contradiction in ns, or 0 if there is none.
double narrow(std::vector<ClockRelation>& clocks, const std::vector<bool>& is_fixed, std::size_t reference,
              const LeastDelays& delays);

}  // namespace gusset::traces::merge
