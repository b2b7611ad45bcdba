#pragma once
// Times and counts that the threaded engine was tuned by; core/bench shows what they are worth.
#include <algorithm>
#include <chrono>
#include <cstdint>

#include "threads/version_protocol.hpp"

namespace gusset::detail {

/// How often an idle worker looks around before it sleeps: some 20 µs.
inline constexpr int looks_before_sleep = 200;
/// Looks that often; whether it has seen something.
template <class Sees>
bool looks_around(Sees&& sees) {
  for (int look = 0; look < looks_before_sleep; ++look) {
    pause_briefly();
    if (sees(look)) return true;
  }
  return false;
}
/// In flight, of the program's tasks: enough for every worker to find some, few enough to stay in its caches.
/// Alone the program's thread gains nothing by running ahead.
inline std::uint64_t default_window(unsigned workers) {
  return workers == 1 ? 128 : std::max<std::uint64_t>(1024, std::uint64_t{256} * workers);
}
/// After so many tasks the program's thread looks how many are in flight.
inline constexpr std::uint64_t throttle_interval = 64;
/// While many tasks are in flight the program's thread can't be told when there are fewer: it looks.
inline constexpr std::chrono::microseconds throttled_nap{200};
inline constexpr int most_naps = 50;
/// How often a task that adds to several handles gives back what it has when one of them is taken.
inline constexpr std::int32_t tries_before_keeping = 8;
/// Where other threads may still submit what a task waits for.
inline constexpr std::chrono::seconds patience_with_guests{10};

}  // namespace gusset::detail
