// What balancing gains on a machine with a slow node, and what it loses where there is nothing to balance.
#include <gtest/gtest.h>

#include <cstddef>
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
double makespan_s(const Case& what, const std::string& how, double slowest, AccessMode updates) {
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
  inputs.costs = make_rate_costs(30e9, "stated");
  if (!how.empty()) inputs.balance = Balance::from(testing::options({{"balance", how}}));
  const SimulationResult result = simulate(inputs, [&](Runtime& runtime) {
    testing::factorize(runtime, what.tile * what.blocks, what.blocks, updates, true);
  });
  return *result.statistics.makespan_s;
}

class BalancingCholesky : public ::testing::TestWithParam<Case> {};

TEST_P(BalancingCholesky, SlowNodeCostsAtMostHalf) {
  const Case& each = GetParam();
  for (const AccessMode updates : {AccessMode::write, AccessMode::add}) {
    SCOPED_TRACE(name(updates));
    const double even_s = makespan_s(each, "", 1.0, updates);
    const double lost_s = makespan_s(each, "", 0.5, updates) - even_s;
    EXPECT_GT(lost_s, 0.4 * even_s);
    for (const char* how : {"equalize", "smart"})
      EXPECT_LE(makespan_s(each, how, 0.5, updates) - even_s, 0.5 * lost_s) << how;
    EXPECT_LE(makespan_s(each, "smart", 1.0, updates), 1.02 * even_s);
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, BalancingCholesky,
                         ::testing::Values(Case{{2, 2, 1}, 1, 512, 24}, Case{{2, 2, 1}, 4, 512, 32},
                                           Case{{3, 3, 1}, 1, 512, 30}, Case{{2, 2, 1}, 4, 128, 32},
                                           Case{{2, 1, 1}, 4, 512, 24}, Case{{1, 4, 1}, 2, 256, 24}));

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
