#include "clock.hpp"

#include <chrono>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>

namespace gusset::core_tracing {

namespace {

constexpr std::int64_t shortest_calibration_ns = 5'000'000;  // of which a read's 30 ns are nothing

/// Whether the kernel has found the counters of all processors to run alike.
bool keeps_time_by_counter() {
#if defined(__x86_64__)
  std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string source;
  return std::getline(file, source) && source == "tsc";
#else
  return false;
#endif
}

}  // namespace

Clock::Clock() : has_counter_(keeps_time_by_counter()) {
  first_ticks_ = ticks();
  first_ns_ = steady_ns();
}

std::int64_t Clock::steady_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void Clock::calibrate() {
  if (!has_counter_) return;
  std::int64_t now_ns = steady_ns();
  for (; now_ns - first_ns_ < shortest_calibration_ns; now_ns = steady_ns())
    std::this_thread::sleep_for(std::chrono::nanoseconds(shortest_calibration_ns - (now_ns - first_ns_)));
  ns_per_tick_ = static_cast<double>(now_ns - first_ns_) / static_cast<double>(ticks() - first_ticks_);
}

std::int64_t Clock::ns_from_ticks(std::int64_t ticks) const {
  if (!has_counter_) return ticks;
  return first_ns_ + std::llround(static_cast<double>(ticks - first_ticks_) * ns_per_tick_);
}

}  // namespace gusset::core_tracing
