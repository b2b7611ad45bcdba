#include "gusset/simulator/predict/engine.hpp"

#include <gtest/gtest.h>

#include <string>

#include "cholesky.hpp"
#include "gusset/core/errors.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::in_child;
using testing::message_of;
using testing::simulate;
using testing::timed;

/// Returns a task without accesses on node 0.
Task& plain_task(Engine& engine, const TaskType& type) {
  static constexpr TaskClass nothing{[](Task&) {}, [](Task&) {}};
  const TaskMemory memory = engine.allocate(sizeof(Task), false);
  Task& task = *new (memory.block) Task(nothing, type.id(), 0, memory.log2_bytes, memory.has_extra);
  task.extra().node = NodeId(0);
  task.extra().work = 1.0;
  return task;
}

TEST(SimulationEngine, LinkingTheLibraryRegistersIt) {
  const auto names = engine_names();
  EXPECT_NE(std::find(names.begin(), names.end(), "simulate"), names.end());
}

TEST(SimulationEngine, NodesWithoutAGridGetTheSquarestGrid) {
  SimulationInputs inputs;
  inputs.platform = testing::round_platform(12, 4);
  const auto engine = make_simulation_engine(inputs);
  EXPECT_EQ(engine->grid(), (ProcessGrid{3, 4, 1}));
  EXPECT_EQ(engine->workers(), 4u);
  EXPECT_FALSE(engine->has_data());
}

TEST(SimulationEngine, GridDeterminesTheNumberOfNodes) {
  SimulationInputs inputs;
  inputs.platform = testing::round_platform(1, 4);
  inputs.platform->nodes.reset();
  inputs.grid = ProcessGrid{2, 5, 1};
  EXPECT_EQ(make_simulation_engine(inputs)->grid(), (ProcessGrid{2, 5, 1}));
  inputs.grid.reset();
  EXPECT_EQ(make_simulation_engine(inputs)->grid(), (ProcessGrid{1, 1, 1}));
}

TEST(SimulationEngine, UsesThePlatformsSpeedWithoutCosts) {
  SimulationInputs inputs;
  inputs.platform = testing::round_platform(1, 1);
  inputs.platform->gflops_per_core = 2.0;
  const TaskType type("t");
  const auto program = [&](Runtime& runtime) { runtime.submit(type(6e9), [] {}); };
  const SimulationResult result = simulate(inputs, program);
  EXPECT_EQ(result.statistics.makespan_s, 3.0);
  EXPECT_EQ(result.statistics.costs_json, R"({"kind":"rate","source":"platform","work_per_s":2000000000.0})");
  inputs.costs = make_rate_costs(1e9, "stated");
  EXPECT_EQ(simulate(inputs, program).statistics.makespan_s, 6.0);
}

TEST(SimulationEngine, RecordsAssumptions) {
  in_child([] {
    SimulationInputs inputs;
    inputs.grid = ProcessGrid{1, 2, 1};
    inputs.threads = 1;
    inputs.costs = make_rate_costs(1e9, "stated");
    inputs.wants_trace = true;
    const SimulationResult result = simulate(inputs, [](Runtime& runtime) { factorize(runtime, 8, 2); });
    const std::string cores =
        std::to_string(available_cores()) + (available_cores() == 1 ? " core)" : " cores)");
    const std::vector<std::string> expected{"nodes are copies of this machine (" + cores,
                                            "nodes are connected by a crossbar of 2 µs and 10 GB/s"};
    EXPECT_EQ(result.statistics.assumptions, expected);
    EXPECT_EQ(result.trace->metadata.notes,
              (std::vector<std::string>{"assumed: " + expected[0], "assumed: " + expected[1]}));
    EXPECT_EQ(result.statistics.platform.latency_s, 2e-6);
    EXPECT_EQ(result.statistics.platform.bandwidth_bytes_per_s, 1e10);
  });
}

