#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cholesky.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::message_of;
using testing::simulate;

constexpr double ns = 1e-9;

/// Two sockets of two cores: L2 for each core, L3 for each socket. A byte from memory takes 1 ns, from L3
/// 0.4 ns.
SimulationInputs two_sockets(std::uint64_t l2_bytes, std::uint64_t l3_bytes) {
  SimulationInputs inputs = testing::timed(1, 4);
  inputs.platform->sockets = 2;
  inputs.platform->caches = {{2, l2_bytes, 1}, {3, l3_bytes, 2}};
  inputs.platform->memory_bandwidth_bytes_per_s = 4e9;
  inputs.costs = make_rate_costs(1e9, "stated");  // work in ns
  inputs.caches = true;
  return inputs;
}

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

/// Heat on 10 rows of 10 numbers: each of four tasks updates two rows in place and reads the rows next to
/// them. Task i runs on worker workers[i].
SimulationResult heat_of_figure_2(const std::array<unsigned, 4>& workers) {
  return simulate(two_sockets(512 << 10, 6 << 20), [&](Runtime& runtime) {
    const TaskType update("update");
    std::vector<Handle> rows;
    for (int i = 0; i < 10; ++i) rows.push_back(runtime.handle("row " + std::to_string(i), 80));
    for (std::size_t task = 0; task < 4; ++task) {
      const std::size_t first = 1 + 2 * task;
      runtime.submit(
          update(1000.0).bound_to(WorkerId(workers[task])), [] {}, read(rows[first - 1]), write(rows[first]),
          write(rows[first + 1]), read(rows[first + 2]));
    }
  });
}

// CAB (Chen et al. 2012), Figure 2.
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

double bound_s(const SimulationStatistics& statistics) {
  return std::max(statistics.bounds->work_s, statistics.bounds->critical_path_s);
}

double sum_of(const traces::Trace& trace, const char* name) {
  for (const traces::Attribute& attribute : trace.attributes) {
    if (attribute.name != name) continue;
    const auto& values = std::get<std::vector<double>>(attribute.values);
    return std::accumulate(values.begin(), values.end(), 0.0);
  }
  return -1.0;
}

TEST(Caches, MissingBytesTakeTime) {
  const SimulationResult result = simulate(two_sockets(1000, 4000), [](Runtime& runtime) {
    const TaskType use("use");
    const Handle data = runtime.handle("data", 500);
    for (const unsigned worker : {0u, 0u, 1u, 2u})
      runtime.submit(
          use(1000.0).bound_to(WorkerId(worker)), [] {}, write(data));
  });
  // From memory; in L2; in L3; on the other socket, where the last write has left nothing.
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
  EXPECT_TRUE(result.statistics.assumptions.back().ends_with(", for tasks of other types than 'use'"));
}

TEST(Caches, WithoutThemNothingIsReported) {
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
  // Node 0 misses its data once; node 1 each version once, and what it owns once.
  EXPECT_EQ(result.statistics.caches, (CacheMisses{3400, 1600, 1600}));
}

TEST(Caches, NeedAPlatformThatStatesThemAndCosts) {
  SimulationInputs inputs = two_sockets(1000, 4000);
  inputs.platform->caches.clear();
  EXPECT_EQ(message_of([&] { make_simulation_engine(inputs); }),
            "platform: expected a platform that states caches of level 2 or 3, found no caches");
  inputs = two_sockets(1000, 4000);
  inputs.costs = nullptr;
  EXPECT_EQ(message_of([&] { make_simulation_engine(inputs); }),
            "GUSSET_CACHES: expected costs or a platform with GFlop/s, found neither");
}

TEST(Caches, StatisticsKeepThem) {
  const SimulationResult result = heat_of_figure_2({0, 1, 2, 3});
  const auto read_back = parse_statistics(to_json(result.statistics), "s.json");
  ASSERT_TRUE(read_back) << read_back.error().message();
  EXPECT_EQ(read_back->caches, result.statistics.caches);
}

ReplayInputs replay_with_caches(const SimulationInputs& simulation) {
  ReplayInputs inputs;
  inputs.platform = simulation.platform;
  inputs.threads = simulation.platform->cores;
  inputs.caches = true;
  return inputs;
}

TEST(Caches, ReplayOfTheSameScheduleTakesTheSameTime) {
  const SimulationResult original = heat_of_figure_2({0, 2, 1, 3});
  // The tasks form a chain, so that any worker's times add up; on one worker, rows stay in its L2.
  ReplayInputs inputs = replay_with_caches(two_sockets(512 << 10, 6 << 20));
  inputs.threads = 1;
  const auto alone = replay(*original.trace, inputs);
  ASSERT_TRUE(alone) << alone.error().message();
  EXPECT_EQ(alone->statistics.caches->l3_bytes, 800u);
  EXPECT_NEAR(*alone->statistics.makespan_s, *original.statistics.makespan_s - 480 * ns, 1e-15);
  EXPECT_EQ(sum_of(alone->trace, traces::l3_missing_bytes), 800.0);
  EXPECT_LE(bound_s(alone->statistics), *alone->statistics.makespan_s);

  const auto unchanged = replay(alone->trace, inputs);
  ASSERT_TRUE(unchanged) << unchanged.error().message();
  EXPECT_EQ(*unchanged->statistics.makespan_s, *alone->statistics.makespan_s);
}

// The recorded tasks took 1 ns for each byte; the assumed price would be 1000 ns.
TEST(Caches, AssumedPricesDoNotExceedRecordedTimes) {
  const SimulationResult original = heat_of_figure_2({0, 1, 2, 3});
  ReplayInputs inputs = replay_with_caches(two_sockets(512 << 10, 6 << 20));
  inputs.threads = 1;
  inputs.platform->memory_bandwidth_bytes_per_s = 4e6;
  const auto slow = replay(*original.trace, inputs);
  ASSERT_TRUE(slow) << slow.error().message();
  EXPECT_LE(*slow->statistics.makespan_s, *original.statistics.makespan_s + 1e-15);
  EXPECT_NE(slow->statistics.assumptions.back().find("but less for tasks of type 'update'"),
            std::string::npos);
}

TEST(Caches, ReplayNeedsAPlatformAndBytes) {
  const SimulationResult original = heat_of_figure_2({0, 1, 2, 3});
  ReplayInputs inputs = replay_with_caches(two_sockets(1000, 4000));
  inputs.platform.reset();
  inputs.threads = 4;
  EXPECT_EQ(replay(*original.trace, inputs).error().message(),
            "platform: expected a platform that states caches of level 2 or 3, found no caches");
  inputs = replay_with_caches(two_sockets(1000, 4000));
  traces::Trace without = *original.trace;
  std::ranges::fill(without.handles.size_bytes, 0);
  EXPECT_EQ(replay(without, inputs).error().message(),
            "trace: expected tasks that state the bytes of their data, to follow caches, found none");
}

}  // namespace
}  // namespace gusset::simulator
