#pragma once
#include <cstdint>

#include "gusset/core_tracing/clock_error.hpp"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace gusset::core_tracing {

/// Reads the time in a few nanoseconds. Uses the processor's time stamp counter if the system itself keeps
/// time by it, otherwise the steady clock. Times are in ticks, which a Clock later converts to nanoseconds.
class Clock {
 public:
  /// Tests give the steady clock an error.
  explicit Clock(ClockError error = {});

  std::int64_t ticks() const {
#if defined(__x86_64__)
    if (has_counter_) [[likely]]
      return static_cast<std::int64_t>(__rdtsc());
#endif
    return steady_ns();
  }
  /// Does the same, but the processor reads the clock only after this thread's earlier memory reads. If a
  /// thread sees that another thread has ended a task, its own time therefore comes after that end. `ticks`
  /// alone may be early by a few nanoseconds.
  std::int64_t ticks_after_reads() const {
#if defined(__x86_64__)
    unsigned processor = 0;
    if (has_counter_) [[likely]]
      return static_cast<std::int64_t>(__rdtscp(&processor));
#endif
    return steady_ns();
  }

  /// The steady clock's time.
  std::int64_t steady_ns() const;

  /// The clock's ticks and the steady clock's time at the same instant.
  struct Reading {
    std::int64_t ticks = 0;
    std::int64_t ns = 0;
  };
  Reading reading() const;
  /// The reading taken at construction.
  const Reading& first_reading() const {
    return first_;
  }

  /// About how many ticks pass in this time, according to the time since construction. Right after
  /// construction, it assumes that a tick is 1 ns.
  std::int64_t ticks_in(std::int64_t ns) const;

  /// Waits until enough time has passed since construction for two readings to determine the length of a
  /// tick.
  void wait_until_precise() const;

 private:
  ClockError error_;
  std::int64_t begin_ns_ = 0;  ///< construction, by the host's steady clock
  bool has_counter_ = false;
  Reading first_;
};

}  // namespace gusset::core_tracing
