#include "clock.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace gusset::core_tracing {
namespace {

// Two threads take turns holding a lock, so each begins after the other has ended. About one plain reading in
// ten thousand is early by nanoseconds, on processors that execute ahead of the reads they wait for.
TEST(Clock, TicksAfterReadsFollowsEventsThatTheThreadHasSeen) {
  constexpr int rounds = 1'000'000;
  const Clock clock;
  std::atomic<bool> taken{false};
  std::int64_t ended = clock.ticks();
  std::array<int, 2> early{};
  const auto take_turns = [&](std::size_t player) {
    for (int round = 0; round < rounds; ++round) {
      while (taken.exchange(true, std::memory_order_acquire)) {
      }
      if (clock.ticks_after_reads() < ended) ++early[player];
      ended = clock.ticks();
      taken.store(false, std::memory_order_release);
    }
  };
  std::thread other(take_turns, 1U);
  take_turns(0);
  other.join();
  EXPECT_EQ(early[0] + early[1], 0);
}

TEST(Clock, TicksInMatchesTheTicksThatPass) {
  const Clock clock;
  clock.wait_until_precise();
  const Clock::Reading first = clock.first_reading();
  const Clock::Reading now = clock.reading();
  const auto expected = static_cast<double>(now.ticks - first.ticks) / static_cast<double>(now.ns - first.ns);
  EXPECT_NEAR(static_cast<double>(clock.ticks_in(1'000'000)), 1e6 * expected, 2e4 * expected);
  EXPECT_GT(Clock().ticks_in(1'000), 0);
}

TEST(Clock, DoesNotGoBackwards) {
  const Clock clock;
  const std::int64_t before = clock.ticks();
  EXPECT_LE(clock.first_reading().ticks, before);
  EXPECT_LE(before, clock.ticks_after_reads());
}

}  // namespace
}  // namespace gusset::core_tracing
