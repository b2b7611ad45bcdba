#include "network/fast_network.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "callback_loop.hpp"
#include "sent_messages.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::CallbackLoop;
using testing::crossbar;
using testing::latency_ns;
using testing::message_bytes;
using testing::message_of;
using testing::SentMessage;
using testing::transfer_ns;

/// Returns each message's arrival time.
std::vector<std::int64_t> arrivals_ns(const std::vector<SentMessage>& messages, double latency_s = 2e-6) {
  CallbackLoop loop(make_fast_network(crossbar(latency_s), 8));
  return testing::arrivals_ns(loop, messages);
}
using Times = std::vector<std::int64_t>;

TEST(FastNetwork, MessageTakesExactlyLatencyPlusBytesOverBandwidth) {
  EXPECT_EQ(arrivals_ns({{0, 0, 1, message_bytes}}), Times{latency_ns + transfer_ns});
  for (const double latency_s : {0.0, 1e-9, 1e-6, 1e-3, 10.0}) {
    EXPECT_EQ(arrivals_ns({{5, 0, 1, message_bytes}}, latency_s),
              Times{5 + static_cast<std::int64_t>(latency_s * 1e9 + 0.5) + transfer_ns});
  }
}

TEST(FastNetwork, EmptyMessageTakesOnlyTheLatencyOnBusyLinks) {
  EXPECT_EQ(arrivals_ns({{0, 0, 1, 0}}), Times{latency_ns});
  EXPECT_EQ(arrivals_ns({{0, 0, 1, message_bytes}, {500, 0, 1, 0}}),
            (Times{latency_ns + transfer_ns, 500 + latency_ns}));
}

TEST(FastNetwork, MessagesShareOutgoingAndIncomingLinks) {
  EXPECT_EQ(arrivals_ns({{0, 0, 2, message_bytes}, {0, 1, 2, message_bytes}}),
            (Times{latency_ns + 2 * transfer_ns, latency_ns + 2 * transfer_ns}));
  // The short message gets half the link until it arrives; then the long one gets the whole link.
  EXPECT_EQ(arrivals_ns({{0, 0, 1, message_bytes}, {0, 0, 2, message_bytes / 2}}),
            (Times{latency_ns + transfer_ns * 3 / 2, latency_ns + transfer_ns}));
  EXPECT_EQ(arrivals_ns({{0, 0, 1, message_bytes}, {0, 0, 1, message_bytes / 2}}),
            (Times{latency_ns + transfer_ns * 3 / 2, latency_ns + transfer_ns}));
}

TEST(FastNetwork, NodesCanShareALink) {
  Platform pairs = crossbar(2e-6);
  pairs.nodes_per_link = 2;
  const auto times_of = [&](const std::vector<SentMessage>& messages) {
    CallbackLoop loop(make_fast_network(pairs, 8));
    return testing::arrivals_ns(loop, messages);
  };
  const std::int64_t alone_ns = latency_ns + transfer_ns, shared_ns = latency_ns + 2 * transfer_ns;
  // Nodes 0 and 1 share a link, and so do nodes 2 and 3.
  EXPECT_EQ(times_of({{0, 0, 2, message_bytes}, {0, 1, 4, message_bytes}}), (Times{shared_ns, shared_ns}));
  EXPECT_EQ(times_of({{0, 0, 2, message_bytes}, {0, 5, 3, message_bytes}}), (Times{shared_ns, shared_ns}));
  EXPECT_EQ(times_of({{0, 0, 2, message_bytes}, {0, 5, 6, message_bytes}}), (Times{alone_ns, alone_ns}));
  // A message between two of them uses no link.
  EXPECT_EQ(times_of({{0, 0, 1, message_bytes}, {0, 1, 4, message_bytes}}), (Times{alone_ns, alone_ns}));
}

TEST(FastNetwork, MessagesOnDifferentLinksDoNotInterfere) {
  EXPECT_EQ(arrivals_ns({{0, 0, 1, message_bytes}, {0, 1, 0, message_bytes}, {0, 2, 3, message_bytes}}),
            (Times(3, latency_ns + transfer_ns)));
}

TEST(FastNetwork, LaterMessageTakesItsShareAfterItsLatency) {
  // 0→2 is alone for half its transfer time plus the other's latency. Then both share the link. 1→2 ends
  // alone.
  const std::int64_t half_ns = transfer_ns / 2;
  EXPECT_EQ(arrivals_ns({{0, 0, 2, message_bytes}, {latency_ns + half_ns, 1, 2, message_bytes}}),
            (Times{2 * latency_ns + half_ns + 2 * (half_ns - latency_ns), latency_ns + 2 * transfer_ns}));
}

