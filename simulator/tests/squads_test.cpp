// Sockets in simulations: domains of workers, and the policies that divide work among sockets.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cholesky.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::simulate;
using testing::timed;
using testing::type;

/// Sockets of `per_socket` workers, each with a cache of 1000 bytes.
SimulationInputs on_sockets(const std::string& policy, unsigned sockets, unsigned per_socket) {
  SimulationInputs inputs = timed(1, sockets * per_socket);
  inputs.platform->sockets = sockets;
  inputs.platform->caches = {{3, 1000, per_socket}};
  inputs.policy = policy;
  return inputs;
}

/// The worker that ran each task; tasks without time may be missing.
std::map<std::uint32_t, std::size_t> workers_of(const traces::Trace& trace) {
  std::map<std::uint32_t, std::size_t> workers;
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    const auto& spans = trace.lanes[lane].spans;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans.kind[i] == traces::SpanKind::run)
        workers[spans.task[i].value()] = trace.lanes[lane].worker.value();
    }
  }
  return workers;
}

/// Runs one second for each leaf, in halves of halves.
struct Halves {
  Runtime* runtime;

  void operator()(Tile<double>) const {}
  void split(TileParts<double> parts) const {
    for (std::size_t i = 0; i < parts.rows(); ++i) runtime->submit(type(1), *this, write(parts(i, 0)));
  }
};

void halve(Runtime& runtime, std::size_t elements, unsigned levels, int steps) {
  std::vector<std::size_t> blocks(levels, 2);
  blocks.insert(blocks.begin(), 1);
  const auto data = TiledMatrix<double>::full(runtime, "data", elements, 1, blocks,
                                              std::vector<std::size_t>(blocks.size(), 1));
  for (int step = 0; step < steps; ++step) runtime.submit(type(1), Halves{&runtime}, write(data(0, 0)));
  runtime.wait();
}

TEST(SimulatedSockets, NearADomainRunsOnItsWorkers) {
  const SimulationResult result = simulate(on_sockets("static", 2, 2), [](Runtime& runtime) {
    for (int i = 0; i < 8; ++i)
      runtime.submit(type(1).near(DomainId(static_cast<std::size_t>(i % 2))), [] {});
  });
  const auto workers = workers_of(*result.trace);
  std::set<std::size_t> used;
  for (const auto& [task, worker] : workers) {
    EXPECT_EQ(worker / 2, task % 2) << "task " << task;
    used.insert(worker);
  }
  EXPECT_EQ(used.size(), 4u) << "all workers of both domains";
}

TEST(SimulatedSockets, NearAMissingDomainIsIgnored) {
  const SimulationResult result = simulate(on_sockets("static", 2, 1), [](Runtime& runtime) {
    for (int i = 0; i < 4; ++i) runtime.submit(type(1).near(DomainId(7)), [] {});
  });
  EXPECT_EQ(*result.statistics.makespan_s, 2.0);
}

/// Worker 1 shares worker 0's socket, so it gets the first of worker 0's tasks. Without sockets, worker 0
/// would be nearest to worker 3.
TEST(SimulatedSockets, NearestStealsWithinTheSocketFirst) {
  const auto program = [](Runtime& runtime) {
    for (const std::size_t worker : {0u, 2u}) {
      for (int i = 0; i < 2; ++i) runtime.submit(type(2).near(WorkerId(worker)), [] {});
    }
  };
  const auto with_sockets = workers_of(*simulate(on_sockets("nearest", 2, 2), program).trace);
  EXPECT_EQ(with_sockets.at(0) / 2, 0u);
  EXPECT_EQ(with_sockets.at(1) / 2, 0u);
  EXPECT_EQ(with_sockets.at(2) / 2, 1u);
  EXPECT_EQ(with_sockets.at(3) / 2, 1u);
}

