// Active messages in simulated time, with times computed by hand: a message takes 1 s plus 1 s per 100 bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "gusset/core/access.hpp"
#include "gusset/core/active_message.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/handle.hpp"
#include "gusset/core/task_graph.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "predict/accessed_bytes.hpp"
#include "task_graphs.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using ::testing::ElementsAre;
using testing::Interval;
using testing::interval_of;
using testing::message_of;
using testing::simulate;
using testing::ThenKernel;
using testing::timed_fast;
using testing::type;

using Bytes = LargeMessage<std::byte>;

std::span<const std::byte> bytes(std::size_t count) {
  return {static_cast<const std::byte*>(nullptr), count};
}

/// Task `key` takes 1 s on node `key`.
gusset::TaskGraph<unsigned>::Functions one_per_node(std::function<void(unsigned)> then = {}) {
  return {.in_degree = [](unsigned) { return 1u; },
          .node = [](unsigned key) { return NodeId(key); },
          .work = [](unsigned) { return 1.0; },
          .then =
              [then = std::move(then)](const unsigned& key) {
                if (then) then(key);
              }};
}

TEST(SimulatedMessage, WithoutReadersIsCountedAndTakesTime) {
  const SimulationResult result = simulate(timed_fast(2, 1), [](Runtime& runtime) {
    gusset::TaskGraph<unsigned> graph(runtime, "step");
    Bytes block(runtime, "block");
    block.define({});
    graph.define(one_per_node([&](unsigned) { block.send(NodeId(1), bytes(100)); }));
    graph.fulfil(0);
    runtime.wait();
  });
  EXPECT_EQ(result.statistics.makespan_s, 3.0) << "1 s, then the message";
  EXPECT_EQ(result.statistics.bounds->network_s, 2.0);
  EXPECT_EQ(result.statistics.totals.messages, 1u);
  EXPECT_EQ(result.statistics.totals.payload_bytes, 100u);
  EXPECT_EQ(result.statistics.nodes[1].payload_bytes_received, 100u);
  ASSERT_EQ(result.trace->messages.size(), 1u);
  EXPECT_EQ(result.trace->messages[0].send_ns, 1'000'000'000);
  EXPECT_EQ(result.trace->messages[0].receive_ns, 3'000'000'000);
  EXPECT_THAT(result.trace->handles.name, ElementsAre("block"));
}

TEST(SimulatedMessage, CarriesItsArguments) {
  const SimulationResult result = simulate(timed_fast(2, 1), [](Runtime& runtime) {
    gusset::TaskGraph<unsigned> graph(runtime, "step");
    ActiveMessage<unsigned, std::span<const double>> message(runtime, "values");
    std::size_t received = 0;
    message.define({.receive = [](unsigned, std::span<const double>) { ADD_FAILURE() << "needs data"; },
                    .then =
                        [&](unsigned key, std::span<const double> values) {
                          received = values.size();
                          graph.fulfil(key);
                        }});
    graph.define(one_per_node([&](unsigned key) {
      if (key == 0) message.send(NodeId(1), 1u, std::span(static_cast<const double*>(nullptr), 11));
    }));
    graph.fulfil(0);
    runtime.wait();
    EXPECT_EQ(received, 11u);
  });
  // 4 bytes, a length of 8 bytes and 88 bytes take 2 s.
  EXPECT_EQ(result.statistics.totals.payload_bytes, 100u);
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{3.0, 4.0}));
}

TEST(SimulatedMessage, IsNotDataOfTheTasks) {
  const SimulationResult result = simulate(timed_fast(2, 1), [](Runtime& runtime) {
    const Handle data = runtime.handle("data", 10);
    gusset::TaskGraph<unsigned> graph(runtime, "step");
    Bytes block(runtime, "block");
    block.define({.then = [&] { graph.fulfil(1); }});
    graph.define(one_per_node());
    runtime.submit(type(1), ThenKernel{[&] { block.send(NodeId(1), bytes(100)); }}, write(data));
    runtime.wait();
  });
  const AccessedBytes accessed(*result.trace);
  EXPECT_EQ(accessed.of(traces::TaskId(0)), 10u) << "sends the message";
  EXPECT_EQ(accessed.of(traces::TaskId(1)), 0u) << "waits for it";
}

TEST(SimulatedMessage, ToItsOwnNodeIsACall) {
  const SimulationResult result = simulate(timed_fast(2, 1), [](Runtime& runtime) {
    gusset::TaskGraph<unsigned> graph(runtime, "step");
    ActiveMessage<unsigned> message(runtime, "m");
    message.define({.then = [&](unsigned key) { graph.fulfil(key); }});
    graph.define(one_per_node([&](unsigned key) {
      if (key == 0) message.send(NodeId(0), 1u);
    }));
    graph.fulfil(0);
    runtime.wait();
  });
  // Only the fulfilment travels.
  EXPECT_EQ(result.statistics.totals.messages, 1u);
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{2.04, 3.04}));
}

