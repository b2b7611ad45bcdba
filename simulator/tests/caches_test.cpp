#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cholesky.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "simulate.hpp"
#include "two_sockets.hpp"

namespace gusset::simulator {
namespace {

using testing::bound_s;
using testing::factorize;
using testing::heat_of_figure_2;
using testing::message_of;
using testing::simulate;
using testing::sum_of;
using testing::two_sockets;

constexpr double ns = 1e-9;

double attribute_of(const traces::Trace& trace, const char* name, std::size_t task) {
  for (const traces::Attribute& attribute : trace.attributes) {
    if (attribute.name != name) continue;
    const auto row = attribute.row_of(traces::TaskId(task));
    if (row) return std::get<std::vector<double>>(attribute.values)[*row];
  }
  ADD_FAILURE() << "task " << task << " has no '" << name << "'";
  return -1.0;
}

double last_value_of(const traces::Trace& trace, const std::string& counter) {
  for (const traces::Counter& each : trace.counters) {
    if (each.name == counter) return each.value.back();
  }
  ADD_FAILURE() << "no counter '" << counter << "'";
  return -1.0;
}

// CAB (Chen et al. 2011), Figure 2.
TEST(Caches, NeighboursOnOneSocketShareTheirRows) {
  const SimulationResult near = heat_of_figure_2({0, 1, 2, 3});
  EXPECT_EQ(near.statistics.caches->l3_bytes, 960u);
  EXPECT_EQ(last_value_of(*near.trace, "missed in L3 0"), 480.0);
  EXPECT_EQ(last_value_of(*near.trace, "missed in L3 1"), 480.0);

  const SimulationResult apart = heat_of_figure_2({0, 2, 1, 3});
  EXPECT_EQ(apart.statistics.caches->l3_bytes, 1280u);
  EXPECT_EQ(last_value_of(*apart.trace, "missed in L3 0"), 640.0);
  EXPECT_EQ(last_value_of(*apart.trace, "missed in L3 1"), 640.0);
  EXPECT_LT(*near.statistics.makespan_s, *apart.statistics.makespan_s);
}

TEST(Caches, MissingBytesTakeTime) {
  const SimulationResult result = simulate(two_sockets(1000, 4000), [](Runtime& runtime) {
    const TaskType use("use");
    const Handle data = runtime.handle("data", 500);
    for (const unsigned worker : {0u, 0u, 1u, 2u})
      runtime.submit(
          use(1000.0).bound_to(WorkerId(worker)), [] {}, write(data));
  });
  // The data comes from memory, from L2, from L3, and again from memory: the other socket has no copy.
  EXPECT_NEAR(*result.statistics.makespan_s, 4000 * ns + 500 * (1.0 + 0.0 + 0.4 + 1.0) * ns, 1e-15);
  EXPECT_EQ(result.statistics.caches, (CacheMisses{2000, 1500, 1000}));
  const std::array<double, 4> l2{500, 0, 500, 500};
  const std::array<double, 4> l3{500, 0, 0, 500};
  for (std::size_t task = 0; task < 4; ++task) {
    EXPECT_EQ(attribute_of(*result.trace, traces::l2_missing_bytes, task), l2[task]);
    EXPECT_EQ(attribute_of(*result.trace, traces::l3_missing_bytes, task), l3[task]);
  }
  EXPECT_NEAR(result.statistics.bounds->critical_path_s, 4000 * ns, 1e-15);
  EXPECT_EQ(result.statistics.assumptions.back(),
            "a byte from memory takes 1.000 ns (the platform's memory bandwidth divided among its cores), a "
            "byte from L3 0.400 ns (L3 is 2.5 times as fast), on top of the task's cost");
}

// The mean of 2 µs includes 0.5 µs that missing bytes took.
TEST(Caches, MeasuredPricesReplaceAssumedOnes) {
  CostTable table;
  CostEntry& entry = table.entries.emplace_back();
  entry.type = "use";
  entry.size = 1000.0;
  entry.count = 10;
  entry.mean_s = entry.min_s = entry.median_s = entry.max_s = 2e-6;
  CachePrice& price = table.caches.emplace_back();
  price.type = "use";
  price.ns_per_byte = 3.0;
  price.time_share = 0.25;
  SimulationInputs inputs = two_sockets(1000, 4000);
  inputs.costs = make_table_costs(table, "c.json");
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    const TaskType use("use");
    const Handle data = runtime.handle("data", 500);
    for (const unsigned worker : {0u, 0u, 1u})
      runtime.submit(
          use(1000.0).bound_to(WorkerId(worker)), [] {}, write(data));
  });
  EXPECT_NEAR(*result.statistics.makespan_s, 3 * 1500 * ns + 500 * 3 * ns, 1e-15);
  EXPECT_NEAR(result.statistics.bounds->critical_path_s, 3 * 1500 * ns, 1e-15);
  EXPECT_TRUE(result.statistics.assumptions.back().ends_with(", for tasks of types other than 'use'"));
}