TEST(SimulatedSockets, CabKeepsALeafsSubtasksOnOneSocket) {
  SimulationInputs inputs = on_sockets("cab", 2, 2);
  inputs.boundary = 2;
  const SimulationResult result = simulate(inputs, [](Runtime& runtime) { halve(runtime, 64, 4, 3); });
  EXPECT_NEAR(*result.statistics.makespan_s, 3 * 16.0 / 4, 1e-6);
  EXPECT_EQ(result.statistics.policy_choice, "boundary level 2, as requested");
  const traces::Trace& trace = *result.trace;
  const auto workers = workers_of(trace);
  std::map<std::uint32_t, std::set<std::size_t>> sockets;  // by ancestor of level 2
  for (std::uint32_t task = 0; task < trace.tasks.size(); ++task) {
    std::vector<std::uint32_t> path{task};
    while (!trace.tasks.parent[path.back()].is_none())
      path.push_back(trace.tasks.parent[path.back()].value());
    if (path.size() == 5) sockets[path[3]].insert(workers.at(task) / 2);
  }
  EXPECT_EQ(sockets.size(), 3u * 2);
  for (const auto& [leaf, used] : sockets) EXPECT_EQ(used.size(), 1u) << "leaf " << leaf;
}

TEST(SimulatedSockets, ABoundaryTooDeepLeavesWorkersIdle) {
  const auto makespan_s = [](unsigned boundary) {
    SimulationInputs inputs = on_sockets("cab", 2, 2);
    inputs.boundary = boundary;
    return *simulate(inputs, [](Runtime& runtime) { halve(runtime, 64, 4, 1); }).statistics.makespan_s;
  };
  EXPECT_NEAR(makespan_s(1), 16.0 / 2, 1e-6) << "one socket works";
  EXPECT_NEAR(makespan_s(2), 16.0 / 4, 1e-6);
  EXPECT_NEAR(makespan_s(3), 16.0 / 4, 1e-6);
  EXPECT_NEAR(makespan_s(5), 16.0 / 2, 1e-6) << "one worker of each socket works";
}

TEST(SimulatedSockets, SquadsReturnToTheSocketThatLastWroteTheData) {
  const SimulationResult result =
      simulate(on_sockets("squads", 4, 2), [](Runtime& runtime) { halve(runtime, 1024, 5, 6); });
  const traces::Trace& trace = *result.trace;
  const auto workers = workers_of(trace);
  std::map<std::string, std::set<std::size_t>> sockets;
  for (std::uint32_t task = 0; task < trace.tasks.size(); ++task) {
    if (!workers.contains(task) || trace.accesses.of(traces::TaskId(task)).empty()) continue;
    const traces::HandleId handle = trace.accesses.of(traces::TaskId(task)).front().handle;
    const std::string& name = trace.handles.name[handle.value()];
    if (std::count(name.begin(), name.end(), '(') == 6) sockets[name].insert(workers.at(task) / 2);
  }
  EXPECT_EQ(sockets.size(), 32u);
  for (const auto& [name, used] : sockets) EXPECT_EQ(used.size(), 1u) << name;
}

TEST(SimulatedSockets, SquadsDivideLessThanTheBoundaryWhereWorkersLackLeaves) {
  // 16 leaves of 1000 bytes: eighths exceed the cache, but the halves of a half have no leaf for each worker.
  const SimulationResult result =
      simulate(on_sockets("squads", 2, 4), [](Runtime& runtime) { halve(runtime, 2000, 4, 1); });
  EXPECT_EQ(
      result.statistics.policy_choice,
      "boundary at tasks of 8.00 kB, a socket's share of 16.0 kB; smaller tasks are divided, too, if they "
      "exceed a cache of 1.00 kB and each half has at least 4 parts; 4 tasks went undivided to one socket");
}

TEST(SimulatedSockets, BoundaryZeroCostsAsMuchAsLocality) {
  const auto makespan_s = [](const std::string& policy) {
    SimulationInputs inputs = on_sockets(policy, 2, 2);
    inputs.boundary = 0;
    inputs.overheads.steal_s = 0.1;
    return *simulate(inputs, [](Runtime& runtime) { factorize(runtime, 64, 8); }).statistics.makespan_s;
  };
  EXPECT_EQ(makespan_s("cab"), makespan_s("locality"));
}

