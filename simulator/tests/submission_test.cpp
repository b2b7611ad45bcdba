// Submission that takes time, windows, and the runtime's other overheads.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "cholesky.hpp"
#include "simulate.hpp"
#include "stream/submission_cursor.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::Interval;
using testing::interval_of;
using testing::message_of;
using testing::simulate;
using testing::timed;
using testing::type;

void independent(Runtime& runtime, int tasks) {
  for (int i = 0; i < tasks; ++i) runtime.submit(type(1), [] {});
}

TEST(Submission, CanBeTheBottleneck) {
  SimulationInputs inputs = timed(1, 9);
  inputs.overheads.submit_s = 0.5;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) { independent(runtime, 8); });
  // The last of eight tasks is submitted at 4 s and takes 1 s.
  EXPECT_EQ(result.statistics.makespan_s, 5.0);
  EXPECT_EQ(interval_of(*result.trace, 3), (Interval{2.0, 3.0}));
  EXPECT_EQ(result.trace->tasks.submit_ns[3], 2'000'000'000);
  const traces::SpanColumns& first = result.trace->lanes[0].spans;
  ASSERT_GE(first.size(), 1u);
  EXPECT_EQ(first.kind[0], traces::SpanKind::submit);
  EXPECT_TRUE(first.task[0].is_none());
  EXPECT_EQ(first.end_ns[0], 4'000'000'000);
}

TEST(Submission, SubmittingThreadComputesAfterwardsUnlessSwitchedOff) {
  SimulationInputs inputs = timed(1, 2);
  inputs.overheads.submit_s = 0.25;
  const auto program = [](Runtime& runtime) { independent(runtime, 4); };
  // Worker 1 runs tasks from 0.25 s on, worker 0 from 1 s on.
  EXPECT_EQ(simulate(inputs, program).statistics.makespan_s, 3.0);
  inputs.submitter_computes = false;
  const SimulationResult result = simulate(inputs, program);
  EXPECT_EQ(result.statistics.makespan_s, 4.25);
  EXPECT_EQ(result.statistics.bounds->work_s, 4.0) << "only the workers that compute count";
}

TEST(Submission, RefusesASubmittingThreadAlone) {
  SimulationInputs inputs = timed(1, 1);
  inputs.submitter_computes = false;
  EXPECT_EQ(message_of([&] { make_simulation_engine(inputs); }),
            "simulate: expected at least 2 threads per node, as the first only submits, found 1");
}

TEST(Submission, EachNodeSkipsOtherNodesTasks) {
  SimulationInputs inputs = timed(2, 2);
  inputs.network = NetworkEngine::fast;
  inputs.overheads = {1.0, 0.5, 0.0, 0.0, 0.0};
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    const Handle here = runtime.handle("here", 8, NodeId(0));
    const Handle there = runtime.handle("there", 8, NodeId(1));
    for (int i = 0; i < 3; ++i)
      runtime.submit(
          type(1), [] {}, write(here));
    runtime.submit(
        type(1), [] {}, write(there));
  });
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{1.0, 2.0}));
  EXPECT_EQ(interval_of(*result.trace, 3), (Interval{2.5, 3.5})) << "after three skipped and one submitted";
}

TEST(Submission, OwnerSendsWhenListenerAndVersionAreKnown) {
  SimulationInputs inputs = timed(2, 2);
  inputs.network = NetworkEngine::fast;
  inputs.overheads = {1.0, 0.25, 0.0, 0.0, 0.0};
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    const Handle here = runtime.handle("here", 100, NodeId(0));
    const Handle there = runtime.handle("there", 8, NodeId(1));
    runtime.submit(
        type(1), [] {}, write(here));
    runtime.submit(
        type(1), [] {}, read(here), write(there));
  });
  // Node 0 submits at 1 s and registers the listener at 1.25 s; its task ends at 2 s. Then come 1 s of
  // latency and 1 s for 100 bytes.
  ASSERT_EQ(result.trace->messages.size(), 1u);
  EXPECT_EQ(result.trace->messages[0].send_ns, 2'000'000'000);
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{4.0, 5.0}));
}

