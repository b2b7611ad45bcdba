#include "gusset/simulator/predict/engine.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "cholesky.hpp"
#include "gusset/core/annotation.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::contents;
using testing::factorize;
using testing::in_child;
using testing::message_of;
using testing::simulate;
using testing::temporary;
using testing::timed;
using testing::write_file;

Options options(std::map<std::string, std::string> settings) {
  Options result;
  result.engine = "simulate";
  result.settings = std::move(settings);
  return result;
}

/// Returns a task without accesses on node 0.
Task& plain_task(Engine& engine, const TaskType& type) {
  static constexpr TaskClass nothing{[](Task&) {}, [](Task&) {}};
  const TaskMemory memory = engine.allocate(sizeof(Task), false);
  Task& task = *new (memory.block) Task(nothing, type.id(), 0, memory.log2_bytes, memory.has_extra);
  task.extra().node = NodeId(0);
  task.extra().work = 1.0;
  return task;
}

std::string error_of(const Options& wanted) {
  return message_of([&] { make_engine(wanted); });
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

TEST(SimulationEngine, RefusesGridThatDoesNotMatchTheNodes) {
  Options wanted = options({{"platform", "9:4::1e-6:1e9"}});
  wanted.grid = ProcessGrid{2, 2, 1};
  EXPECT_EQ(error_of(wanted),
            "GUSSET_GRID: expected a grid of 9 nodes, as in 9:4::1e-6:1e9, found 2x2 of 4 nodes");
}

TEST(SimulationEngine, RefusesMoreThreadsThanCores) {
  Options wanted = options({{"platform", "9:4::1e-6:1e9"}});
  wanted.threads = 5;
  EXPECT_EQ(error_of(wanted),
            "GUSSET_THREADS: expected at most 4, the cores per node of 9:4::1e-6:1e9, found 5");
  wanted.threads = 3;
  EXPECT_EQ(make_engine(wanted)->workers(), 3u);
}

TEST(SimulationEngine, RefusesTooManyWorkers) {
  EXPECT_EQ(error_of(options({{"platform", "65536:64::1e-6:1e9"}})),
            "simulate: expected at most 1048576 workers, found 65536 nodes with 64 each");
}

TEST(SimulationEngine, RefusesTraceWithoutCosts) {
  EXPECT_EQ(error_of(options({{"platform", "9:4::1e-6:1e9"}, {"trace", temporary("t.gus").string()}})),
            "simulate: expected costs or a platform with GFlop/s to predict a trace, found neither");
}

TEST(SimulationEngine, UnwritableOutputFailsBeforeTheProgramRuns) {
  EXPECT_EQ(error_of(options({{"platform", "1:4:1:0:1e9"}, {"stats", "/no/such/s.json"}})),
            "/no/such/s.json: expected a file that can be written, found No such file or directory");
  EXPECT_EQ(error_of(options({{"platform", "1:4:1:0:1e9"}, {"trace", "/no/such/t.gus"}})),
            "/no/such/t.gus: expected a file that can be written, found No such file or directory");
}

TEST(SimulationEngine, ErrorsNameTheInvalidSetting) {
  EXPECT_EQ(error_of(options({{"platform", "9:4"}})),
            "GUSSET_PLATFORM: expected nodes:cores:gflops:latency:bandwidth, found '9:4'");
  EXPECT_EQ(error_of(options({{"platform", "9:4:1:0:"}})),
            "GUSSET_PLATFORM: bandwidth: expected bytes per second, 1 or more, found nothing");
  EXPECT_EQ(error_of(options({{"platform", "/no/such.json"}})),
            "/no/such.json: expected a file that can be read, found No such file or directory");
  EXPECT_EQ(error_of(options({{"costs", "work:fast"}})),
            "GUSSET_COSTS: expected work:RATE with a rate above 0, found 'work:fast'");
  EXPECT_EQ(error_of(options({{"progress", "yes"}})), "GUSSET_PROGRESS: expected 0 or 1, found \"yes\"");
}

TEST(SimulationEngine, PlatformErrorsNameFileAndField) {
  const auto path = write_file("m.json", R"({"nodes": 2, "cores": 4, "latency_s": 1e-6})");
  EXPECT_EQ(error_of(options({{"platform", path.string()}})),
            path.string() + ": bandwidth_bytes_per_s: expected bytes per second, 1 or more, found nothing");
  std::filesystem::remove(path);
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

TEST(SimulationEngine, ReportsAnAssumedNetworkOnStderr) {
  ::testing::internal::CaptureStderr();
  Options wanted = options({});
  wanted.grid = ProcessGrid{2, 2, 1};
  make_engine(wanted);
  const std::string cores =
      std::to_string(available_cores()) + (available_cores() == 1 ? " core)" : " cores)");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "simulate: assumed: nodes are copies of this machine (" + cores +
                "; nodes are connected by a crossbar of 2 µs and 10 GB/s\n");
  ::testing::internal::CaptureStderr();
  make_engine(options({{"platform", "4:2::1e-6:1e9"}}));
  make_engine(options({}));  // one node: a copy of this machine is expected
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
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

TEST(SimulationEngine, AcceptsAWindowButRefusesPinning) {
  Options wanted = options({});
  wanted.window = 100;
  EXPECT_EQ(error_of(wanted), "no exception");
  wanted.pinning = Pinning::compact;
  EXPECT_EQ(
      error_of(wanted),
      "GUSSET_PIN: expected none with the engine \"simulate\", whose cores are simulated, found another");
}

TEST(SimulationEngine, ReadsSwitchesSeedsAndJobsFromSettings) {
  const auto inputs = [](std::map<std::string, std::string> settings) {
    return inputs_from_options(options(std::move(settings)));
  };
  EXPECT_EQ(inputs({}).seeds, 1u);
  EXPECT_EQ(inputs({{"seeds", "10"}}).seeds, 10u);
  for (const char* bad : {"0", "", "10001", "ten", "1.5", "-1"})
    EXPECT_EQ(error_of(options({{"seeds", bad}})),
              std::string("GUSSET_SEEDS: expected a whole number from 1 to 10000, found \"") + bad + "\"");
  EXPECT_EQ(inputs({}).jobs, available_cores());
  EXPECT_EQ(inputs({{"jobs", "3"}}).jobs, 3u);
  EXPECT_EQ(error_of(options({{"jobs", "0"}})),
            "GUSSET_JOBS: expected a whole number from 1 to 1024, found \"0\"");
  EXPECT_TRUE(inputs({}).deduplicates);
  EXPECT_FALSE(inputs({{"deduplication", "0"}}).deduplicates);
  EXPECT_TRUE(inputs({}).splits);
  EXPECT_FALSE(inputs({{"hierarchy", "0"}}).splits);
  EXPECT_TRUE(inputs({}).submitter_computes);
  EXPECT_FALSE(inputs({{"submitter_computes", "0"}}).submitter_computes);
  EXPECT_EQ(error_of(options({{"hierarchy", "no"}})), "GUSSET_HIERARCHY: expected 0 or 1, found \"no\"");
}

TEST(SimulationEngine, RefusesUnknownPolicyEvenWhenOnlyCounting) {
  SimulationInputs inputs;
  inputs.policy = "lifo";
  EXPECT_EQ(
      message_of([&] { make_simulation_engine(inputs); }),
      "GUSSET_POLICY: expected one of locality, fifo, priority, random, nearest, static, found \"lifo\"");
}

TEST(SimulationEngine, OptionsSelectThePolicy) {
  Options wanted = options({});
  EXPECT_EQ(inputs_from_options(wanted).policy, "locality");
  wanted.policy = "static";
  EXPECT_EQ(inputs_from_options(wanted).policy, "static");
}

TEST(SimulationEngine, WritesAPredictedTraceAndStatistics) {
  const auto trace_path = temporary("w.gus");
  const auto stats_path = temporary("w.json");
  in_child([&] {
    Options wanted = options({{"platform", "4:2:1:1e-6:1e9"},
                              {"stats", stats_path.string()},
                              {"trace", trace_path.string()},
                              {"progress", "0"}});
    Runtime runtime(wanted);
    factorize(runtime, 400, 8);
  });
  const auto document = nlohmann::json::parse(contents(stats_path));
  EXPECT_EQ(document.at("inputs").at("grid"), "2x2");
  EXPECT_EQ(document.at("totals").at("level1_tasks"), 120);
  const auto trace = traces::read_gus(trace_path);
  ASSERT_TRUE(trace) << trace.error().message();
  EXPECT_EQ((*trace)->tasks.size(), 120u);
  EXPECT_EQ((*trace)->metadata.origin, traces::Origin::predicted);
  EXPECT_EQ((*trace)->metadata.program, "simulator_tests");
  const auto model = nlohmann::json::parse((*trace)->metadata.model);
  EXPECT_EQ(model.at("model"), document.at("model"));
  EXPECT_EQ(model.at("inputs"), document.at("inputs"));
  std::int64_t last_ns = 0;
  for (const auto& lane : (*trace)->lanes) {
    for (const std::int64_t end_ns : lane.spans.end_ns) last_ns = std::max(last_ns, end_ns);
  }
  EXPECT_EQ(document.at("makespan_s").get<double>(), static_cast<double>(last_ns) / 1e9);
  std::filesystem::remove(trace_path);
  std::filesystem::remove(stats_path);
}

TEST(SimulationEngine, AnnotationsBecomeAttributesOfTheTrace) {
  const auto trace_path = temporary("annotated.gus");
  in_child([&] {
    Options wanted =
        options({{"platform", "1:2:1:1e-6:1e9"}, {"trace", trace_path.string()}, {"progress", "0"}});
    Runtime runtime(wanted);
    const TaskType task("task");
    runtime.submit(task(1e6), [] {});
    for (int i = 0; i < 2; ++i) {
      const Annotation iteration("iteration", i);
      runtime.submit(task(1e6), [] {});
    }
  });
  const auto trace = traces::read_gus(trace_path);
  ASSERT_TRUE(trace) << trace.error().message();
  ASSERT_FALSE((*trace)->attributes.empty());
  EXPECT_EQ((*trace)->attributes[0],
            (traces::Attribute{
                "iteration", {traces::TaskId(1), traces::TaskId(2)}, std::vector<std::int64_t>{0, 1}}));
  std::filesystem::remove(trace_path);
}

TEST(SimulationEngine, SameSeedGivesSameBytesInTwoProcesses) {
  const auto run = [](const std::string& name) {
    const auto trace_path = temporary(name + ".gus");
    const auto stats_path = temporary(name + ".json");
    in_child([&] {
      Options wanted = options(
          {{"platform", "6:3:2:1e-6:1e9"}, {"stats", stats_path.string()}, {"trace", trace_path.string()}});
      wanted.seed = 7;
      Runtime runtime(wanted);
      factorize(runtime, 600, 12);
    });
    const std::string bytes = contents(trace_path) + contents(stats_path);
    std::filesystem::remove(trace_path);
    std::filesystem::remove(stats_path);
    return bytes;
  };
  const std::string first = run("first");
  EXPECT_GT(first.size(), 10'000u);
  EXPECT_TRUE(first == run("second"));
}

TEST(SimulationEngine, SecondSimulationInAProcessGetsItsOwnFiles) {
  const auto path = temporary("again.json");
  const auto second = temporary("again.2.json");
  in_child([&] {
    for (int i = 0; i < 2; ++i) {
      Runtime runtime(options({{"platform", "1:2:1:0:1e9"}, {"stats", path.string()}}));
      factorize(runtime, 40, 2 + static_cast<std::size_t>(i));
    }
  });
  EXPECT_EQ(nlohmann::json::parse(contents(path)).at("totals").at("level1_tasks"), 4);
  EXPECT_EQ(nlohmann::json::parse(contents(second)).at("totals").at("level1_tasks"), 10);
  std::filesystem::remove(path);
  std::filesystem::remove(second);
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
