// Several seeds: a makespan is a median and a range.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cholesky.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "schedule/outcome.hpp"
#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::in_child;
using testing::simulate;
using testing::timed;
using testing::type;

SimulationInputs seeds(unsigned count, NetworkEngine network = NetworkEngine::fast) {
  SimulationInputs inputs = timed(4, 3);
  inputs.grid = ProcessGrid{2, 2, 1};
  inputs.network = network;
  inputs.seeds = count;
  return inputs;
}

void program(Runtime& runtime) {
  factorize(runtime, 24, 6);
  factorize(runtime, 12, 3);  // after a wait
}

TEST(Seeds, SingleSeedHasNoSpread) {
  const SimulationStatistics statistics = simulate(seeds(1), program).statistics;
  ASSERT_TRUE(statistics.makespan_range.has_value());
  EXPECT_EQ(*statistics.makespan_range,
            (MakespanRange{*statistics.makespan_s, *statistics.makespan_s, 1, 1}));
  EXPECT_TRUE(statistics.assumptions.empty());
}

TEST(Seeds, SeveralSeedsGiveMedianAndRange) {
  const SimulationResult result = simulate(seeds(7), program);
  const SimulationStatistics& statistics = result.statistics;
  EXPECT_EQ(statistics.makespan_range->seeds, 7u);
  EXPECT_LT(statistics.makespan_range->min_s, statistics.makespan_range->max_s);
  EXPECT_LE(statistics.makespan_range->min_s, *statistics.makespan_s);
  EXPECT_GE(statistics.makespan_range->max_s, *statistics.makespan_s);
  // The trace and the nodes' times come from the seed nearest to the median.
  std::int64_t last_ns = 0;
  double busy_s = 0.0;
  for (const traces::Lane& lane : result.trace->lanes) {
    if (!lane.spans.end_ns.empty()) last_ns = std::max(last_ns, lane.spans.end_ns.back());
    for (std::size_t i = 0; i < lane.spans.size(); ++i)
      busy_s += static_cast<double>(lane.spans.end_ns[i] - lane.spans.begin_ns[i]) / 1e9;
  }
  EXPECT_EQ(static_cast<double>(last_ns) / 1e9, *statistics.makespan_s);
  double reported_s = 0.0;
  for (const NodeStatistics& node : statistics.nodes) {
    reported_s += *node.busy_s;
    EXPECT_EQ(*node.busy_share, *node.busy_s / (3 * *statistics.makespan_s));
  }
  EXPECT_NEAR(reported_s, busy_s, 1e-6);
}

TEST(Seeds, AssumesKernelVariationWithoutMeasurements) {
  const SimulationResult result = simulate(seeds(3), program);
  EXPECT_EQ(result.statistics.assumptions, std::vector<std::string>{"kernel times vary by 0.1 %"});
  EXPECT_EQ(result.trace->metadata.notes, std::vector<std::string>{"assumed: kernel times vary by 0.1 %"});
}

TEST(Seeds, SameSeedsGiveSameBytes) {
  const auto bytes = [](std::uint64_t seed) {
    SimulationInputs inputs = seeds(5);
    inputs.seed = seed;
    const auto path = testing::temporary("seeds.gus");
    inputs.trace_path = path;
    const std::string json = to_json(simulate(inputs, program).statistics);
    const std::string trace = testing::contents(path);
    std::filesystem::remove(path);
    return json + trace;
  };
  EXPECT_EQ(bytes(1), bytes(1));
  EXPECT_NE(bytes(1), bytes(100));
}

TEST(Seeds, ParallelSeedsGiveTheSameBytes) {
  for (const NetworkEngine network : {NetworkEngine::fast, NetworkEngine::none}) {
    for (const char* policy : {"locality", "random", "priority"}) {
      const auto bytes = [&](unsigned jobs) {
        SimulationInputs inputs = seeds(9, network);
        inputs.policy = policy;
        inputs.jobs = jobs;
        const auto path = testing::temporary("jobs.gus");
        inputs.trace_path = path;
        const SimulationResult result = simulate(inputs, program);
        const std::string trace = testing::contents(path);
        std::filesystem::remove(path);
        return to_json(result.statistics) + std::to_string(result.events) + trace;
      };
      const std::string expected = bytes(1);
      for (const unsigned jobs : {2u, 4u, 64u}) EXPECT_EQ(bytes(jobs), expected) << policy << ", " << jobs;
    }
  }
}

