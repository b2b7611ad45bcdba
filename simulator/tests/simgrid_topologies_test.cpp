// Fat trees and tori with SimGrid: routes have the lengths that topology.hpp counts, and messages share links
// evenly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "callback_loop.hpp"
#include "network/fast_network.hpp"
#include "network/simgrid/network.hpp"
#include "network/uncontended.hpp"
#include "sent_messages.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::arrivals_ns;
using testing::CallbackLoop;
using testing::in_child;
using testing::latency_ns;
using testing::message_bytes;
using testing::message_of;
using testing::SentMessage;
using testing::transfer_ns;

Platform machine_with(Topology topology) {
  Platform result;
  result.topology = std::move(topology);
  result.latency_s = 2e-6;
  result.bandwidth_bytes_per_s = 1e10;
  return result;
}
Platform fat_tree_machine(std::vector<FatTreeLevel> levels) {
  return machine_with({Topology::Kind::fat_tree, std::move(levels), {}, {}});
}
Platform torus_machine(std::vector<unsigned> dimensions) {
  return machine_with({Topology::Kind::torus, {}, std::move(dimensions), {}});
}
unsigned all_of(const Platform& machine) {
  return static_cast<unsigned>(*places(machine.topology));
}

std::unique_ptr<CallbackLoop> simgrid_loop(const Platform& machine) {
  return std::make_unique<CallbackLoop>(make_simgrid_network(machine, all_of(machine)));
}

TEST(SimgridTopologies, UncontendedMessageTakesEachLinksLatencyPlusBytesOverBandwidth) {
  for (const Platform& machine :
       {fat_tree_machine({{4, 1, 1}, {3, 2, 1}}), fat_tree_machine({{2, 2, 2}, {2, 2, 1}, {3, 1, 2}}),
        torus_machine({5}), torus_machine({6}), torus_machine({2, 2}), torus_machine({3, 4, 2}),
        torus_machine({1, 3})}) {
    in_child([&machine] {
      const auto loop = simgrid_loop(machine);
      const unsigned nodes = all_of(machine);
      for (unsigned from = 0; from < nodes; ++from) {
        for (unsigned to = 0; to < nodes; ++to) {
          if (from == to) continue;
          const std::int64_t begin_ns = loop->now_ns();
          std::int64_t end_ns = -1;
          loop->send(NodeId(from), NodeId(to), message_bytes, [&] { end_ns = loop->now_ns(); });
          loop->run_until([] { return false; });
          EXPECT_NEAR(static_cast<double>(end_ns - begin_ns),
                      static_cast<double>(hops(machine.topology, NodeId(from), NodeId(to)) * latency_ns +
                                          transfer_ns),
                      1.0)
              << from << " to " << to << " of " << nodes;
        }
      }
    });
  }
}

TEST(SimgridTopologies, UplinksCanBeTheBottleneck) {
  // 0 and 1 send to the other switch: over the only uplink, or over one uplink each.
  for (const unsigned parents : {1u, 2u}) {
    in_child([parents] {
      const auto loop = simgrid_loop(fat_tree_machine({{2, 1, 1}, {2, parents, 1}}));
      const std::int64_t end_ns = 4 * latency_ns + transfer_ns * (parents == 1 ? 2 : 1);
      EXPECT_EQ(arrivals_ns(*loop, {{0, 0, 2, message_bytes}, {0, 1, 3, message_bytes}}),
                (std::vector<std::int64_t>{end_ns, end_ns}));
    });
  }
}

TEST(SimgridTopologies, OutgoingAndIncomingLinksDoNotInterfere) {
  for (const Platform& machine : {fat_tree_machine({{2, 1, 1}, {2, 1, 1}}), torus_machine({4})}) {
    in_child([&machine] {
      const auto loop = simgrid_loop(machine);
      const auto ends_ns = arrivals_ns(*loop, {{0, 0, 3, message_bytes}, {0, 3, 0, message_bytes}});
      const std::int64_t end_ns = hops(machine.topology, NodeId(0), NodeId(3)) * latency_ns + transfer_ns;
      EXPECT_EQ(ends_ns, (std::vector<std::int64_t>{end_ns, end_ns}));
    });
  }
}

TEST(SimgridTopologies, LinkIsSharedEvenlyRegardlessOfRouteLength) {
  in_child([] {
    const auto loop = simgrid_loop(torus_machine({5}));
    // Both messages use the link from 0 to 1. The near message has the link to itself for one latency, and
    // the far message for its last bytes.
    EXPECT_EQ(arrivals_ns(*loop, {{0, 0, 1, message_bytes}, {0, 0, 2, message_bytes}}),
              (std::vector<std::int64_t>{2 * transfer_ns, 2 * transfer_ns + latency_ns}));
  });
}

