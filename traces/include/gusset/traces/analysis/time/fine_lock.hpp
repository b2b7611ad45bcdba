#pragma once
#include <cstdint>
#include <optional>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Taking a lock may cost this share of the time before it is worth mentioning.
inline constexpr double min_fine_lock_cost = 0.05;

/// A lock that is held so briefly that taking it costs more than holding it.
struct FineLock {
  std::uint32_t lock = 0;  ///< in the trace's locks
  std::uint64_t holds = 0;
  double mean_hold_ns = 0.0;
  /// What taking it costs at least, in all: 100 ns each time. It costs more if another processor had it last.
  double cost_ns = 0.0;
};

/// The one that was taken most often; nothing if no lock is held so briefly. Linear in the holds.
std::optional<FineLock> finest_lock(const Trace& trace);

}  // namespace gusset::traces
