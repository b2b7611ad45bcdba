#include "network/simgrid/network.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "callback_loop.hpp"
#include "gusset/core/errors.hpp"
#include "sent_messages.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::CallbackLoop;
using testing::in_child;
using testing::latency_ns;
using testing::message_bytes;
using testing::message_of;
using testing::transfer_ns;

constexpr double latency_s = 2e-6;
constexpr double bandwidth = 1e10;
Platform fast_platform(double latency = latency_s) {
  Platform platform;
  platform.latency_s = latency;
  platform.bandwidth_bytes_per_s = bandwidth;
  return platform;
}

/// Records when events happen.
struct Log {
  CallbackLoop& loop;
  std::vector<std::int64_t> times_ns;
  CallbackLoop::Callback record() {
    return [this] { times_ns.push_back(loop.now_ns()); };
  }
  bool run() {
    return loop.run_until([] { return false; });
  }
};

TEST(SimgridCrossbar, MessageTakesExactlyLatencyPlusBytesOverBandwidth) {
  in_child([] {
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 4));
    Log log{*loop, {}};
    loop->send(NodeId(0), NodeId(1), message_bytes, log.record());
    EXPECT_FALSE(log.run());
    EXPECT_EQ(log.times_ns, std::vector<std::int64_t>{latency_ns + transfer_ns});
  });
}

TEST(SimgridCrossbar, LatenciesFromZeroToSecondsAreExact) {
  for (const double latency : {0.0, 1e-9, 1e-6, 1e-3, 10.0}) {
    in_child([latency] {
      const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(latency), 2));
      Log log{*loop, {}};
      loop->send(NodeId(0), NodeId(1), message_bytes, log.record());
      log.run();
      EXPECT_EQ(log.times_ns,
                std::vector<std::int64_t>{static_cast<std::int64_t>(latency * 1e9 + 0.5) + transfer_ns})
          << latency;
    });
  }
}

TEST(SimgridCrossbar, EmptyMessageTakesOnlyTheLatency) {
  in_child([] {
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 2));
    Log log{*loop, {}};
    loop->send(NodeId(0), NodeId(1), 0, log.record());
    log.run();
    EXPECT_EQ(log.times_ns, std::vector<std::int64_t>{latency_ns});
  });
}

TEST(SimgridCrossbar, MessagesToOneNodeShareItsIncomingLink) {
  in_child([] {
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 3));
    Log log{*loop, {}};
    loop->send(NodeId(0), NodeId(2), message_bytes, log.record());
    loop->send(NodeId(1), NodeId(2), message_bytes, log.record());
    log.run();
    EXPECT_EQ(log.times_ns,
              (std::vector<std::int64_t>{latency_ns + 2 * transfer_ns, latency_ns + 2 * transfer_ns}));
  });
}

TEST(SimgridCrossbar, MessagesFromOneNodeShareItsOutgoingLink) {
  in_child([] {
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 3));
    Log log{*loop, {}};
    loop->send(NodeId(0), NodeId(1), message_bytes, log.record());
    loop->send(NodeId(0), NodeId(2), message_bytes / 2, log.record());
    log.run();
    // The short message gets half the link until it arrives; then the long one gets the whole link.
    EXPECT_EQ(log.times_ns,
              (std::vector<std::int64_t>{latency_ns + transfer_ns, latency_ns + transfer_ns * 3 / 2}));
  });
}

TEST(SimgridCrossbar, MessagesOnDifferentLinksDoNotInterfere) {
  in_child([] {
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 4));
    Log log{*loop, {}};
    loop->send(NodeId(0), NodeId(1), message_bytes, log.record());
    loop->send(NodeId(1), NodeId(0), message_bytes, log.record());
    loop->send(NodeId(2), NodeId(3), message_bytes, log.record());
    log.run();
    EXPECT_EQ(log.times_ns, (std::vector<std::int64_t>(3, latency_ns + transfer_ns)));
  });
}