TEST(FastNetwork, OtherMessagesShareWhatLimitedMessagesLeave) {
  // Link into 3: three flows with a third each, which end at 3 ms. Link out of 0: the other flow gets the
  // remaining two thirds and ends at 1.5 ms.
  EXPECT_EQ(arrivals_ns({{0, 0, 3, message_bytes},
                         {0, 1, 3, message_bytes},
                         {0, 2, 3, message_bytes},
                         {0, 0, 4, message_bytes}}),
            (Times{latency_ns + 3 * transfer_ns, latency_ns + 3 * transfer_ns, latency_ns + 3 * transfer_ns,
                   latency_ns + transfer_ns * 3 / 2}));
}

TEST(FastNetwork, SimultaneousEventsHappenInOrderOfRequest) {
  CallbackLoop loop(make_fast_network(crossbar(), 2));
  std::string order;
  loop.send(NodeId(0), NodeId(1), message_bytes, [&] { order += 'm'; });
  loop.at(latency_ns + transfer_ns, [&] {
    order += 'a';
    loop.at(loop.now_ns(), [&] { order += 'c'; });
  });
  loop.at(latency_ns, [&] { loop.at(latency_ns + transfer_ns, [&] { order += 'b'; }); });
  EXPECT_FALSE(loop.run_until([] { return false; }));
  EXPECT_EQ(order, "abmc");
}

TEST(FastNetwork, SimultaneousArrivalsHappenInOrderOfSending) {
  CallbackLoop loop(make_fast_network(crossbar(), 8));
  std::string order;
  for (const unsigned to : {5u, 1u, 3u, 2u}) {
    loop.send(NodeId(0), NodeId(to), message_bytes, [&order, to] { order += std::to_string(to); });
  }
  EXPECT_FALSE(loop.run_until([] { return false; }));
  EXPECT_EQ(order, "5132");
}

TEST(FastNetwork, StopsWhenDoneAndResumesWithMessagesInFlight) {
  CallbackLoop loop(make_fast_network(crossbar(), 3));
  bool is_done = false;
  Times times_ns;
  loop.send(NodeId(0), NodeId(2), message_bytes, [&] { times_ns.push_back(loop.now_ns()); });
  loop.at(1'000, [&] { is_done = true; });
  EXPECT_TRUE(loop.run_until([&] { return is_done; }));
  EXPECT_EQ(loop.now_ns(), 1'000);
  EXPECT_FALSE(loop.run_until([] { return false; }));
  EXPECT_EQ(times_ns, Times{latency_ns + transfer_ns});
}

TEST(FastNetwork, FarFutureEventsAreExact) {
  constexpr std::int64_t far_ns = 4'000'000'000'000'000'000;
  EXPECT_EQ(arrivals_ns({{far_ns, 0, 1, message_bytes}, {far_ns + 1, 0, 2, message_bytes / 2}}),
            (Times{far_ns + latency_ns + transfer_ns * 3 / 2, far_ns + 1 + latency_ns + transfer_ns}));
}

TEST(FastNetwork, CallbackExceptionReachesTheCaller) {
  CallbackLoop loop(make_fast_network(crossbar(), 2));
  loop.send(NodeId(0), NodeId(1), message_bytes, [] { throw std::runtime_error("from a message"); });
  loop.at(5, [] { throw std::runtime_error("from an event"); });
  const auto run = [&] { loop.run_until([] { return false; }); };
  EXPECT_EQ(message_of(run), "from an event");
  EXPECT_EQ(message_of(run), "from a message");
}

TEST(FastNetwork, RefusesTimesBeyondTheLimit) {
  Platform slow = crossbar();
  slow.bandwidth_bytes_per_s = 1.0;
  CallbackLoop loop(make_fast_network(slow, 2));
  loop.send(NodeId(0), NodeId(1), 1'000'000'000'000'000'000, [] {});
  EXPECT_EQ(message_of([&] { loop.run_until([] { return false; }); }),
            "simulate: expected times below 9e9 seconds, found more");
}

TEST(FastNetwork, ProcessCanHaveSeveral) {
  CallbackLoop first(make_fast_network(crossbar(), 2));
  CallbackLoop second(make_fast_network(crossbar(), 2));
  first.send(NodeId(0), NodeId(1), message_bytes, [] {});
  first.run_until([] { return false; });
  EXPECT_EQ(first.now_ns(), latency_ns + transfer_ns);
  EXPECT_EQ(second.now_ns(), 0);
}

}  // namespace
}  // namespace gusset::simulator