/// Work is in seconds, and all that a calibration measures varies.
class VaryingCosts final : public CostModel {
 public:
  explicit VaryingCosts(Variation variation) : variation_(std::move(variation)) {}
  TaskCost cost(const TaskShape& task) const override { return {task.work}; }
  const Variation* variation() const override { return &variation_; }
  std::vector<std::string> doubts() const override { return {"the machine was busy"}; }
  std::unique_ptr<CostModel> clone() const override { return std::make_unique<VaryingCosts>(*this); }
  std::string description() const override { return "{}"; }

 private:
  Variation variation_;
};

Variation variation() {
  Variation result;
  result.interruptions = {0.01, {0.5, 1.5, 2.5}, 30, 3000.0, true};
  result.speed = {0.9, 1.2, 20.0, 10.0, 0.6, 1000};
  for (int i = 0; i < 6; ++i) result.runs.push_back({i % 2 == 0 ? 1.05 : 0.95, 0.01});
  return result;
}

TEST(Seeds, VariationGivesTheSameBytesOnAnyNumberOfProcessors) {
  const auto bytes = [](unsigned jobs) {
    SimulationInputs inputs = seeds(9);
    inputs.costs = std::make_shared<VaryingCosts>(variation());
    inputs.jobs = jobs;
    return to_json(simulate(inputs, program).statistics);
  };
  EXPECT_EQ(bytes(1), bytes(2));
  EXPECT_EQ(bytes(1), bytes(4));
}

TEST(Seeds, MeasuredRunsGiveAnInterval) {
  SimulationInputs inputs = seeds(9);
  inputs.costs = std::make_shared<VaryingCosts>(variation());
  const SimulationStatistics statistics = simulate(inputs, program).statistics;
  ASSERT_TRUE(statistics.makespan_interval.has_value());
  EXPECT_LT(statistics.makespan_interval->low_s, *statistics.makespan_s);
  EXPECT_GT(statistics.makespan_interval->high_s, *statistics.makespan_s);
  EXPECT_NEAR(statistics.calibration_error.value_or(0.0), 0.05, 1e-9);
  EXPECT_EQ(statistics.doubts, std::vector<std::string>{"the machine was busy"});
  inputs.costs = timed(1, 1).costs;
  const SimulationStatistics unknown = simulate(inputs, program).statistics;
  EXPECT_FALSE(unknown.makespan_interval.has_value()) << "nobody measured how runs vary";
  EXPECT_FALSE(unknown.calibration_error.has_value());
}

TEST(Seeds, SingleSeedHasTheMeanOfTheInterruptions) {
  SimulationInputs inputs = timed(1, 1);
  inputs.costs = std::make_shared<VaryingCosts>(variation());
  const auto run = [](Runtime& runtime) { runtime.submit(type(100), [] {}); };
  EXPECT_NEAR(*simulate(inputs, run).statistics.makespan_s, 100.0 * 1.015, 1e-6);
  inputs.seeds = 400;
  EXPECT_NEAR(*simulate(inputs, run).statistics.makespan_s, 101.5, 5.0);
}

TEST(Seeds, FirstUseOfAHandleTakesItsTime) {
  Variation of_first_uses;
  of_first_uses.first_touches = {{"one", 0.01, 20}};
  SimulationInputs inputs = timed(1, 1);
  inputs.costs = std::make_shared<VaryingCosts>(of_first_uses);
  const auto run = [](Runtime& runtime) {
    static const TaskType one("one");
    const Handle a = runtime.handle("a", 200);
    for (int step = 0; step < 3; ++step) {
      runtime.submit(
          one(10.0), [] {}, write(a));
    }
    runtime.wait();
  };
  EXPECT_NEAR(*simulate(inputs, run).statistics.makespan_s, 3 * 10.0 + 2.0, 1e-6);
}

