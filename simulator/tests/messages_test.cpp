#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::in_child;
using testing::Interval;
using testing::interval_of;
using testing::simulate;
using testing::timed;
using testing::type;

TEST(Messages, RemoteInputArrivesAfterLatencyAndTransfer) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 300, NodeId(0));
      const Handle y = runtime.handle("y", 8, NodeId(1));
      runtime.submit(
          type(2), [] {}, write(x));
      runtime.submit(
          type(1), [] {}, read(x), write(y));
    });
    EXPECT_EQ(interval_of(*result.trace, 0), (Interval{0, 2}));
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{6, 7}));  // 2 + 1 s latency + 3 s for 300 bytes
    EXPECT_EQ(result.statistics.makespan_s, 7.0);
    ASSERT_EQ(result.trace->messages.size(), 1u);
    const traces::Message& message = result.trace->messages[0];
    EXPECT_EQ(message.send_ns, 2'000'000'000);
    EXPECT_EQ(message.receive_ns, 6'000'000'000);
    EXPECT_EQ(message.payload_bytes, 300u);
    EXPECT_EQ(message.wire_bytes, 300u);
    EXPECT_EQ(message.version, 1u);
    EXPECT_EQ(message.listeners, 1u);
    EXPECT_EQ(message.from, traces::NodeId(0));
    EXPECT_EQ(message.to, traces::NodeId(1));
    EXPECT_EQ(result.trace->tasks.ready_ns[1], 6'000'000'000);
  });
}

TEST(Messages, EachMessageCarriesAHeader) {
  in_child([] {
    SimulationInputs inputs = timed(2, 1);
    inputs.platform->header_bytes = 100;
    const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 300, NodeId(0));
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));
    });
    EXPECT_EQ(interval_of(*result.trace, 0), (Interval{5, 6}));
    EXPECT_EQ(result.trace->messages[0].payload_bytes, 300u);
    EXPECT_EQ(result.trace->messages[0].wire_bytes, 400u);
    EXPECT_EQ(result.statistics.totals.wire_bytes, 400u);
  });
}

TEST(Messages, OneMessageServesAllListenersOnANode) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 3), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      runtime.submit(
          type(1), [] {}, write(x));
      for (int i = 0; i < 3; ++i)
        runtime.submit(
            type(1).on(NodeId(1)), [] {}, read(x));
    });
    ASSERT_EQ(result.trace->messages.size(), 1u);
    for (std::size_t task = 1; task <= 3; ++task)
      EXPECT_EQ(interval_of(*result.trace, task), (Interval{3, 4}));
    EXPECT_EQ(result.trace->messages[0].listeners, 3u);
    EXPECT_EQ(result.statistics.totals.listeners, 3u);
  });
}

TEST(Messages, OwnerOverwritesWhileARemoteReaderRuns) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      runtime.submit(
          type(1), [] {}, write(x));  // 0: node 0, [0, 1)
      runtime.submit(
          type(10).on(NodeId(1)), [] {}, read(x));  // 1: node 1, message [1, 3), task [3, 13)
      runtime.submit(
          type(1), [] {}, write(x));  // 2: node 0, from the message's arrival
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));  // 3: the second version, message [4, 6), task [13, 14)
    });
    EXPECT_EQ(interval_of(*result.trace, 0), (Interval{0, 1}));
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{3, 13}));
    EXPECT_EQ(interval_of(*result.trace, 2), (Interval{3, 4}));
    EXPECT_EQ(interval_of(*result.trace, 3), (Interval{13, 14}));
    ASSERT_EQ(result.trace->messages.size(), 2u);
    EXPECT_EQ(result.trace->messages[1].send_ns, 4'000'000'000);
    EXPECT_EQ(result.trace->messages[1].receive_ns, 6'000'000'000);
    EXPECT_EQ(result.trace->tasks.ready_ns[3], 6'000'000'000);
  });
}

TEST(Messages, OwnerWaitsForLocalReaders) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 2), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      runtime.submit(
          type(5), [] {}, read(x));  // 0: node 0, [0, 5): the owner must wait for it
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));  // 1: message [0, 2)
      runtime.submit(
          type(1), [] {}, write(x));  // 2: [5, 6)
    });
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{2, 3}));
    EXPECT_EQ(interval_of(*result.trace, 2), (Interval{5, 6}));
  });
}

TEST(Messages, LaterListenerReusesTheReplica) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));  // 0: message [0, 2), task [2, 3)
      runtime.wait();
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));  // 1: [3, 4), no message
      runtime.submit(
          type(1), [] {}, write(x));  // 2: [3, 4): the owner has counted both listeners
    });
    EXPECT_EQ(result.trace->messages.size(), 1u);
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{3, 4}));
    EXPECT_EQ(interval_of(*result.trace, 2), (Interval{3, 4}));
    EXPECT_EQ(result.trace->tasks.submit_ns, (std::vector<std::int64_t>{0, 3'000'000'000, 3'000'000'000}));
  });
}

TEST(Messages, MessagesToOneNodeShareItsLink) {
  in_child([] {
    const SimulationResult result = simulate(timed(3, 2), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 400, NodeId(0));
      const Handle y = runtime.handle("y", 400, NodeId(1));
      runtime.submit(
          type(1).on(NodeId(2)), [] {}, read(x));
      runtime.submit(
          type(1).on(NodeId(2)), [] {}, read(y));
    });
    EXPECT_EQ(interval_of(*result.trace, 0), (Interval{9, 10}));  // 1 s latency + 8 s for 800 bytes
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{9, 10}));
  });
}

TEST(Messages, WaitForOneHandleReturnsWhileOtherTasksRun) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      const Handle y = runtime.handle("y", 400, NodeId(1));
      runtime.submit(
          type(2), [] {}, write(x));  // 0: [0, 2)
      runtime.submit(
          type(1).on(NodeId(0)), [] {}, read(y));  // 1: message [0, 5)
      runtime.wait(x);                             // until 2, with the message in flight
      runtime.submit(
          type(1), [] {}, write(x));  // 2: [2, 3)
      runtime.submit(
          type(1), [] {}, write(y));  // 3: node 1, [5, 6)
    });
    EXPECT_EQ(result.trace->tasks.submit_ns, (std::vector<std::int64_t>{0, 0, 2'000'000'000, 2'000'000'000}));
    EXPECT_EQ(interval_of(*result.trace, 2), (Interval{2, 3}));
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{5, 6}));
    EXPECT_EQ(interval_of(*result.trace, 3), (Interval{5, 6}));
  });
}

}  // namespace
}  // namespace gusset::simulator