TEST(SimgridTopologies, LatencyCanBeZero) {
  in_child([] {
    Platform machine = torus_machine({5});
    machine.latency_s = 0.0;
    const auto loop = simgrid_loop(machine);
    EXPECT_EQ(arrivals_ns(*loop, {{0, 0, 1, message_bytes}, {0, 0, 2, message_bytes}, {7, 3, 4, 0}}),
              (std::vector<std::int64_t>{2 * transfer_ns, 2 * transfer_ns, 7}));
  });
}

TEST(SimgridTopologies, RestartDropsMessagesInFlight) {
  in_child([] {
    const Platform machine = torus_machine({3});
    struct Sink final : EventSink {
      int handled = 0;
      int until = 0;
      std::vector<Event> events;
      void handle_event(Event event, std::int64_t) override {
        events.push_back(event);
        ++handled;
      }
      bool is_done() override { return handled == until; }
    } sink;
    const auto loop = make_simgrid_network(machine, 3);
    loop->send(NodeId(0), NodeId(1), message_bytes, 1);
    loop->at(latency_ns / 2, 2);  // before its latency has passed
    sink.until = 1;
    EXPECT_TRUE(loop->run(sink));
    EXPECT_EQ(loop->now_ns(), latency_ns / 2);
    loop->restart();
    loop->send(NodeId(0), NodeId(1), message_bytes, 3);
    sink.until = 9;
    EXPECT_FALSE(loop->run(sink));
    EXPECT_EQ(sink.events, (std::vector<Event>{2, 3}));
    EXPECT_EQ(loop->now_ns(), latency_ns + transfer_ns);
    loop->send(NodeId(1), NodeId(2), message_bytes, 4);  // never arrives, because the loop is destroyed first
  });
}

Topology random_topology(std::mt19937_64& random) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  Topology topology;
  switch (below(3)) {
    case 0:
      return topology;
    case 1:
      topology.kind = Topology::Kind::fat_tree;
      for (unsigned level = 1 + below(3); level > 0; --level)
        topology.levels.push_back({2 + below(3), 1 + below(3), 1 + below(2)});
      return topology;
    default:
      topology.kind = Topology::Kind::torus;
      for (unsigned dimension = 1 + below(3); dimension > 0; --dimension)
        topology.dimensions.push_back(2 + below(3));
      return topology;
  }
}

// No message is faster than its route or than the network without contention. No node sends or receives more
// than its links allow.
TEST(SimgridTopologies, AllBytesArriveAndNoneTooSoonOnRandomPlatforms) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    std::mt19937_64 random(seed);
    Platform machine = machine_with(random_topology(random));
    machine.latency_s = static_cast<double>(random() % 4) * 1e-6;
    const auto nodes = static_cast<unsigned>(places(machine.topology).value_or(2 + random() % 9));
    std::vector<SentMessage> messages(20 + random() % 60);
    for (SentMessage& sent : messages) {
      sent.from = static_cast<unsigned>(random() % nodes);
      sent.to = (sent.from + 1 + static_cast<unsigned>(random() % (nodes - 1))) % nodes;
      sent.bytes = random() % 5 == 0 ? 0 : random() % 10'000'000;
      sent.time_ns = static_cast<std::int64_t>(random() % 3'000'000);
    }
    in_child([&] {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(machine, nodes));
      const auto found_ns = arrivals_ns(*loop, messages);
      CallbackLoop alone(std::make_unique<Uncontended>(machine));
      const auto alone_ns = arrivals_ns(alone, messages);
      const double bytes_per_ns = machine.bandwidth_bytes_per_s * 1e-9;
      const double node_bytes_per_ns = links_of_a_node(machine.topology) * bytes_per_ns;
      std::vector<double> out(nodes);
      std::vector<double> in(nodes);
      for (std::size_t i = 0; i < messages.size(); ++i) {
        const SentMessage& sent = messages[i];
        ASSERT_GE(found_ns[i], 0) << "message " << i << " arrived";
        EXPECT_GE(found_ns[i] + 2, alone_ns[i]) << "message " << i;
        const double route_ns =
            hops(machine.topology, NodeId(sent.from), NodeId(sent.to)) * machine.latency_s * 1e9;
        EXPECT_NEAR(static_cast<double>(alone_ns[i] - sent.time_ns),
                    route_ns + static_cast<double>(sent.bytes) / bytes_per_ns, 1.0);
        out[sent.from] += static_cast<double>(sent.bytes);
        in[sent.to] += static_cast<double>(sent.bytes);
      }
      const auto end_ns = static_cast<double>(*std::max_element(found_ns.begin(), found_ns.end())) + 2.0;
      for (unsigned node = 0; node < nodes; ++node) {
        EXPECT_LE(out[node], end_ns * node_bytes_per_ns) << "out of node " << node;
        EXPECT_LE(in[node], end_ns * node_bytes_per_ns) << "into node " << node;
      }
    });
  }
}

}  // namespace
}  // namespace gusset::simulator