TEST(Caches, AreNotReportedWhenSwitchedOff) {
  SimulationInputs inputs = two_sockets(1000, 4000);
  inputs.caches = false;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) { factorize(runtime, 40, 4); });
  EXPECT_EQ(result.statistics.caches, std::nullopt);
  EXPECT_EQ(sum_of(*result.trace, traces::l2_missing_bytes), -1.0);
  EXPECT_TRUE(result.trace->counters.empty());
  EXPECT_EQ(to_json(result.statistics).find("\"caches\""), std::string::npos);
}

TEST(Caches, BoundsHoldAndTracesPassChecks) {
  for (const unsigned nodes : {1u, 2u, 4u}) {
    for (const char* policy : {"locality", "fifo"}) {
      SimulationInputs inputs = two_sockets(20'000, 60'000);
      inputs.platform->nodes = nodes;
      inputs.platform->latency_s = 1e-6;
      inputs.platform->bandwidth_bytes_per_s = 1e9;
      inputs.grid = ProcessGrid{1, nodes, 1};
      inputs.network = NetworkEngine::fast;
      inputs.policy = policy;
      const SimulationResult result = simulate(inputs, [](Runtime& runtime) { factorize(runtime, 240, 8); });
      EXPECT_LE(bound_s(result.statistics), *result.statistics.makespan_s);
      const CacheMisses misses = *result.statistics.caches;
      EXPECT_GT(misses.l3_bytes, 0u);
      EXPECT_LE(misses.l3_bytes, misses.l2_bytes);
      EXPECT_LE(misses.l2_bytes, misses.accessed_bytes);
      EXPECT_EQ(sum_of(*result.trace, traces::l3_missing_bytes), static_cast<double>(misses.l3_bytes));
      EXPECT_EQ(traces::check(*result.trace).total, 0u);
    }
  }
}

