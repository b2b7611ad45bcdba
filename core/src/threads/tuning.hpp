#pragma once
// Tuned times and counts of the threaded engine; core/bench measures their effect.
#include <algorithm>
#include <chrono>
#include <cstdint>

#include "threads/version_protocol.hpp"

namespace gusset::detail {

/// How many times an idle worker looks for work before it sleeps. All of them take about 20 µs.
inline constexpr int spins_before_sleep = 200;
/// The same after a lane of a plan's static schedule: the next run is likely to follow soon, and a wake-up
/// would take almost as long as the run itself.
inline constexpr int spins_after_lane = 10 * spins_before_sleep;
/// Spins until the condition holds, but at most `spins` times. Returns whether it holds.
template <class Condition>
bool spin_until(Condition&& condition, int spins = spins_before_sleep) {
  for (int spin = 0; spin < spins; ++spin) {
    pause_briefly();
    if (condition(spin)) return true;
  }
  return false;
}
/// The number of spins after which an idle thread of an open engine polls once.
inline constexpr int spins_per_poll = 8;
/// How many times the idle thread that polls for messages yields to other threads before it sleeps between
/// polls, and how long idle threads then sleep.
inline constexpr int yields_before_nap = 500;
inline constexpr std::chrono::microseconds poller_nap{20};
inline constexpr std::chrono::microseconds idle_nap{500};
/// How long a program that has submitted far ahead waits for messages while no task is ready.
inline constexpr std::chrono::microseconds message_patience{100};
/// How a lane of a plan's static schedule waits for another: it spins, then yields, then sleeps for this long
/// at a time.
inline constexpr int spins_before_yields = 256;
inline constexpr int yields_before_sleep = 256;
inline constexpr std::chrono::microseconds lane_nap{20};
/// The default limit on tasks in flight: enough for every worker to find some, few enough to stay in the
/// workers' caches. With a single worker, submitting ahead gains nothing.
inline std::uint64_t default_window(unsigned workers) {
  return workers == 1 ? 128 : std::max<std::uint64_t>(1024, std::uint64_t{256} * workers);
}
/// The program's thread checks the number of tasks in flight after this many submissions.
inline constexpr std::uint64_t throttle_interval = 64;
/// While a foreign thread acts as worker 0, no event tells the program's thread that fewer tasks are in
/// flight, so it polls at this interval.
inline constexpr std::chrono::microseconds throttle_poll_interval{200};
inline constexpr int max_throttle_polls = 50;
/// How many times a task with adds to several handles releases its exclusive locks because another task holds
/// one. After that it keeps the locks that it has.
inline constexpr std::int32_t tries_before_keeping = 8;
/// How long to wait before reporting a deadlock if foreign threads may still submit a task that others wait
/// for.
inline constexpr std::chrono::seconds deadlock_timeout_with_foreign_threads{10};

}  // namespace gusset::detail
