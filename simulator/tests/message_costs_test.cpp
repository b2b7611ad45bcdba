#include "gusset/simulator/costs/message_costs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "gusset/base/node_messages.hpp"
#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::Interval;
using testing::interval_of;
using testing::simulate;
using testing::type;

constexpr double us = 1e-6;

/// Nodes of one worker; a trip takes 10 µs and bytes no time. Work is in seconds.
SimulationInputs micro(unsigned nodes, const MessageCosts& messages) {
  SimulationInputs inputs = testing::timed(nodes, 1);
  inputs.platform->latency_s = 10 * us;
  inputs.platform->bandwidth_bytes_per_s = 1e18;
  inputs.network = NetworkEngine::none;
  inputs.messages = messages;
  return inputs;
}

/// Node 0 writes x in 40 µs, which node 1 reads after a task of its own.
std::function<void(Runtime&)> transfer(std::uint64_t bytes, double own_s) {
  return [=](Runtime& runtime) {
    const Handle x = runtime.handle("x", bytes, NodeId(0));
    const Handle y = runtime.handle("y", 8, NodeId(1));
    runtime.submit(
        type(40 * us), [] {}, write(x));
    if (own_s > 0)
      runtime.submit(
          type(own_s), [] {}, write(y));
    runtime.submit(
        type(1 * us).on(NodeId(1)), [] {}, read(x));
  };
}

double begin_us(const SimulationResult& result, std::size_t task) {
  return interval_of(*result.trace, task).begin_s / us;
}

TEST(MessageCosts, ShortMessagesTakeOneTripAndLongOnesThree) {
  const MessageCosts known{.count = 1};
  EXPECT_NEAR(begin_us(simulate(micro(2, {}), transfer(eager_bytes + 1, 0)), 1), 50, 1e-3);
  EXPECT_NEAR(begin_us(simulate(micro(2, known), transfer(eager_bytes, 0)), 1), 50, 1e-3);
  EXPECT_NEAR(begin_us(simulate(micro(2, known), transfer(eager_bytes + 1, 0)), 1), 70, 1e-3);
}

TEST(MessageCosts, ABusyNodeSeesAMessageAfterItsTaskAndHandlesItThen) {
  const MessageCosts known{.count = 1, .receive_s = 5 * us, .receive_s_per_byte = 0.01 * us};
  EXPECT_NEAR(begin_us(simulate(micro(2, {.count = 1}), transfer(100, 200 * us)), 2), 200, 1e-3);
  const SimulationResult result = simulate(micro(2, known), transfer(100, 200 * us));
  EXPECT_NEAR(begin_us(result, 2), 206, 1e-3);
  EXPECT_EQ(result.trace->messages[0].receive_ns, 200'000);
}

TEST(MessageCosts, LongTasksDelayMessagesByOneAndAHalfTimesThePatience) {
  const SimulationResult result = simulate(micro(2, {.count = 1}), transfer(100, 20'000 * us));
  EXPECT_EQ(result.trace->messages[0].receive_ns, poll_patience_ns * 3 / 2);
}

TEST(MessageCosts, SendingDelaysTheSendersNextTask) {
  const auto program = [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8, NodeId(0));
    const Handle z = runtime.handle("z", 8, NodeId(0));
    runtime.submit(
        type(40 * us), [] {}, write(x));
    runtime.submit(
        type(1 * us).on(NodeId(1)), [] {}, read(x));
    runtime.submit(
        type(40 * us), [] {}, write(z));
  };
  EXPECT_NEAR(begin_us(simulate(micro(2, {.count = 1}), program), 2), 40, 1e-3);
  EXPECT_NEAR(begin_us(simulate(micro(2, {.count = 1, .send_s = 7 * us}), program), 2), 47, 1e-3);
}

TEST(MessageCosts, CountsDoNotDependOnCosts) {
  const SimulationResult without = simulate(micro(2, {}), transfer(5000, 200 * us));
  const SimulationResult with =
      simulate(micro(2, {.count = 1, .send_s = us, .receive_s = us}), transfer(5000, 200 * us));
  EXPECT_NE(without.statistics.makespan_s, with.statistics.makespan_s);
  EXPECT_EQ(without.statistics.totals, with.statistics.totals);
  EXPECT_EQ(without.statistics.pairs, with.statistics.pairs);
}

TEST(MessageCosts, TheOwnerMayOverwriteWhenALongMessageHasArrived) {
  const auto program = [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 5000, NodeId(0));
    runtime.submit(
        type(40 * us), [] {}, write(x));
    runtime.submit(
        type(1 * us).on(NodeId(1)), [] {}, read(x));
    runtime.submit(
        type(40 * us), [] {}, write(x));
  };
  EXPECT_NEAR(begin_us(simulate(micro(2, {.count = 1}), program), 2), 70, 1e-3);
}

CostTable table(const MessageCosts& messages) {
  CostTable costs;
  costs.entries.push_back({"t", SizeKind::bytes, 8.0, 1, 1e-3, 0, 1e-3, 1e-3, 1e-3, 0});
  costs.messages = messages;
  return costs;
}

SimulationResult without_platform(const MessageCosts& messages) {
  SimulationInputs inputs;
  inputs.grid = ProcessGrid{1, 2, 1};
  inputs.threads = 1;
  inputs.network = NetworkEngine::none;
  inputs.costs = make_table_costs(table(messages), "c.json");
  return simulate(std::move(inputs), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8, NodeId(0));
    runtime.submit(
        type(), [] {}, write(x));
  });
}