TEST(Caches, MigratedTasksWorkOnColdCopies) {
  SimulationInputs inputs = two_sockets(200'000, 1'000'000);  // all data fit
  inputs.platform->nodes = 2;
  inputs.platform->node_speeds = {1.0, 0.2};
  inputs.platform->latency_s = 1e-9;
  inputs.platform->bandwidth_bytes_per_s = 1e12;
  inputs.grid = ProcessGrid{1, 2, 1};
  inputs.network = NetworkEngine::fast;
  const auto misses = [&](const char* balance) {
    inputs.balance = Balance::from(testing::options({{"balance", balance}}));
    const SimulationResult result =
        simulate(inputs, [](Runtime& runtime) { factorize(runtime, 240, 8, AccessMode::write, true); });
    EXPECT_LE(bound_s(result.statistics), *result.statistics.makespan_s);
    EXPECT_EQ(traces::check(*result.trace).total, 0u);
    const auto& migration = result.statistics.totals.migration;
    EXPECT_EQ(migration && migration->migrated_tasks.value_or(0) > 0, std::string(balance) == "smart");
    return result.statistics.caches->l3_bytes;
  };
  EXPECT_GT(misses("smart"), misses("off"));
}

TEST(Caches, SeedsGiveTheSameResultsOnAnyNumberOfThreads) {
  const auto statistics = [](unsigned jobs) {
    SimulationInputs inputs = two_sockets(20'000, 60'000);
    inputs.seeds = 6;
    inputs.jobs = jobs;
    const auto result = simulate(inputs, [](Runtime& runtime) { factorize(runtime, 240, 8); });
    EXPECT_EQ(sum_of(*result.trace, traces::l3_missing_bytes),
              static_cast<double>(result.statistics.caches->l3_bytes));
    return to_json(result.statistics);
  };
  const std::string alone = statistics(1);
  EXPECT_EQ(statistics(1), alone);
  EXPECT_EQ(statistics(3), alone);
}

TEST(Caches, PartsAndWholesAreTheSameMemory) {
  struct Halves {
    Runtime* runtime;
    void operator()(Tile<double>) const {}
    void split(const TileParts<double>& parts) const {
      const TaskType half("half");
      for (std::size_t i = 0; i < parts.rows(); ++i)
        runtime->submit(
            half(1000.0).bound_to(WorkerId(0)), [](Tile<double>) {}, write(parts(i, 0)));
    }
  };
  const SimulationResult result = simulate(two_sockets(1000, 4000), [](Runtime& runtime) {
    const TaskType whole("whole");
    auto a = TiledMatrix<double>::full(runtime, "A", 8, 1, {1, 2}, {1, 1});
    runtime.submit(whole(2000.0), Halves{&runtime}, write(a(0, 0)));
    runtime.submit(
        whole(1000.0).bound_to(WorkerId(0)), [](Tile<const double>) {}, read(a(0, 0)));
  });
  EXPECT_EQ(result.statistics.caches, (CacheMisses{128, 64, 64}));
}

TEST(Caches, CopiesOfOtherNodesDataArriveCold) {
  SimulationInputs inputs = two_sockets(1000, 4000);
  inputs.platform->nodes = 2;
  inputs.grid = ProcessGrid{1, 2, 1};
  inputs.network = NetworkEngine::none;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    const TaskType use("use");
    const Handle data = runtime.handle("data", 500, NodeId(0));
    const Handle own = runtime.handle("own", 100, NodeId(1));
    for (int time = 0; time < 2; ++time) {
      runtime.submit(
          use(1000.0).bound_to(WorkerId(0)), [] {}, write(data));
      for (int reader = 0; reader < 2; ++reader)
        runtime.submit(
            use(1000.0).bound_to(WorkerId(0)), [] {}, read(data), write(own));
    }
  });
  // Node 0 misses its data once. Node 1 misses each version of that data once, and its own data once.
  EXPECT_EQ(result.statistics.caches, (CacheMisses{3400, 1600, 1600}));
}

TEST(Caches, NeedCostsAndAPlatformThatStatesCaches) {
  SimulationInputs inputs = two_sockets(1000, 4000);
  inputs.platform->caches.clear();
  EXPECT_EQ(message_of([&] { make_simulation_engine(inputs); }),
            "platform: expected a platform that states caches of level 2 or 3, found no caches");
  inputs = two_sockets(1000, 4000);
  inputs.costs = nullptr;
  EXPECT_EQ(message_of([&] { make_simulation_engine(inputs); }),
            "GUSSET_CACHES: expected costs or a platform with GFlop/s, found neither");
}

TEST(Caches, MissesSurviveAJsonRoundTrip) {
  const SimulationResult result = heat_of_figure_2({0, 1, 2, 3});
  const auto read_back = parse_statistics(to_json(result.statistics), "s.json");
  ASSERT_TRUE(read_back) << read_back.error().message();
  EXPECT_EQ(read_back->caches, result.statistics.caches);
}

}  // namespace
}  // namespace gusset::simulator
