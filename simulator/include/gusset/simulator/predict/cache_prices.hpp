#pragma once
#include <span>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/simulator/costs/cost_table.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "gusset/simulator/predict/calibrate.hpp"

namespace gusset::simulator {

/// A slope is refused unless its two-sided p-value is below this.
inline constexpr double significant_p = 0.05;

/// The fit of one type's task times to the bytes that its tasks missed in a cache.
struct CachePriceFit {
  CachePrice price;     ///< without a slope if `refusal` says that there is nothing to fit
  double p = 1.0;       ///< two-sided probability of such a slope if times and missing bytes are independent
  std::string refusal;  ///< why there is no price; empty: there is one
};

/// Fits task time = a + ns_per_byte · missing bytes to the tasks of measured traces, by type; each size (see
/// calibrate) has its own a. The missing bytes are predicted: the platform's caches are simulated along the
/// recorded schedule, and are empty when a trace begins. The fit uses L2 or L3, whichever has missing bytes
/// that vary more among the type's tasks; the tasks' times do not affect that choice. A slope is refused
/// unless p < significant_p and it is above 0. Tasks that took more than five times the median of their size
/// do not count, nor do tasks that submitted others. The fits are sorted by type. Fails without traces, if
/// the platform states neither L2 nor L3 (`name` is its name in errors), and if no trace states bytes of
/// data.
Result<std::vector<CachePriceFit>> fit_cache_prices(std::span<const CalibrationTrace> measured,
                                                    const Platform& platform, const std::string& name);

}  // namespace gusset::simulator