TEST(Submission, SchedulingStealingAndMessagesTakeTime) {
  SimulationInputs inputs = timed(1, 1);
  inputs.overheads.schedule_s = 0.5;
  const auto two = [](Runtime& runtime) { independent(runtime, 2); };
  SimulationResult result = simulate(inputs, two);
  EXPECT_EQ(result.statistics.makespan_s, 3.0);
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{0.5, 1.5}));
  EXPECT_EQ(result.statistics.nodes[0].busy_s, 2.0) << "only tasks count";

  inputs = timed(1, 2);
  inputs.overheads.steal_s = 0.25;
  result = simulate(inputs, two);
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{0.0, 1.0}));
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{0.25, 1.25}));

  inputs = timed(3, 1);
  inputs.network = NetworkEngine::fast;
  inputs.overheads.message_s = 0.5;
  result = simulate(inputs, [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 0);
    std::vector<Handle> outputs;  // destroying a handle waits, so keep them alive
    for (unsigned node = 0; node < 3; ++node) {
      outputs.push_back(runtime.handle("y", 0, NodeId(node)));
      runtime.submit(
          type(1), [] {}, read(x), write(outputs.back()));
    }
  });
  // Messages leave the sender one at a time, then take a second of latency.
  EXPECT_EQ(result.trace->messages[0].send_ns, 500'000'000);
  EXPECT_EQ(result.trace->messages[1].send_ns, 1'000'000'000);
}

TEST(Window, LimitsTasksInFlight) {
  SimulationInputs inputs = timed(1, 3);
  inputs.window = 2;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) { independent(runtime, 12); });
  std::size_t most = 0;
  const traces::TaskColumns& tasks = result.trace->tasks;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    std::size_t in_flight = 0;
    for (std::size_t j = 0; j < tasks.size(); ++j) {
      const auto end_ns = static_cast<std::int64_t>(interval_of(*result.trace, j).end_s * 1e9);
      in_flight += tasks.submit_ns[j] <= tasks.submit_ns[i] && end_ns > tasks.submit_ns[i];
    }
    most = std::max(most, in_flight);
  }
  EXPECT_EQ(most, 2u);
}

TEST(Window, OpensWhenNothingElseCanHappen) {
  // The first task waits for a reserved access whose task is submitted third.
  SimulationInputs inputs = timed(1, 2);
  inputs.window = 1;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    auto first = runtime.reserve(write(x));
    runtime.submit(
        type(1), [] {}, read(x));
    runtime.submit(
        type(1), [] {}, read(x));
    runtime.submit(
        type(1), [] {}, std::move(first));
  });
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{0.0, 1.0}));
  EXPECT_EQ(result.statistics.makespan_s, 2.0);
}

TEST(Window, FactorizationEndsWithAnyWindowAndSubmissionTime) {
  for (const std::uint64_t window : {1u, 2u, 7u, 1000u}) {
    for (const double submit_s : {0.0, 1.0, 40.0}) {
      SimulationInputs inputs = timed(4, 2);
      inputs.grid = ProcessGrid{2, 2, 1};
      inputs.network = NetworkEngine::fast;
      inputs.window = window;
      inputs.overheads.submit_s = submit_s;
      inputs.overheads.skip_s = submit_s / 4;
      const SimulationResult result = simulate(inputs, [](Runtime& runtime) { factorize(runtime, 12, 6); });
      EXPECT_GE(*result.statistics.makespan_s, result.statistics.bounds->critical_path_s);
      EXPECT_GE(*result.statistics.makespan_s, result.statistics.bounds->work_s);
    }
  }
}

TEST(Window, SimGridMatchesTheFastEngineWithAWindowOfOne) {
  if (!has_simgrid()) GTEST_SKIP() << "built without SimGrid";
  testing::in_child([] {
    SimulationInputs inputs = timed(2, 2);
    inputs.grid = ProcessGrid{1, 2, 1};
    inputs.window = 1;
    inputs.seeds = 3;
    const SimulationStatistics simgrid =
        simulate(inputs, [](Runtime& runtime) { factorize(runtime, 8, 2); }).statistics;
    inputs.network = NetworkEngine::fast;
    const SimulationStatistics fast =
        simulate(inputs, [](Runtime& runtime) { factorize(runtime, 8, 2); }).statistics;
    EXPECT_NEAR(*simgrid.makespan_s, *fast.makespan_s, 1e-6);
  });
}

TEST(SubmissionCursor, CountsSkippedTasks) {
  SubmissionCursor cursor;
  EXPECT_TRUE(cursor.empty());
  cursor.push({3, 30, true});
  cursor.push({4, 40, false});
  cursor.push({9, TaskStream::none, false});
  EXPECT_EQ(cursor.skipped(), 3u);
  cursor.pop();
  EXPECT_EQ(cursor.skipped(), 0u);
  EXPECT_EQ(cursor.front().task, 40u);
  cursor.pop();
  EXPECT_EQ(cursor.skipped(), 4u) << "up to the end of the known stream";
  cursor.pop();
  EXPECT_TRUE(cursor.empty());
  cursor.push({9, 90, true});
  EXPECT_EQ(cursor.skipped(), 0u);
}

}  // namespace
}  // namespace gusset::simulator
