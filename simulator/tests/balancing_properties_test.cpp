// Properties of balanced load in any program on any machine: all tasks run, the traces are possible, and the
// counts of listed moves are known in advance.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "gusset/core/tiled_matrix.hpp"
#include "simulate.hpp"
#include "task_graphs.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::round_platform;
using testing::simulate;
using testing::ThenKernel;
using testing::type;

/// A random program of which most tasks may migrate. Also says what each move of a list costs.
class MigratableProgram {
 public:
  /// What the move of a task costs, and the task's home.
  struct Cost {
    unsigned home = 0;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
  };

  explicit MigratableProgram(unsigned seed) : seed_(seed) {}

  void operator()(Runtime& runtime) {
    random_.seed(seed_);
    costs_.clear();
    number_ = 0;
    handles_.clear();
    sizes_.clear();
    nodes_ = runtime.grid().nodes();
    for (unsigned h = 0; h < handles; ++h) {
      sizes_.push_back(below(4) * 40);
      handles_.push_back(runtime.handle("h" + std::to_string(h), sizes_.back(), NodeId(owner_of(h))));
    }
    const Handle each = runtime.handle("each", 8, every_node);
    auto tiles = TiledMatrix<double>::full(runtime, "A", 8, 2, {2, 2}, {2, 1});
    for (unsigned i = 0; i < 80; ++i) {
      switch (below(16)) {
        case 0:
          runtime.submit(
              type(1).everywhere(), [] {}, write(each));
          number_ += nodes_;
          break;
        case 1: {  // may split, and its tile has parts
          runtime.submit(type(1 + below(5)).migratable(), Splitting{&runtime},
                         write(tiles(below(2), below(2))));
          ++number_;
          break;
        }
        case 2:
          runtime.submit(type(1).migratable().on(NodeId(below(nodes_))),
                         ThenKernel{[&runtime] { runtime.submit(type(1).detached().migratable(), [] {}); }});
          ++number_;
          break;
        case 3:
          runtime.wait(handles_[below(handles)]);
          break;
        default:
          submit_task(runtime);
      }
    }
    runtime.wait();
    handles_.clear();
  }

  /// After a run: the costs of all tasks that may move, by number.
  const std::map<std::uint64_t, Cost>& costs() const { return costs_; }

 private:
  struct Splitting {
    Runtime* runtime;
    void operator()(Tile<double>) const {}
    void split(const TileParts<double>& parts) const {
      for (std::size_t i = 0; i < parts.rows(); ++i)
        runtime->submit(
            type(1), [](Tile<double>) {}, write(parts(i, 0)));
    }
  };

  static constexpr unsigned handles = 24;

  /// Node 0 has more to do than others.
  unsigned owner_of(unsigned handle) const { return handle % 2 == 0 ? 0 : handle % nodes_; }
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_()) % limit; }

  /// Reads some data of any node and changes up to two of its own.
  void submit_task(Runtime& runtime) {
    const unsigned h = below(handles);
    const unsigned home = owner_of(h);
    const unsigned from = below(handles);
    const bool may_move = below(4) > 0;
    TaskCall call = type(1 + below(20)).on(NodeId(home));
    if (may_move) call = call.migratable();
    const bool is_bound = below(10) == 0;
    if (is_bound) call = call.bound_to(WorkerId(1));
    Cost cost{home, 2 + 2u * (sizes_[h] > 0), 2 * sizes_[h]};
    const bool adds = below(2) == 0;
    if (from == h || sizes_[from] == 0) {
      runtime.submit(
          call, [] {}, adds ? add(handles_[h]) : write(handles_[h]));
    } else {
      runtime.submit(
          call, [] {}, adds ? add(handles_[h]) : write(handles_[h]), read(handles_[from]));
      ++cost.messages;
      cost.bytes += sizes_[from];
    }
    if (may_move && !is_bound) costs_.emplace(number_, cost);
    ++number_;
  }

  unsigned seed_;
  std::mt19937 random_;
  unsigned nodes_ = 1;
  std::uint64_t number_ = 0;
  std::deque<Handle> handles_;
  std::vector<std::uint64_t> sizes_;
  std::map<std::uint64_t, Cost> costs_;
};

