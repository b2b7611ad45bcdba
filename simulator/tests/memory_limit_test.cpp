// A node can't hold more than the platform's memory.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

/// Node 1 owns 300 bytes and reads 50 of node 0's.
void copy_between_nodes(Runtime& runtime) {
  const Handle x = runtime.handle("x", 50, NodeId(0)), y = runtime.handle("y", 300, NodeId(1));
  const TaskType copy("copy");
  runtime.submit(
      copy(1.0), [] {}, read(x), write(y));
  runtime.wait();
}

std::string refusal_with(std::uint64_t memory_bytes, bool is_timed = true) {
  SimulationInputs inputs = testing::timed(2, 1);
  inputs.network = NetworkEngine::fast;
  inputs.platform->memory_bytes = memory_bytes;
  inputs.platform_source = "small.json";
  if (!is_timed) {
    inputs.costs = nullptr;
    inputs.wants_trace = false;
  }
  try {
    testing::simulate(std::move(inputs), copy_between_nodes);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MemoryLimit, CountsWhatANodeHoldsAtOnce) {
  EXPECT_EQ(refusal_with(350), "accepted");
  EXPECT_EQ(
      refusal_with(349),
      "simulate: memory_bytes of small.json: expected at most 349 B on each node, found 350 B on node 1 "
      "at once");
}

TEST(MemoryLimit, CountsOnlyOwnDataWithoutTimes) {
  EXPECT_EQ(refusal_with(300, false), "accepted");
  EXPECT_EQ(
      refusal_with(299, false),
      "simulate: memory_bytes of small.json: expected at most 299 B on each node, found 300 B on node 1 "
      "for its own data");
}

}  // namespace
}  // namespace gusset::simulator