TEST(SimulatedSockets, FlatProgramsCostAboutAsMuchAsUnderLocality) {
  const auto makespan_s = [](const std::string& policy) {
    SimulationInputs inputs = on_sockets(policy, 2, 2);
    return *simulate(inputs, [](Runtime& runtime) { factorize(runtime, 96, 12); }).statistics.makespan_s;
  };
  for (const std::string policy : {"cab", "squads"})
    EXPECT_LE(makespan_s(policy), 1.05 * makespan_s("locality")) << policy;
}

TEST(SimulatedSockets, EqualSeedsGiveEqualTimes) {
  const auto makespan_s = [](std::uint64_t seed) {
    SimulationInputs inputs = on_sockets("squads", 2, 2);
    inputs.seed = seed;
    return *simulate(inputs, [](Runtime& runtime) { halve(runtime, 1024, 5, 4); }).statistics.makespan_s;
  };
  EXPECT_EQ(makespan_s(3), makespan_s(3));
}

/// Tasks 0 … 3 are ready at once, on one worker.
void with_priorities(Runtime& runtime) {
  for (const int priority : {0, 2, -1, 5}) runtime.submit(type(1).with_priority(priority), [] {});
  runtime.wait();
}

std::vector<std::uint32_t> run_order_of(const traces::Trace& trace) {
  std::vector<std::uint32_t> order;
  const auto& spans = trace.lanes.at(0).spans;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans.kind[i] == traces::SpanKind::run) order.push_back(spans.task[i].value());
  }
  return order;
}

std::vector<std::uint32_t> replayed_order(const traces::Trace& trace, const std::string& policy) {
  ReplayInputs inputs;
  inputs.policy = policy;
  inputs.threads = 1;
  const auto replayed = replay(trace, inputs);
  EXPECT_TRUE(replayed.ok());
  return replayed.ok() ? run_order_of(replayed->trace) : std::vector<std::uint32_t>();
}

TEST(RecordedPriorities, ReplaysHaveThePredictedTracesPriorities) {
  SimulationInputs inputs = timed(1, 1);
  inputs.policy = "fifo";
  const SimulationResult result = simulate(inputs, with_priorities);
  EXPECT_EQ(run_order_of(*result.trace), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  for (const std::string policy : {"priority", "critical"})
    EXPECT_EQ(replayed_order(*result.trace, policy), (std::vector<std::uint32_t>{3, 1, 0, 2})) << policy;
  EXPECT_EQ(replayed_order(*result.trace, "fifo"), (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(RecordedPriorities, ReplaysHaveTheRecordedRunsPriorities) {
  Options options;
  options.threads = 1;
  options.policy = "fifo";
  std::shared_ptr<const traces::Trace> trace;
  {
    Runtime runtime(core_tracing::make_recording_engine(
        options, [&](std::shared_ptr<const traces::Trace> recorded) { trace = std::move(recorded); }));
    const Handle all = runtime.handle("all");
    for (const int priority : {0, 2, -1, 5}) {
      runtime.submit(
          type(1).with_priority(priority), [] {}, read(all));
    }
    runtime.wait();
  }
  ASSERT_NE(trace, nullptr);
  const auto priority =
      std::find_if(trace->attributes.begin(), trace->attributes.end(),
                   [](const auto& each) { return each.name == traces::priority_attribute; });
  ASSERT_NE(priority, trace->attributes.end());
  EXPECT_EQ(std::get<std::vector<std::int64_t>>(priority->values), (std::vector<std::int64_t>{2, -1, 5}));
  EXPECT_EQ(replayed_order(*trace, "priority"), (std::vector<std::uint32_t>{3, 1, 0, 2}));
}

}  // namespace
}  // namespace gusset::simulator