/// Tasks take 1 to 20 ms.
SimulationInputs random_machine(unsigned seed) {
  std::mt19937 random(seed + 77);
  const auto below = [&random](unsigned limit) { return static_cast<unsigned>(random()) % limit; };
  SimulationInputs inputs;
  const unsigned nodes = 1 + seed % 9;
  Platform platform = round_platform(nodes, 2 + below(3));
  platform.latency_s = below(3) * 3e-4;
  platform.bandwidth_bytes_per_s = 1e5;
  platform.header_bytes = below(2) * 20;
  if (below(2) == 0) {
    for (unsigned n = 0; n < nodes; ++n) platform.node_speeds.push_back(0.5 + 0.25 * below(4));
  }
  inputs.platform = platform;
  inputs.grid = ProcessGrid{1, nodes, 1};
  inputs.network = below(2) == 0 ? NetworkEngine::fast : NetworkEngine::none;
  inputs.seed = seed;
  inputs.window = below(2) * (1 + below(6));
  inputs.submitter_computes = below(3) > 0;
  if (below(2) == 0) inputs.overheads = {25e-5, 12e-5, 0.0, 0.0, 5e-4};
  if (below(2) == 0) inputs.messages = {20, 1e-4, 3e-4, 1e5, 5e-5, 2e-5, 1e-6};
  if (below(3) == 0) inputs.platform->nodes_per_host = nodes;
  inputs.policy = std::vector<std::string>{"locality", "fifo", "random", "priority"}[below(4)];
  inputs.costs = make_rate_costs(1e3, "stated");
  inputs.wants_trace = true;
  return inputs;
}

void expect_all_ran(const SimulationResult& result) {
  const traces::Trace& trace = *result.trace;
  ASSERT_EQ(trace.tasks.size(),
            result.statistics.totals.level1_tasks + result.statistics.totals.level2_tasks);
  std::vector<unsigned> runs(trace.tasks.size());
  for (const traces::Lane& lane : trace.lanes) {
    for (const traces::TaskId task : lane.spans.task) {
      if (!task.is_none()) ++runs[task.value()];
    }
  }
  EXPECT_TRUE(std::all_of(runs.begin(), runs.end(), [](unsigned times) { return times == 1; }));
}

void expect_bounds(const SimulationStatistics& statistics) {
  constexpr double rounding_s = 1e-6;
  EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->work_s);
  EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->critical_path_s);
}

class BalancingPolicies : public ::testing::TestWithParam<const char*> {};

TEST_P(BalancingPolicies, RunEveryTaskOnce) {
  std::uint64_t moved = 0;
  for (unsigned seed = 1; seed <= 45; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SimulationInputs inputs = random_machine(seed);
    MigratableProgram program(seed);
    const SimulationStatistics off = simulate(inputs, std::ref(program)).statistics;
    inputs.balance = Balance::from(testing::options({{"balance", GetParam()}}));
    const SimulationResult result = simulate(inputs, std::ref(program));
    expect_all_ran(result);
    expect_bounds(result.statistics);
    Totals totals = result.statistics.totals;
    ASSERT_TRUE(totals.migration);
    moved += *totals.migration->migrated_tasks;
    EXPECT_GE(*totals.migration->migration_messages, 2 * *totals.migration->migrated_tasks);
    totals.migration.reset();
    EXPECT_EQ(totals, off.totals);
    const SimulationResult again = simulate(inputs, std::ref(program));
    EXPECT_EQ(to_json(again.statistics), to_json(result.statistics));
    EXPECT_EQ(*again.trace, *result.trace);
  }
  EXPECT_GT(moved, 50u);
}

INSTANTIATE_TEST_SUITE_P(Policies, BalancingPolicies,
                         ::testing::Values("basic,1", "equalize,1", "smart,1", "smart"));

TEST(BalancingLists, MoveWhatTheyNameAndCountIt) {
  for (unsigned seed = 1; seed <= 90; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SimulationInputs inputs = random_machine(seed);
    const unsigned nodes = *inputs.platform->nodes;
    MigratableProgram program(seed);
    simulate(inputs, std::ref(program));
    inputs.balance.policy = Balance::Policy::list;
    std::mt19937 random(seed);
    std::vector<MigrationStatistics> expected(nodes, {0, 0, 0});
    for (std::uint64_t task = 0; task < 150; ++task) {
      const auto node = static_cast<unsigned>(random()) % nodes;
      inputs.balance.moves.emplace(task, NodeId(node));
      const auto cost = program.costs().find(task);
      if (cost == program.costs().end() || cost->second.home == node) continue;
      MigrationStatistics& home = expected[cost->second.home];
      ++*home.migrated_tasks;
      *home.migration_messages += cost->second.messages;
      *home.migration_bytes += cost->second.bytes;
    }
    const SimulationResult result = simulate(inputs, std::ref(program));
    expect_all_ran(result);
    expect_bounds(result.statistics);
    inputs.costs = nullptr;
    inputs.wants_trace = false;
    const SimulationStatistics counted = simulate(inputs, std::ref(program)).statistics;
    for (std::size_t n = 0; n < nodes; ++n) {
      EXPECT_EQ(result.statistics.nodes[n].migration, expected[n]) << n;
      EXPECT_EQ(counted.nodes[n].migration, expected[n]) << n;
    }
    EXPECT_EQ(result.statistics.totals, counted.totals);
    const std::size_t rows = result.statistics.totals.messages +
                             *result.statistics.totals.migration->migration_messages -
                             2 * *result.statistics.totals.migration->migrated_tasks;
    EXPECT_EQ(result.trace->messages.size(), rows);
  }
}

}  // namespace
}  // namespace gusset::simulator
