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
  Clock();

  std::int64_t ticks() const {
#if defined(__x86_64__)
    if (has_counter_) [[likely]]
      return static_cast<std::int64_t>(__rdtsc());
#endif
    return steady_ns();
  }

  /// The same, but never read before what this thread has read of memory: who sees that another thread has
  /// ended something begins after it. `ticks` alone may be read early, by some nanoseconds.
  std::int64_t ticks_after_reads() const {
#if defined(__x86_64__)
    unsigned processor = 0;
    if (has_counter_) [[likely]]
      return static_cast<std::int64_t>(__rdtscp(&processor));
#endif
    return steady_ns();
  }

  /// What it and the steady clock say at one instant.
  struct Reading {
    std::int64_t ticks = 0;
    std::int64_t ns = 0;
  };
  Reading reading() const;
  /// At its construction.
  const Reading& first_reading() const {
    return first_;
  }

  /// Returns when enough time has passed since its construction that two readings tell the ticks' length.
  void wait_until_precise() const;

 private:
  static std::int64_t steady_ns();

  bool has_counter_ = false;
  Reading first_;
};

}  // namespace gusset::core_tracing
