#pragma once
#include <cstdint>
#include <optional>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The cost of taking a lock is worth mentioning from this share of the time on.
inline constexpr double min_fine_lock_cost = 0.05;

/// A lock that is held so briefly that taking it costs more than holding it.
struct FineLock {
  std::uint32_t lock = 0;  ///< an index into the trace's locks
  std::uint64_t holds = 0;
  double mean_hold_ns = 0.0;
  /// The least that all acquisitions cost together: 100 ns each. An acquisition costs more if another
  /// processor had it last.
  double cost_ns = 0.0;
};

/// The fine lock that was taken most often; nothing if there is none. Linear in the holds.
std::optional<FineLock> finest_lock(const Trace& trace);

}  // namespace gusset::traces