TEST(SimulationEngine, SubmitThrowsForUnknownCost) {
  const TaskType fill("fill");
  const std::string message =
      message_of([&] { simulate(timed(1, 1), [&](Runtime& runtime) { runtime.submit(fill(), [] {}); }); });
  EXPECT_EQ(message, "task type 'fill': expected declared work, since the costs are work ÷ rate, found none");
}

TEST(SimulationEngine, RefusesTimesBeyondTheLimit) {
  const TaskType type("t");
  const std::string message = message_of([&] {
    simulate(timed(1, 1), [&](Runtime& runtime) {
      const Handle x = runtime.handle("x", 8);
      runtime.submit(
          type(5e9), [] {}, write(x));
      runtime.submit(
          type(5e9), [] {}, write(x));
      runtime.wait();
    });
  });
  EXPECT_EQ(message, "simulate: expected times below 9e9 seconds, found more with task type 't'");
}

TEST(SimulationEngine, RefusesMessagesBeyondTheTimeLimit) {
  in_child([] {
    const TaskType type("t");
    SimulationInputs inputs = timed(2, 1);
    inputs.platform->bandwidth_bytes_per_s = 1.0;
    const std::string message = message_of([&] {
      simulate(inputs, [&](Runtime& runtime) {
        const Handle x = runtime.handle("x", std::uint64_t{1} << 60, NodeId(0));
        runtime.submit(
            type(1).on(NodeId(1)), [] {}, read(x));
        runtime.wait();
      });
    });
    EXPECT_EQ(message, "simulate: expected times below 9e9 seconds, found more");
  });
}

TEST(SimulationEngine, EveryWaitAfterAFailureRethrowsIt) {
  class Failing final : public CostModel {
   public:
    TaskCost cost(const TaskShape&) const override { return {1.0, 0.0, false, SizeKind::work, 0.0}; }
    double on_start(const TaskShape&, const TaskCost&, NodeId, WorkerId) override {
      throw SimulationError("broken");
    }
    std::string description() const override { return "{}"; }
  };
  const TaskType type("t");
  for (const unsigned nodes : {1u, 2u}) {
    in_child([&] {
      SimulationInputs inputs = timed(nodes, 1);
      inputs.costs = std::make_shared<Failing>();
      auto result = std::make_shared<SimulationResult>();
      const auto engine = make_simulation_engine(inputs, result);
      HandleState handle;
      engine->add_handle(handle);
      EXPECT_EQ(message_of([&] { engine->wait(handle, 0); }), "no exception");
      engine->submit(plain_task(*engine, type));
      EXPECT_EQ(message_of([&] { engine->wait_all(); }), "broken");
      EXPECT_EQ(message_of([&] { engine->wait(handle, 0); }), "broken");
      engine->finish();
      EXPECT_TRUE(result->statistics.nodes.empty());
    });
  }
}

TEST(SimulationEngine, OnStartCanChangeDurations) {
  // A model with memory: every second task of a worker is warm.
  class Warm final : public CostModel {
   public:
    TaskCost cost(const TaskShape& task) const override {
      return {task.work, 0.0, false, SizeKind::work, task.work};
    }
    double on_start(const TaskShape& task, const TaskCost& cost, NodeId, WorkerId) override {
      EXPECT_EQ(task.type, "warm");
      EXPECT_EQ(task.bytes, 24u);
      return started_++ % 2 == 0 ? cost.seconds : cost.seconds / 2;
    }
    std::string description() const override { return "{}"; }

   private:
    int started_ = 0;
  };
  SimulationInputs inputs = timed(1, 1);
  inputs.costs = std::make_shared<Warm>();
  const TaskType type("warm");
  const SimulationResult result = simulate(inputs, [&](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    const Handle y = runtime.handle("y", 16);
    for (int i = 0; i < 4; ++i)
      runtime.submit(
          type(2), [] {}, read(y), write(x));
  });
  EXPECT_EQ(result.statistics.makespan_s, 6.0);
}

