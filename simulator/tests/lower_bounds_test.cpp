#include "predict/lower_bounds.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "hierarchical_cholesky.hpp"
#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::HierarchicalCholesky;
using testing::simulate;
using testing::timed;
using testing::type;

SimulationInputs inputs(unsigned nodes, unsigned cores) {
  SimulationInputs result = timed(nodes, cores);
  result.network = NetworkEngine::fast;
  return result;
}

LowerBounds bounds_of(const SimulationInputs& what, const std::function<void(Runtime&)>& program) {
  return *simulate(what, program).statistics.bounds;
}

TEST(LowerBounds, ChainIncludesTasksAndMessages) {
  const LowerBounds bounds = bounds_of(inputs(2, 1), [](Runtime& runtime) {
    const Handle here = runtime.handle("here", 100, NodeId(0));
    const Handle there = runtime.handle("there", 8, NodeId(1));
    runtime.submit(
        type(3), [] {}, write(here));
    runtime.submit(
        type(4), [] {}, read(here), write(there));
  });
  EXPECT_EQ(bounds.critical_path_s, 3.0 + 1.0 + 1.0 + 4.0);
  EXPECT_EQ(bounds.work_s, 4.0) << "the busier node counts";
  EXPECT_EQ(bounds.network_s, 2.0);
}

TEST(LowerBounds, CountTheNodesSpeeds) {
  SimulationInputs what = inputs(2, 1);
  what.platform->node_speeds = {0.5, 4.0};
  const auto program = [](Runtime& runtime) {
    const Handle here = runtime.handle("here", 8, NodeId(0));
    const Handle there = runtime.handle("there", 8, NodeId(1));
    for (int i = 0; i < 2; ++i)
      runtime.submit(
          type(3).migratable(), [] {}, write(here));
    runtime.submit(
        type(12), [] {}, write(there));
  };
  const LowerBounds off = bounds_of(what, program);
  EXPECT_EQ(off.work_s, 12.0);
  EXPECT_EQ(off.critical_path_s, 12.0);
  what.balance.policy = Balance::Policy::smart;
  const LowerBounds balanced = bounds_of(what, program);
  EXPECT_EQ(balanced.work_s, 18.0 / 4.5);    // all work on both nodes, at their speeds
  EXPECT_EQ(balanced.critical_path_s, 3.0);  // the task that may not migrate
}

TEST(LowerBounds, OwnerWaitsForAMessageButNotItsReader) {
  const LowerBounds bounds = bounds_of(inputs(2, 1), [](Runtime& runtime) {
    const Handle here = runtime.handle("here", 100, NodeId(0));
    const Handle there = runtime.handle("there", 8, NodeId(1));
    runtime.submit(
        type(1), [] {}, write(here));
    runtime.submit(
        type(1), [] {}, read(here), write(there));
    runtime.submit(
        type(9), [] {}, write(here));
  });
  EXPECT_EQ(bounds.critical_path_s, 1.0 + 2.0 + 9.0);
}

TEST(LowerBounds, AddsToOneHandleTakeTheirSum) {
  const LowerBounds bounds = bounds_of(inputs(1, 8), [](Runtime& runtime) {
    const Handle sum = runtime.handle("sum", 8);
    for (int i = 1; i <= 4; ++i)
      runtime.submit(
          type(i), [] {}, add(sum));
    runtime.submit(
        type(1), [] {}, read(sum));
  });
  EXPECT_EQ(bounds.critical_path_s, 11.0);
}

// As in traces/analysis: the adds that cannot begin before a time follow each other from that time on.
TEST(LowerBounds, AddsThatBeginLateFollowEachOther) {
  const LowerBounds bounds = bounds_of(inputs(1, 8), [](Runtime& runtime) {
    const Handle sum = runtime.handle("sum", 8);
    for (const double work : {5.0, 1.0, 1.0}) {
      const Handle part = runtime.handle("part", 8);
      runtime.submit(
          type(work), [] {}, write(part));
      runtime.submit(
          type(4), [] {}, read(part), add(sum));
    }
  });
  EXPECT_EQ(bounds.critical_path_s, 1.0 + 3 * 4.0);
}

TEST(LowerBounds, HoldForRandomPrograms) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SimulationInputs what = inputs(3, 2);
    what.seed = seed;
    const SimulationStatistics statistics =
        simulate(what, [&](Runtime& runtime) {
          std::mt19937 random(seed);
          std::vector<Handle> handles;
          for (unsigned h = 0; h < 5; ++h) handles.push_back(runtime.handle("h", 50, NodeId(h % 3)));
          for (int i = 0; i < 50; ++i) {
            const double work = 1.0 + static_cast<double>(random() % 5);
            const Handle& out = handles[random() % 5];
            if (random() % 2 == 0) {
              runtime.submit(
                  type(work), [] {}, read(handles[random() % 5]), write(out));
            } else {
              runtime.submit(
                  type(work), [] {}, read(handles[random() % 5]), add(out));
            }
          }
        }).statistics;
    constexpr double rounding_s = 1e-6;
    EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->work_s) << seed;
    EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->critical_path_s) << seed;
    EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->network_s) << seed;
  }
}

TEST(LowerBounds, SplittingTaskTakesItsLongestChainOfParts) {
  const auto program = [](Runtime& runtime) { HierarchicalCholesky(runtime).factorize(24, {2, 4}); };
  const SimulationStatistics wide = simulate(inputs(1, 64), program).statistics;
  EXPECT_GE(*wide.makespan_s, wide.bounds->critical_path_s);
  EXPECT_LT(*wide.makespan_s, 1.0001 * wide.bounds->critical_path_s) << "there are workers for all tasks";
}

}  // namespace
}  // namespace gusset::simulator
