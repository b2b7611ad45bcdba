// What balancing gains on a machine with a slow node, and what it loses where there is nothing to balance.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "cholesky.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::simulate;

struct Case {
  ProcessGrid grid;
  unsigned workers = 1;
  std::size_t tile = 1;  ///< rows of a tile
  std::size_t blocks = 1;
};

/// Nodes of 30 GFlop/s per worker behind 2 µs and 10 GB/s.
double makespan_s(const Case& what, const std::string& how, double slowest, AccessMode updates,
                  std::uint64_t seed = 1) {
  SimulationInputs inputs;
  Platform platform;
  platform.nodes = what.grid.nodes();
  platform.cores = what.workers;
  platform.latency_s = 2e-6;
  platform.bandwidth_bytes_per_s = 1e10;
  platform.node_speeds.assign(what.grid.nodes(), 1.0);
  platform.node_speeds[0] = slowest;
  inputs.platform = platform;
  inputs.grid = what.grid;
  inputs.network = NetworkEngine::fast;
  inputs.seed = seed;
  inputs.costs = make_rate_costs(30e9, "stated");
  if (!how.empty()) inputs.balance = Balance::from(testing::options({{"balance", how}}));
  const SimulationResult result = simulate(inputs, [&](Runtime& runtime) {
    testing::factorize(runtime, what.tile * what.blocks, what.blocks, updates, true);
  });
  return *result.statistics.makespan_s;
}

constexpr const char* policies[] = {"basic", "equalize", "smart"};

/// Of several seeds: even a single task that moves changes the order of all later ones.
double median_makespan_s(const Case& what, const std::string& how, double slowest, AccessMode updates) {
  std::array<double, 5> times_s;
  for (std::size_t i = 0; i < times_s.size(); ++i)
    times_s[i] = makespan_s(what, how, slowest, updates, i + 1);
  std::sort(times_s.begin(), times_s.end());
  return times_s[times_s.size() / 2];
}

void expect_no_loss_where_nodes_are_equal(const Case& each) {
  for (const AccessMode updates : {AccessMode::write, AccessMode::add}) {
    SCOPED_TRACE(name(updates));
    const double even_s = makespan_s(each, "", 1.0, updates);
    for (const char* how : policies)
      EXPECT_LE(median_makespan_s(each, how, 1.0, updates), 1.02 * even_s) << how;
  }
}

/// Expects at most this share of the time that a node of half the speed costs.
void expect_loss_to_a_slow_node(const Case& each, double share) {
  for (const AccessMode updates : {AccessMode::write, AccessMode::add}) {
    SCOPED_TRACE(name(updates));
    const double even_s = makespan_s(each, "", 1.0, updates);
    const double lost_s = makespan_s(each, "", 0.5, updates) - even_s;
    EXPECT_GT(lost_s, 0.3 * even_s);
    for (const char* how : policies)
      EXPECT_LE(median_makespan_s(each, how, 0.5, updates) - even_s, share * lost_s) << how;
  }
}

class BalancingCholesky : public ::testing::TestWithParam<Case> {};

TEST_P(BalancingCholesky, SlowNodeCostsAtMostHalf) {
  expect_loss_to_a_slow_node(GetParam(), 0.5);
}

TEST_P(BalancingCholesky, LosesNothingWhereNodesAreEqual) {
  expect_no_loss_where_nodes_are_equal(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Machines, BalancingCholesky,
                         ::testing::Values(Case{{2, 2, 1}, 1, 512, 24}, Case{{2, 2, 1}, 4, 512, 32},
                                           Case{{3, 3, 1}, 1, 512, 30}, Case{{2, 2, 1}, 4, 128, 32},
                                           Case{{2, 1, 1}, 4, 512, 24}, Case{{1, 4, 1}, 2, 256, 24}));

/// Tasks of 17 µs, whose contents travel for 12 µs and come back in 5 µs; and tasks of 140 µs in short
/// programs.
class BalancingSmallTasks : public ::testing::TestWithParam<Case> {};

TEST_P(BalancingSmallTasks, LosesNothingWhereNodesAreEqual) {
  expect_no_loss_where_nodes_are_equal(GetParam());
}

// Half of the loss would be less than moves cost. Still, no policy makes it worse.
TEST_P(BalancingSmallTasks, SlowNodeCostsLess) {
  expect_loss_to_a_slow_node(GetParam(), 0.8);
}

INSTANTIATE_TEST_SUITE_P(Machines, BalancingSmallTasks,
                         ::testing::Values(Case{{2, 2, 1}, 4, 64, 32}, Case{{2, 2, 1}, 1, 64, 24},
                                           Case{{3, 3, 1}, 2, 64, 32}, Case{{2, 2, 1}, 4, 128, 24},
                                           Case{{2, 1, 1}, 4, 64, 32}, Case{{2, 3, 1}, 2, 128, 30}));

TEST(Balancing, LosesNothingWhereAllNodesHaveTheSameWork) {
  SimulationInputs inputs;
  inputs.platform = *platform_from_text("4:2:30:2e-6:1e10", "platform");
  inputs.network = NetworkEngine::fast;
  const auto program = [](Runtime& runtime) {
    static const TaskType type("t");
    std::deque<Handle> handles;
    for (unsigned i = 0; i < 4000; ++i) {
      handles.push_back(runtime.handle("x", 1000, NodeId(i % 4)));
      runtime.submit(
          type(3e6).migratable(), [] {}, write(handles.back()));
    }
    runtime.wait();
  };
  const double off_s = *simulate(inputs, program).statistics.makespan_s;
  for (const Balance::Policy policy :
       {Balance::Policy::basic, Balance::Policy::equalize, Balance::Policy::smart}) {
    inputs.balance.policy = policy;
    EXPECT_LE(*simulate(inputs, program).statistics.makespan_s, 1.001 * off_s);
  }
}

}  // namespace
}  // namespace gusset::simulator
