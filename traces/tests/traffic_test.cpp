#include "gusset/traces/analysis/time/traffic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

Message message_of(std::size_t from, std::size_t to, std::int64_t send_ns, std::int64_t receive_ns,
                   std::uint64_t bytes) {
  Message message;
  message.from = NodeId(from);
  message.to = NodeId(to);
  message.send_ns = send_ns;
  message.receive_ns = receive_ns;
  message.payload_bytes = bytes;
  return message;
}

bool is_under_way(const Message& message, std::int64_t from_ns, std::int64_t to_ns) {
  const auto [begin_ns, end_ns] = std::minmax(message.send_ns, message.receive_ns);
  return message.from != message.to && begin_ns < to_ns && end_ns >= from_ns && from_ns < to_ns;
}

TEST(Traffic, CountsMessagesAndBytesOfEachPairInARange) {
  const auto trace = testing::trace_from_text(R"(
    n0/w0: aaa.....
    n1/w0: ......bb
    x: 8 bytes on n0
    a1: write x@0
    b1: read x@1
    message x@1 n0->n1 3 6
  )");
  const Traffic traffic(*trace);
  EXPECT_EQ(traffic.between(0, 3000), std::vector<NodeTraffic>()) << "not sent yet";
  EXPECT_EQ(traffic.between(4000, 4001), (std::vector<NodeTraffic>{{NodeId(0u), NodeId(1u), 1, 8}}));
  EXPECT_EQ(traffic.under_way(6000, 9000), std::vector<std::size_t>{0}) << "received when the range begins";
  EXPECT_TRUE(traffic.under_way(6001, 9000).empty());
  EXPECT_TRUE(traffic.between(5000, 5000).empty()) << "an empty range";
}

TEST(Traffic, OmitsLocalAndUntimedMessages) {
  Trace trace;
  trace.nodes.resize(2);
  trace.messages = {message_of(0, 0, 1, 2, 5), message_of(0, 1, unknown_time, 2, 5),
                    message_of(0, 1, 1, unknown_time, 5)};
  const Traffic traffic(trace);
  EXPECT_TRUE(traffic.between(-10, 10).empty());
  EXPECT_TRUE(traffic.under_way(-10, 10).empty());
}

TEST(Traffic, AgreesWithBruteForceOnRandomMessagesAndRanges) {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t bound) { return static_cast<std::int64_t>(random() % bound); };
    Trace trace;
    trace.nodes.resize(5);
    const std::size_t count = seed < 4 ? seed * 7 : 2500;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t send_ns = below(2000) - 10;
      // Most are short, some are long, and some are received before they are sent.
      const std::int64_t length_ns = below(20) == 0 ? below(1500) : below(40) - 5;
      trace.messages.push_back(message_of(random() % 5, random() % 5, send_ns, send_ns + length_ns,
                                          static_cast<std::uint64_t>(below(1000))));
    }
    const Traffic traffic(trace);
    for (int i = 0; i < 60; ++i) {
      const std::int64_t from_ns = below(2400) - 200;
      const std::int64_t to_ns = from_ns + below(300);
      std::map<std::pair<NodeId, NodeId>, NodeTraffic> expected;
      std::vector<std::size_t> under_way;
      for (std::size_t m = 0; m < trace.messages.size(); ++m) {
        const Message& message = trace.messages[m];
        if (!is_under_way(message, from_ns, to_ns)) continue;
        under_way.push_back(m);
        NodeTraffic& pair = expected[{message.from, message.to}];
        pair.from = message.from;
        pair.to = message.to;
        ++pair.messages;
        pair.payload_bytes += message.payload_bytes;
      }
      std::vector<NodeTraffic> pairs;
      for (const auto& [nodes, pair] : expected) pairs.push_back(pair);
      EXPECT_EQ(traffic.between(from_ns, to_ns), pairs);
      std::vector<std::size_t> found = traffic.under_way(from_ns, to_ns);
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found, under_way);
    }
  }
}

}  // namespace
}  // namespace gusset::traces
