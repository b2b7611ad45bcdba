#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "callback_loop.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator::testing {

/// Such a message takes 1 ms alone on the crossbar below.
inline constexpr std::uint64_t message_bytes = 10'000'000;
inline constexpr std::int64_t transfer_ns = 1'000'000;
inline constexpr std::int64_t latency_ns = 2'000;

inline Platform crossbar(double latency_s = 2e-6) {
  Platform platform;
  platform.latency_s = latency_s;
  platform.bandwidth_bytes_per_s = 1e10;
  return platform;
}

struct SentMessage {
  std::int64_t time_ns = 0;
  unsigned from = 0;
  unsigned to = 0;
  std::uint64_t bytes = 0;
};

/// Returns each message's arrival time; -1 if it does not arrive.
inline std::vector<std::int64_t> arrivals_ns(CallbackLoop& loop, const std::vector<SentMessage>& messages) {
  std::vector<std::int64_t> times_ns(messages.size(), -1);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    loop.at(messages[i].time_ns, [&, i] {
      loop.send(NodeId(messages[i].from), NodeId(messages[i].to), messages[i].bytes,
                [&, i] { times_ns[i] = loop.now_ns(); });
    });
  }
  EXPECT_FALSE(loop.run_until([] { return false; }));
  return times_ns;
}

}  // namespace gusset::simulator::testing
