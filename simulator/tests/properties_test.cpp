// Properties that hold for any program on any machine and network. Counting and timed simulation must agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "random_distributed_program.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using gusset::testing::RandomDistributedProgram;
using testing::in_child;
using testing::simulate;

/// Returns a topology with room for at least that many nodes.
Topology random_topology(unsigned nodes, unsigned kind) {
  Topology topology;
  if (kind == 1) {
    topology.kind = Topology::Kind::fat_tree;
    topology.levels = {{2, 1, 1}, {(nodes + 1) / 2, 2, 1}};
  } else if (kind == 2) {
    topology.kind = Topology::Kind::torus;
    topology.dimensions = {2, (nodes + 1) / 2};
  }
  return topology;
}

SimulationInputs random_machine(unsigned seed, NetworkEngine network) {
  std::mt19937 random(seed + 1000);
  const auto below = [&random](unsigned limit) { return static_cast<unsigned>(random()) % limit; };
  SimulationInputs inputs;
  Platform platform;
  platform.nodes = 2 + below(5);
  platform.cores = 2 + below(4);
  platform.latency_s = below(3) * 0.5;
  platform.bandwidth_bytes_per_s = 10.0 + below(1000);
  platform.header_bytes = below(2) * 192;
  if (network == NetworkEngine::simgrid) platform.topology = random_topology(*platform.nodes, below(3));
  inputs.platform = platform;
  inputs.grid = ProcessGrid{1, *platform.nodes, 1};
  inputs.network = network;
  inputs.seed = seed;
  inputs.window = below(2) * (1 + below(6));
  inputs.submitter_computes = below(3) > 0;
  if (below(2) == 0) inputs.overheads = {0.25, 0.125, 0.0, 0.0, 0.5};
  inputs.policy = std::vector<std::string>{"locality", "fifo", "random"}[below(3)];
  inputs.deduplicates = below(4) > 0;
  return inputs;
}

double seconds_of_steps(const traces::Trace& trace) {
  std::int64_t sum_ns = 0;
  for (const traces::Lane& lane : trace.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      const traces::TaskId task = lane.spans.task[i];
      if (task.is_none() || trace.types[trace.tasks.type[task.value()].value()] != "step") continue;
      sum_ns += lane.spans.end_ns[i] - lane.spans.begin_ns[i];
    }
  }
  return static_cast<double>(sum_ns) / 1e9;
}

void expect_properties(unsigned seed, NetworkEngine network) {
  SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::string(name_of(network)));
  const auto program = [seed](Runtime& runtime) { RandomDistributedProgram{seed}(runtime); };
  SimulationInputs inputs = random_machine(seed, network);
  const SimulationStatistics counted = simulate(inputs, program).statistics;
  inputs.costs = make_rate_costs(1.0, "stated");
  inputs.wants_trace = true;
  const SimulationResult timed = simulate(inputs, program);  // also checks that the trace is possible
  const SimulationStatistics& statistics = timed.statistics;

  // Counting without a clock matches the timed simulation.
  EXPECT_EQ(statistics.totals, counted.totals);
  EXPECT_EQ(statistics.pairs, counted.pairs);
  ASSERT_EQ(timed.trace->tasks.size(), statistics.totals.level1_tasks + statistics.totals.level2_tasks);
  ASSERT_EQ(timed.trace->messages.size(), statistics.totals.messages);
  std::uint64_t payload = 0;
  for (const traces::Message& message : timed.trace->messages) {
    payload += message.payload_bytes;
    const double latency_s =
        hops(inputs.platform->topology, NodeId(message.from.value()), NodeId(message.to.value())) *
        inputs.platform->latency_s;
    const double fastest_s =
        latency_s + static_cast<double>(message.wire_bytes) / inputs.platform->bandwidth_bytes_per_s;
    EXPECT_GE(static_cast<double>(message.receive_ns - message.send_ns), fastest_s * 1e9 - 1.0);
  }
  EXPECT_EQ(payload, statistics.totals.payload_bytes);

  // Work is neither lost nor duplicated. A task that splits or runs everywhere has no work of its own: it
  // takes the time of its submissions, or a nanosecond.
  double work = 0.0;
  double busy_s = 0.0;
  for (std::size_t node = 0; node < statistics.nodes.size(); ++node) {
    EXPECT_EQ(statistics.nodes[node].work, counted.nodes[node].work);
    EXPECT_LE(*statistics.nodes[node].peak_memory_bytes, statistics.nodes[node].memory_upper_bytes);
    work += statistics.nodes[node].work;
    busy_s += *statistics.nodes[node].busy_s;
  }
  const double split_s = static_cast<double>(statistics.totals.level2_tasks) * inputs.overheads.submit_s;
  EXPECT_NEAR(busy_s, work + split_s + seconds_of_steps(*timed.trace), 1e-6);

  constexpr double rounding_s = 1e-6;
  EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->work_s);
  EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->critical_path_s);
  if (network != NetworkEngine::none) {  // "none" shares no links
    EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->network_s);
  }
}

TEST(Properties, RandomProgramsEndOnTheRealRuntime) {
  for (unsigned seed = 1; seed <= 25; ++seed) {
    Options options;
    options.threads = 1 + seed % 3;
    options.window = seed % 4;
    Runtime runtime(options);
    RandomDistributedProgram{seed}(runtime);
  }
}

class NetworkProperties : public ::testing::TestWithParam<NetworkEngine> {};

TEST_P(NetworkProperties, HoldForRandomProgramsOnRandomMachines) {
  if (GetParam() == NetworkEngine::simgrid && !has_simgrid()) GTEST_SKIP() << "built without SimGrid";
  for (unsigned seed = 1; seed <= 25; ++seed) {
    if (GetParam() == NetworkEngine::simgrid) {
      in_child([seed] { expect_properties(seed, GetParam()); });
    } else {
      expect_properties(seed, GetParam());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, NetworkProperties,
                         ::testing::Values(NetworkEngine::none, NetworkEngine::fast, NetworkEngine::simgrid),
                         [](const auto& test) { return std::string(name_of(test.param)); });

}  // namespace
}  // namespace gusset::simulator
