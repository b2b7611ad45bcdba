// Versions that reach their readers along a tree, in simulated time. A message takes 1 s plus 1 s per 100
// bytes (simulate.hpp).
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "simulate.hpp"

namespace gusset::simulator {
namespace {

/// Node 0 writes x, all others read it; then node 0 writes it again.
SimulationResult simulate_readers(unsigned nodes, std::uint64_t bytes, const BroadcastTree& tree) {
  SimulationInputs inputs = testing::timed(nodes, 1);
  inputs.network = NetworkEngine::fast;
  inputs.broadcast = tree;
  return testing::simulate(std::move(inputs), [&](Runtime& runtime) {
    const Handle x = runtime.handle("x", bytes);
    const TaskType change("change"), use("use");
    runtime.submit(
        change(1.0), [] {}, write(x));
    for (unsigned node = 1; node < nodes; ++node) {
      TaskCall call = use().on(NodeId(node));
      call.is_empty = true;
      runtime.submit(
          call, [] {}, read(x));
    }
    runtime.submit(
        change(1.0), [] {}, write(x));
    runtime.wait();
  });
}

std::vector<std::uint64_t> messages_sent(const SimulationResult& result) {
  std::vector<std::uint64_t> sent;
  for (const NodeStatistics& node : result.statistics.nodes) sent.push_back(node.messages_sent);
  return sent;
}

TEST(SimulatedBroadcastTree, LetsReadersSendOn) {
  const SimulationResult result = simulate_readers(8, 100, {true, 2});
  EXPECT_EQ(messages_sent(result), (std::vector<std::uint64_t>{2, 2, 2, 1, 0, 0, 0, 0}));
  // The task takes 1 s. Two messages with 1 s of data each share a link, so a level takes 3 s. The last level
  // has one message and takes 2 s.
  EXPECT_NEAR(*result.statistics.makespan_s, 1.0 + 3.0 + 3.0 + 2.0, 1e-8);
  EXPECT_EQ(messages_sent(simulate_readers(8, 100, {})),
            (std::vector<std::uint64_t>{7, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(SimulatedBroadcastTree, OwnerContinuesWhenItsOwnMessagesHaveBeenSent) {
  const SimulationResult result = simulate_readers(4, 100, {true, 1});
  // The second change, which takes 1 s, waits for one message of 2 s, not for the chain of three.
  EXPECT_NEAR(*result.statistics.makespan_s, 1.0 + 3 * 2.0, 1e-8);
}

TEST(SimulatedBroadcastTree, OfManyNodesTakesLogarithmicTime) {
  const double star_s = *simulate_readers(1024, 10'000, {}).statistics.makespan_s;
  const double tree_s = *simulate_readers(1024, 10'000, {true, 0}).statistics.makespan_s;
  EXPECT_NEAR(star_s, 1.0 + 1.0 + 1023 * 100.0 + 1.0, 1.0);
  EXPECT_LT(tree_s, 10 * 201.0 + 3.0);
}

}  // namespace
}  // namespace gusset::simulator
