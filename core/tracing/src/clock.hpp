#pragma once
#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace gusset::core_tracing {

/// Reads the time in few nanoseconds: the processor's time stamp counter, where the system itself keeps time
/// by it, else the steady clock. In ticks, which a Clock turns into nanoseconds afterwards.
class Clock {
 public:
  /// Starts a calibration against the steady clock, which to_ns completes.
  Clock();

  std::int64_t ticks() const {
#if defined(__x86_64__)
    if (has_counter_) [[likely]]
      return static_cast<std::int64_t>(__rdtsc());
#endif
    return steady_ns();
  }

  /// Measures the ticks' length over the time since construction, over some milliseconds at least.
  void calibrate();
  /// After calibrate(): ns of the steady clock. Keeps the order of ticks.
  std::int64_t ns_from_ticks(std::int64_t ticks) const;

 private:
  static std::int64_t steady_ns();

  bool has_counter_ = false;
  std::int64_t first_ticks_ = 0;
  std::int64_t first_ns_ = 0;
  double ns_per_tick_ = 1.0;
};

}  // namespace gusset::core_tracing