TEST(MessageCosts, WithoutAPlatformTheNetworkIsTheMeasuredOne) {
  const SimulationResult result = without_platform(
      {.count = 9, .latency_s = 3e-6, .bandwidth_bytes_per_s = 4e9, .send_s = 1e-6, .receive_s = 1e-6});
  EXPECT_EQ(result.statistics.platform.latency_s, 3e-6);
  EXPECT_EQ(result.statistics.platform.bandwidth_bytes_per_s, 4e9);
  for (const std::string& assumed : result.statistics.assumptions)
    EXPECT_EQ(assumed.find("crossbar"), std::string::npos) << assumed;
}

TEST(MessageCosts, ATripIsAThirdOfALongMessagesLatency) {
  const MessageCosts costs{.count = 9, .long_latency_s = 9e-6, .bandwidth_bytes_per_s = 4e9};
  EXPECT_DOUBLE_EQ(*costs.trip_s(), 3e-6);
  EXPECT_DOUBLE_EQ(without_platform(costs).statistics.platform.latency_s, 3e-6);
}

TEST(MessageCosts, WhatIsUnknownIsNamedAsAssumed) {
  const SimulationResult result = without_platform({.count = 9, .latency_s = 3e-6});
  EXPECT_EQ(result.statistics.platform.latency_s, assumed_latency_s);
  const auto& assumed = result.statistics.assumptions;
  EXPECT_NE(
      std::find(assumed.begin(), assumed.end(), "nodes are connected by a crossbar of 2 µs and 10 GB/s"),
      assumed.end());
  EXPECT_NE(std::find(assumed.begin(), assumed.end(), "workers spend no time on messages"), assumed.end());
}

TEST(NodesOnAHost, ShareItsCores) {
  SimulationInputs inputs = testing::timed(4, 2);
  inputs.threads = 1;
  inputs.network = NetworkEngine::none;
  inputs.platform->nodes_per_host = 4;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    for (unsigned n = 0; n < 4; ++n) {
      runtime.submit(type(n == 3 ? 3 : 1).on(NodeId(n)), [] {});
    }
  });
  for (std::size_t task = 0; task < 3; ++task) EXPECT_EQ(interval_of(*result.trace, task), (Interval{0, 2}));
  EXPECT_EQ(interval_of(*result.trace, 3), (Interval{0, 4}));
  const std::vector<std::string> doubts{
      "4 threads of 4 nodes share 2 cores, and how the system lets them take turns is not known"};
  EXPECT_EQ(result.statistics.doubts, doubts);
  EXPECT_EQ(result.trace->metadata.notes.front(), "not reliable: " + doubts.front());
  inputs.platform->cores = 4;
  EXPECT_FALSE(simulate(inputs, [](Runtime&) {}).statistics.doubts) << "a core for each";
}

}  // namespace
}  // namespace gusset::simulator