TEST(SimgridCrossbar, StopsWhenDoneAndResumesWithMessagesInFlight) {
  in_child([] {
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 3));
    Log log{*loop, {}};
    bool is_done = false;
    loop->send(NodeId(0), NodeId(2), message_bytes, log.record());
    loop->at(latency_ns + transfer_ns / 2, [&] { is_done = true; });
    EXPECT_TRUE(loop->run_until([&] { return is_done; }));
    EXPECT_EQ(loop->now_ns(), latency_ns + transfer_ns / 2);
    EXPECT_TRUE(log.times_ns.empty());
    // Another message starts now. After its latency both share the link.
    loop->send(NodeId(1), NodeId(2), message_bytes, log.record());
    log.run();
    const std::int64_t both_ns = 2 * latency_ns + transfer_ns / 2;
    const std::int64_t first_left_ns = transfer_ns / 2 - latency_ns;
    ASSERT_EQ(log.times_ns.size(), 2u);
    EXPECT_EQ(log.times_ns[0], both_ns + 2 * first_left_ns);
    EXPECT_EQ(log.times_ns[1], latency_ns + 2 * transfer_ns);
  });
}

TEST(SimgridCrossbar, SimultaneousEventsHappenInOrderOfRequest) {
  in_child([] {
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 2));
    std::string order;
    loop->send(NodeId(0), NodeId(1), message_bytes, [&] { order += 'm'; });
    loop->at(latency_ns + transfer_ns, [&] {
      order += 'a';
      loop->at(loop->now_ns(), [&] { order += 'c'; });
    });
    loop->at(latency_ns + transfer_ns, [&] { order += 'b'; });
    loop->at(1, [&] { order += '1'; });
    loop->at(0, [&] { order += '0'; });
    EXPECT_FALSE(loop->run_until([] { return false; }));
    EXPECT_EQ(order.substr(0, 4), "01ab");
    EXPECT_EQ(order.size(), 6u);
    EXPECT_EQ(loop->now_ns(), latency_ns + transfer_ns);
  });
}

TEST(SimgridCrossbar, FarFutureEventsComeInOrder) {
  in_child([] {
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 2));
    constexpr std::int64_t far_ns = 4'000'000'000'000'000'000;
    Log log{*loop, {}};
    loop->at(far_ns, [&] {
      loop->at(far_ns + 1, log.record());
      loop->at(far_ns + 2, log.record());
      loop->send(NodeId(0), NodeId(1), message_bytes, log.record());
    });
    EXPECT_FALSE(log.run());
    ASSERT_EQ(log.times_ns.size(), 3u);
    EXPECT_EQ(log.times_ns[0], far_ns + 1);
    EXPECT_EQ(log.times_ns[1], far_ns + 2);
    EXPECT_NEAR(static_cast<double>(log.times_ns[2] - far_ns), transfer_ns + latency_ns,
                2000.0);  // the precision of a double at that time
  });
}

TEST(SimgridCrossbar, CallbackExceptionReachesTheCaller) {
  in_child([] {
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 2));
    loop->send(NodeId(0), NodeId(1), message_bytes, [] { throw std::runtime_error("from a message"); });
    loop->at(5, [] { throw std::runtime_error("from an event"); });
    const auto run = [&] { loop->run_until([] { return false; }); };
    EXPECT_EQ(message_of(run), "from an event");
    EXPECT_EQ(message_of(run), "from a message");
  });
}

TEST(SimgridCrossbar, DropsMessagesInFlightQuietly) {
  in_child([] {
    ::testing::internal::CaptureStderr();
    {
      const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 2));
      loop->send(NodeId(0), NodeId(1), message_bytes, [] { ADD_FAILURE() << "arrived"; });
      loop->at(100, [] {});
      bool is_done = false;
      loop->at(50, [&] { is_done = true; });
      loop->run_until([&] { return is_done; });
    }
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  });
}

TEST(SimgridCrossbar, KeepsTheProgramsSignalHandlers) {
  in_child([] {
    struct sigaction before {};
    before.sa_handler = SIG_IGN;
    ::sigaction(SIGINT, &before, nullptr);
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(fast_platform(), 2));
    loop->send(NodeId(0), NodeId(1), message_bytes, [] {});
    loop->run_until([] { return false; });
    struct sigaction after {};
    ::sigaction(SIGINT, nullptr, &after);
    EXPECT_EQ(after.sa_handler, SIG_IGN);
  });
}

TEST(SimgridCrossbar, RefusesASecondNetworkInAProcess) {
  in_child([] {
    make_simgrid_network(fast_platform(), 2);
    EXPECT_EQ(message_of([] { make_simgrid_network(fast_platform(), 2); }),
              "simulate: expected one simulation of several nodes per process, found a second");
  });
}

}  // namespace
}  // namespace gusset::simulator