TEST(SimulatedMessage, SendsFurtherMessages) {
  const SimulationResult result = simulate(timed_fast(4, 1), [](Runtime& runtime) {
    gusset::TaskGraph<unsigned> graph(runtime, "step");
    LargeMessage<std::byte, unsigned> block(runtime, "block");
    block.define({.then = [&](unsigned to) {
      if (to < 3) {
        block.send(NodeId(to + 1), bytes(96), to + 1);
      } else {
        graph.fulfil(3);
      }
    }});
    graph.define(one_per_node([&](unsigned key) {
      if (key == 0) block.send(NodeId(1), bytes(96), 1u);
    }));
    graph.fulfil(0);
    runtime.wait();
  });
  EXPECT_EQ(result.statistics.totals.messages, 3u);
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{7.0, 8.0})) << "after three messages of 2 s";
  EXPECT_EQ(result.statistics.bounds->critical_path_s, 8.0);
  EXPECT_THAT(traces::TaskGraph(*result.trace).predecessors(traces::TaskId(1)),
              ElementsAre(traces::TaskId(0)));
}

/// Node 0 sends 100 bytes to node 1; `sent` runs on node 0.
SimulationResult simulate_sent(const SimulationInputs& inputs) {
  return simulate(inputs, [](Runtime& runtime) {
    gusset::TaskGraph<unsigned> graph(runtime, "step");
    gusset::TaskGraph<unsigned> next(runtime, "next");
    Bytes block(runtime, "block");
    bool is_first = true;
    block.define({.then = [&] { next.fulfil(1); },
                  .sent =
                      [&] {
                        if (!std::exchange(is_first, false)) return;
                        next.fulfil(0);
                        block.send(NodeId(1), bytes(300));
                      }});
    graph.define(one_per_node([&](unsigned) { block.send(NodeId(1), bytes(100)); }));
    next.define({.in_degree = [](unsigned key) { return key + 1; },
                 .node = [](unsigned key) { return NodeId(key); },
                 .work = [](unsigned) { return 1.0; }});
    graph.fulfil(0);
    runtime.wait();
  });
}

TEST(SimulatedMessage, CallsSentWhenItHasBeenSent) {
  const SimulationResult result = simulate_sent(timed_fast(2, 1));
  // The first message arrives at 3 s. Only then is the second one sent, which takes 4 s.
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{3.0, 4.0})) << "on node 0, after `sent`";
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{7.0, 8.0})) << "on node 1, after both messages";
  EXPECT_EQ(result.statistics.totals.messages, 2u);
}

TEST(SimulatedMessage, ShortContentsMayChangeAtOnceIfMessagesAreMeasured) {
  SimulationInputs inputs = timed_fast(2, 1);
  inputs.messages.count = 1;
  const SimulationResult result = simulate_sent(inputs);
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{1.0, 2.0}));
}

TEST(SimulatedMessage, LongContentsAreNotOffered) {
  SimulationInputs inputs = timed_fast(2, 1);
  inputs.messages.count = 1;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    gusset::TaskGraph<unsigned> graph(runtime, "step");
    Bytes block(runtime, "block");
    block.define({.then = [&] { graph.fulfil(1); }, .sent = [&] { graph.fulfil(2); }});
    gusset::TaskGraph<unsigned>::Functions functions = one_per_node([&](unsigned key) {
      if (key == 0) block.send(NodeId(1), bytes(1'000'000));
    });
    functions.node = [](unsigned key) { return NodeId(key % 2); };
    graph.define(std::move(functions));
    graph.fulfil(0);
    runtime.wait();
  });
  // One trip instead of three: 1 s of latency and 10 000 s of transfer.
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{10'002.0, 10'003.0}));
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{10'002.0, 10'003.0})) << "the contents have left";
}

TEST(SimulatedMessage, FunctionThatThrowsIsAFailure) {
  Runtime runtime(make_simulation_engine(timed_fast(2, 1)));
  gusset::TaskGraph<unsigned> graph(runtime, "step");
  ActiveMessage<int> message(runtime, "block");
  message.define({.then = [](int) { throw std::runtime_error("no"); }});
  graph.define(one_per_node([&](unsigned) { message.send(NodeId(1), 1); }));
  graph.fulfil(0);
  EXPECT_EQ(message_of([&] { runtime.wait(); }), "task 'block' failed: no");
}

TEST(SimulatedMessage, ItsFunctionCantWait) {
  Runtime runtime(make_simulation_engine(timed_fast(2, 1)));
  gusset::TaskGraph<unsigned> graph(runtime, "step");
  ActiveMessage<int> message(runtime, "block");
  message.define({.then = [&](int) { runtime.wait(); }});
  graph.define(one_per_node([&](unsigned) { message.send(NodeId(1), 1); }));
  graph.fulfil(0);
  EXPECT_EQ(message_of([&] { runtime.wait(); }),
            "task 'block' failed: a message's function can't wait: submit a task that accesses what you wait "
            "for");
}

TEST(SimulatedMessage, TheProgramMayNotSend) {
  Runtime runtime(make_simulation_engine(timed_fast(2, 1)));
  ActiveMessage<int> message(runtime, "block");
  message.define({});
  EXPECT_EQ(message_of([&] { message.send(NodeId(1), 1); }),
            "block: expected a task or a message to send this, found the program, which every node runs");
}

}  // namespace
}  // namespace gusset::simulator