TEST(Seeds, EachSeedDrawsARunOfTheFirstUses) {
  Variation of_first_uses;
  of_first_uses.first_touches = {{"one", 0.01, 20, {0.01, 0.01, 0.1}}, {"two", 0.02, 20, {0.02, 0.02, 0.2}}};
  SimulationInputs inputs = timed(1, 1);
  inputs.costs = std::make_shared<VaryingCosts>(of_first_uses);
  const auto run = [](Runtime& runtime) {
    static const TaskType one("one");
    static const TaskType two("two");
    const Handle a = runtime.handle("a", 100);
    const Handle b = runtime.handle("b", 100);
    runtime.submit(
        one(10.0), [] {}, write(a));
    runtime.submit(
        two(10.0), [] {}, write(a), write(b));
    runtime.wait();
  };
  EXPECT_NEAR(*simulate(inputs, run).statistics.makespan_s, 20.0 + 1.0 + 2.0, 1e-6) << "one seed: medians";
  inputs.seeds = 2;
  int slow = 0;
  for (std::uint64_t seed = 1; seed < 200; seed += 2) {
    inputs.seed = seed;
    const MakespanRange range = *simulate(inputs, run).statistics.makespan_range;
    for (const double makespan_s : {range.min_s, range.max_s}) {
      EXPECT_NEAR(makespan_s, makespan_s > 40.0 ? 50.0 : 23.0, 1e-6) << "both types draw the same run";
      slow += makespan_s > 40.0 ? 1 : 0;
    }
  }
  EXPECT_NEAR(slow, 200 / 3, 25);
}

TEST(Seeds, FailureOfAParallelSeedIsThrown) {
  class Failing final : public CostModel {
   public:
    explicit Failing(bool fails) : fails_(fails) {}
    TaskCost cost(const TaskShape& task) const override { return {task.work}; }
    double on_start(const TaskShape&, const TaskCost& cost, NodeId, WorkerId) override {
      if (fails_) throw SimulationError("the model failed");
      return cost.seconds;
    }
    std::unique_ptr<CostModel> clone() const override { return std::make_unique<Failing>(true); }
    std::string description() const override { return "{}"; }

   private:
    bool fails_;
  };
  SimulationInputs inputs = timed(1, 1);
  inputs.costs = std::make_shared<Failing>(false);
  inputs.seeds = 5;
  inputs.jobs = 3;
  const auto run = [&] { simulate(inputs, [](Runtime& runtime) { runtime.submit(type(1), [] {}); }); };
  EXPECT_THROW(run(), SimulationError);
}

TEST(Seeds, SimGridRunsSeedsSequentially) {
  if (!has_simgrid()) GTEST_SKIP() << "built without SimGrid";
  in_child([] {
    const SimulationStatistics statistics = simulate(seeds(5, NetworkEngine::simgrid), program).statistics;
    const SimulationStatistics fast = simulate(seeds(5), program).statistics;
    EXPECT_NEAR(statistics.makespan_range->min_s, fast.makespan_range->min_s, 1e-6);
    EXPECT_NEAR(*statistics.makespan_s, *fast.makespan_s, 1e-6);
    EXPECT_NEAR(statistics.makespan_range->max_s, fast.makespan_range->max_s, 1e-6);
  });
}

TEST(Seeds, StatefulCostModelRestartsForEachSeed) {
  class Growing final : public CostModel {
   public:
    TaskCost cost(const TaskShape& task) const override { return {task.work}; }
    double on_start(const TaskShape&, const TaskCost&, NodeId, WorkerId) override { return ++started_; }
    void restart() override { started_ = 0; }
    std::string description() const override { return "{}"; }

   private:
    int started_ = 0;
  };
  SimulationInputs inputs = timed(1, 1);
  inputs.costs = std::make_shared<Growing>();
  inputs.seeds = 3;
  const SimulationStatistics statistics = simulate(inputs, [](Runtime& runtime) {
                                            for (int i = 0; i < 4; ++i) runtime.submit(type(1), [] {});
                                          }).statistics;
  EXPECT_EQ(*statistics.makespan_range, (MakespanRange{10.0, 10.0, 3, 1}));
}

Outcome outcome(std::uint64_t seed, std::int64_t makespan_ns) {
  return {seed, makespan_ns, 0, {}, {}};
}

TEST(Outcome, MedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median_makespan_ns({outcome(1, 7)}), 7.0);
  EXPECT_EQ(median_makespan_ns({outcome(1, 9), outcome(2, 1), outcome(3, 4)}), 4.0);
  EXPECT_EQ(median_makespan_ns({outcome(1, 9), outcome(2, 1), outcome(3, 4), outcome(4, 5)}), 4.5);
}

TEST(Outcome, NearestToTheMedianIsTheFirstAmongEquals) {
  EXPECT_EQ(nearest_to_median({outcome(1, 9), outcome(2, 5), outcome(3, 4), outcome(4, 1)}).seed, 2u);
  EXPECT_EQ(nearest_to_median({outcome(5, 3), outcome(6, 3)}).seed, 5u);
}

}  // namespace
}  // namespace gusset::simulator