TEST(SimulationEngine, ExtrapolatedCostsAreMarked) {
  CostTable table;
  table.entries = {{"gemm", SizeKind::work, 100.0, 1, 1.0, 0.0, 1.0, 1.0, 1.0}};
  SimulationInputs inputs = timed(1, 1);
  inputs.costs = make_table_costs(table, "c.json");
  const TaskType gemm("gemm");
  const SimulationResult result = simulate(inputs, [&](Runtime& runtime) {
    for (const double work : {100.0, 102.0, 200.0, 200.0}) runtime.submit(gemm(work), [] {});
  });
  EXPECT_EQ(result.statistics.extrapolated,
            (std::vector<Extrapolation>{{"gemm", SizeKind::work, 200.0, 100.0, 2}}));
  EXPECT_EQ(
      result.trace->metadata.notes,
      (std::vector<std::string>{"extrapolated: the cost of 2 tasks of type 'gemm', from another size"}));
  EXPECT_NEAR(*result.statistics.makespan_s, 1.0 + 1.02 + 4.0, 1e-9);
}

TEST(SimulationEngine, BlocksAreAlignedToTheirSizeAndEndWithAnExtra) {
  const auto engine = make_simulation_engine(timed(1, 1));
  for (const std::size_t bytes : {sizeof(Task), std::size_t{64}, std::size_t{65}, std::size_t{5000}}) {
    const TaskMemory memory = engine->allocate(bytes, false);
    EXPECT_TRUE(memory.has_extra);
    const std::size_t size = std::size_t{1} << memory.log2_bytes;
    EXPECT_GE(size, bytes + sizeof(TaskExtra));
    EXPECT_LT(size, 2 * (bytes + sizeof(TaskExtra)));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.block) % size, 0u);
    static constexpr TaskClass nothing{[](Task&) {}, [](Task&) {}};
    Task& task = *new (memory.block) Task(nothing, TaskType("t").id(), 0, memory.log2_bytes, true);
    EXPECT_EQ(task.extra().priority, 0);
    EXPECT_TRUE(task.extra().node.is_none());
    engine->give_back(task);
  }
}

TEST(SimulationEngine, RefusesToCancel) {
  const auto engine = make_simulation_engine(timed(1, 1));
  const std::string line =
      "simulate: tasks can't be cancelled, as the outcome would depend on their durations";
  EXPECT_EQ(message_of([&] { engine->cancel(); }), line);
  HandleState handle;
  EXPECT_EQ(message_of([&] { engine->cancel(handle); }), line);
}

TEST(SimulationEngine, FinishesOnlyOnce) {
  auto result = std::make_shared<SimulationResult>();
  {
    Runtime runtime(make_simulation_engine(timed(1, 1), result));
    factorize(runtime, 8, 2);
    runtime.wait();
    runtime.engine().finish();
    EXPECT_EQ(result->events, 4u);
    *result = {};
  }
  EXPECT_EQ(result->events, 0u) << "finished twice";
}

TEST(SimulationEngine, OnlySimGridRefusesASecondTimedSimulationOfSeveralNodes) {
  in_child([] {
    const auto again = [](NetworkEngine network) {
      SimulationInputs inputs = timed(2, 1);
      inputs.network = network;
      return message_of([&] { simulate(inputs, [](Runtime& runtime) { factorize(runtime, 8, 2); }); });
    };
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(again(NetworkEngine::fast), "no exception");
      EXPECT_EQ(again(NetworkEngine::none), "no exception");
    }
    if (has_simgrid()) {
      EXPECT_EQ(again(NetworkEngine::simgrid), "no exception");
      EXPECT_EQ(again(NetworkEngine::simgrid),
                "simulate: expected one simulation of several nodes per process, found a second");
    } else {
      EXPECT_EQ(again(NetworkEngine::simgrid),
                "simulate: network: expected fast or none, as this build has no SimGrid, found simgrid");
    }
  });
}

}  // namespace
}  // namespace gusset::simulator
