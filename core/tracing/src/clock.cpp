#include "clock.hpp"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace gusset::core_tracing {

namespace {

// Long enough that the 30 ns of a reading do not matter.
constexpr std::int64_t min_calibration_ns = 5'000'000;

/// Whether the kernel has found that the counters of all processors run alike.
bool has_reliable_counter() {
#if defined(__x86_64__)
  std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string source;
  return std::getline(file, source) && source == "tsc";
#else
  return false;
#endif
}

std::int64_t host_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Clock::Clock(ClockError error)
    : error_(error), begin_ns_(host_ns()), has_counter_(has_reliable_counter()), first_(reading()) {}

std::int64_t Clock::steady_ns() const {
  const std::int64_t ns = host_ns();
  const double drifted = error_.drift * static_cast<double>(ns - begin_ns_);
  return ns + error_.offset_ns + static_cast<std::int64_t>(drifted);
}

Clock::Reading Clock::reading() const {
  const std::int64_t ns = steady_ns();
  return {has_counter_ ? ticks() : ns, ns};
}

std::int64_t Clock::ticks_in(std::int64_t ns) const {
  constexpr std::int64_t enough_ns = 10'000;
  const Reading now = reading();
  if (!has_counter_ || now.ns - first_.ns < enough_ns) return ns;
  const double ticks_per_ns =
      static_cast<double>(now.ticks - first_.ticks) / static_cast<double>(now.ns - first_.ns);
  return static_cast<std::int64_t>(ticks_per_ns * static_cast<double>(ns));
}

void Clock::wait_until_precise() const {
  if (!has_counter_) return;
  for (std::int64_t passed = steady_ns() - first_.ns; passed < min_calibration_ns;
       passed = steady_ns() - first_.ns)
    std::this_thread::sleep_for(std::chrono::nanoseconds(min_calibration_ns - passed));
}

}  // namespace gusset::core_tracing
